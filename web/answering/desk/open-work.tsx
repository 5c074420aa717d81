import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { DeskItem } from "#contract/answering/desk.ts";
import { ApprovedDetails } from "#web/answering/approved-answers/approved-details.tsx";
import { AskExpert } from "./ask-expert.tsx";
import { WriteAnswer } from "#web/answering/approved-answers/write-answer.tsx";
import { ReviewDialog } from "#web/answering/reviews/review-dialog.tsx";
import { TestRunDetails } from "#web/answering/test-runs/test-run-details.tsx";
import { effectOf, stateOf } from "#web/answering/test-runs/test-run-names.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Action, ActionLink, ActionMenu } from "#web/ui/action-menu.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDate } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { toast, toastError } from "#web/ui/toast.tsx";
import { deskQuery, useCloseDeclined, type WorkFilters } from "./queries.ts";
import { WorkFilterBar } from "./filters.tsx";
import { kinds } from "./kind-names.ts";
import { useWorkFilters } from "./address.ts";
import classes from "./desk.module.css";

const rowsPerPage = 10;

/** Open work of answer owners, most asked first. */
export function OpenWork({ pinned }: { pinned: ReactNode }) {
  const { companyId } = useCompany();
  const address = useSearchParams();
  const { open } = address;
  const filters = useWorkFilters();
  const page = address.number("page") ?? 1;
  const list = useQuery({
    ...deskQuery(filters),
    select: (all) => ({
      rows: all.slice((page - 1) * rowsPerPage, page * rowsPerPage),
      total: all.length,
    }),
  });
  const [written, setWritten] = useState<DeskItem | null>(null);
  const [asking, setAsking] = useState<DeskItem | null>(null);
  const [closing, setClosing] = useState<DeskItem | null>(null);
  const close = useCloseDeclined();
  const columns = useMemo(
    () =>
      columnsFor({
        onOpen: ({ approvedId, testRun }) =>
          open(testRun === null ? { entry: approvedId ?? undefined } : { run: testRun.id }),
        onReview: ({ ratedId }) => open({ review: ratedId ?? undefined }),
        onWrite: setWritten,
        onAsk: setAsking,
        onClose: setClosing,
      }),
    [open],
  );
  const confirm = async () => {
    if (closing?.interactionId == null) return;
    try {
      const { told } = await close.mutateAsync(closing.interactionId);
      toast("Question closed", told === 1 ? "One person was notified." : `${told} people were notified.`);
    } catch (failure) {
      toastError("The question was not closed", reasonOf(failure));
    }
    setClosing(null);
  };
  const [review, answer, run] = [address.number("review"), address.number("entry"), address.number("run")];
  return (
    <>
      <WorkFilterBar pinned={pinned} />
      <PagedList
        things="open work"
        list={list}
        page={page}
        pageSize={rowsPerPage}
        empty={
          <Empty>
            {isFiltered(filters) ? "No open work found matching your criteria" : "Nothing waits for you."}
          </Empty>
        }
      >
        {(rows, isBusy) => (
          <DataTable label="Work on answers" columns={columns} rows={rows} keyOf={keyOf} isBusy={isBusy} />
        )}
      </PagedList>
      {written !== null && (
        <WriteAnswer companyId={companyId} start={written} onClose={() => setWritten(null)} />
      )}
      {asking !== null && <AskExpert item={asking} companyId={companyId} onClose={() => setAsking(null)} />}
      {review !== undefined && (
        <ReviewDialog key={review} id={review} onClose={() => open({ review: undefined })} />
      )}
      {run !== undefined && <TestRunDetails key={run} id={run} onClose={() => open({ run: undefined })} />}
      {answer !== undefined && (
        <ApprovedDetails key={answer} id={answer} onClose={() => open({ entry: undefined })} />
      )}
      <Confirm
        opened={closing !== null}
        question="Close this question?"
        action="Close"
        onConfirm={confirm}
        onClose={() => setClosing(null)}
      >
        <p>
          {closing?.kind === "disagreement"
            ? "Everyone who asked is notified that the documents were clarified."
            : "Everyone who asked is notified that it was closed, and can ask again."}
        </p>
      </Confirm>
    </>
  );
}

const isFiltered = ({ companyId: _company, timeZone: _zone, ...filters }: WorkFilters) =>
  Object.values(filters).some((value) => value !== undefined);

const keyOf = ({ kind, approvedId, interactionId, testRun }: DeskItem) =>
  `${kind} ${testRun?.id ?? approvedId ?? interactionId}`;

type Actions = Record<"onOpen" | "onReview" | "onWrite" | "onAsk" | "onClose", (item: DeskItem) => void>;

function columnsFor(actions: Actions): Column<DeskItem>[] {
  return [
    {
      label: "Question",
      width: "34%",
      wraps: true,
      phone: "title",
      render: ({ question, themeName, expert, documents, testRun }) => (
        <>
          <span className={classes.question}>
            {documents.length === 0 ? question : documents.map(({ name }) => name).join(" and ")}
          </span>
          <span className={classes.theme}>{themeName}</span>
          {testRun !== null && <span className={classes.theme}>{effectOf(testRun)}</span>}
          {documents.map(({ id, name, quote }) => (
            <span key={id} className={classes.theme}>
              {name}: <q>{quote}</q>
            </span>
          ))}
          {documents.length > 0 && <span className={classes.theme}>Asked: {question}</span>}
          {expert !== null && (
            <span className={classes.theme}>
              {expert.answer === null ? `${expert.name} is asked` : `${expert.name}: ${expert.answer}`}
            </span>
          )}
        </>
      ),
    },
    {
      label: "State",
      phone: "fact",
      render: ({ kind, ratedId, testRun }) => {
        const states = [
          testRun === null ? kinds[kind] : stateOf(testRun),
          ...(kind !== "bad_rating" && ratedId !== null ? [kinds.bad_rating] : []),
        ];
        return (
          <span className={classes.states}>
            {states.map(({ tone, text }) => (
              <Badge key={text} tone={tone}>
                {text}
              </Badge>
            ))}
          </span>
        );
      },
    },
    {
      label: "Asked",
      render: ({ kind, times, people }) =>
        kind === "test_run"
          ? ""
          : people > 1
            ? `${times} times by ${people} people`
            : times === 1
              ? "once"
              : `${times} times`,
    },
    {
      label: "Period",
      render: ({ firstAt, lastAt }) => {
        const days = [...new Set([formatDate(firstAt), formatDate(lastAt)])];
        return days.join(" to ");
      },
    },
    { label: "Owner", wraps: true, render: ({ owner }) => owner?.name ?? "nobody yet" },
    { label: "Actions", phone: "actions", render: (item) => <ItemActions item={item} {...actions} /> },
  ];
}

/** The next step, and beside it the other ways to close a question. */
function ItemActions({ item, onOpen, onReview, onWrite, onAsk, onClose }: Actions & { item: DeskItem }) {
  const review = item.ratedId !== null && (
    <Button size="xs" onClick={() => onReview(item)}>
      Review
    </Button>
  );
  if (item.kind !== "declined" && item.kind !== "disagreement")
    return (
      review || (
        <Button size="xs" onClick={() => onOpen(item)}>
          Open
        </Button>
      )
    );
  return (
    <div className={classes.actions}>
      {review || (
        <Button size="xs" onClick={() => onWrite(item)}>
          Approve an answer
        </Button>
      )}
      <ActionMenu size="xs" sign={Ellipsis} label={`More for ${item.question}`}>
        {review && <Action onClick={() => onWrite(item)}>Approve an answer</Action>}
        <ActionLink to="/themes" search={{ theme: item.themeId, tab: "documents" }}>
          Documents
        </ActionLink>
        <Action onClick={() => onAsk(item)}>Ask an expert</Action>
        <Action onClick={() => onClose(item)}>Close</Action>
      </ActionMenu>
    </div>
  );
}
