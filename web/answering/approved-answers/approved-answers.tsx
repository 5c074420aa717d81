import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import type { ApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useResultKey } from "#web/ui/result-key.ts";
import { Button } from "#web/ui/button.tsx";
import { ChoiceFilter } from "#web/ui/choice-filter.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { FilterBar } from "#web/ui/filter-bar.tsx";
import { formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { ApprovedDetails } from "./approved-details.tsx";
import { RenewTogether } from "./renew-together.tsx";
import { ApprovalRulesDialog } from "./approval-rules-dialog.tsx";
import { approvedAnswersQuery, approvedPerPage } from "./queries.ts";
import { stateBadge, stateOptions, themeOf } from "./state-names.ts";
import { WriteAnswer } from "./write-answer.tsx";
import classes from "./approved-answers.module.css";

const filterNames = ["q", "status"];

/** Answers that a person approved, those that wait for somebody first. */
export default function ApprovedAnswers() {
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams();
  const { open } = address;
  const status = stateOptions.find(({ value }) => value === address.text("status"))?.value;
  const filters = {
    companyId,
    search: address.text("q") || undefined,
    state: status === undefined || status === "" ? undefined : status,
    sort: address.text("sort") || undefined,
  };
  const page = address.number("page") ?? 1;
  const asked = approvedAnswersQuery(filters, page);
  const list = useQuery(asked);
  const answers = useResultKey(asked.queryKey, list.isPlaceholderData);
  const [isWriting, setWriting] = useState(false);
  const [showsRules, setShowsRules] = useState(false);
  const columns = useMemo(() => columnsFor((answer) => open({ answer })), [open]);
  const opened = address.number("answer");
  const isFiltered = filters.search !== undefined || filters.state !== undefined;
  return (
    <>
      <FilterBar
        label="Filter the approved answers"
        search={{ label: "Search approved answers", placeholder: "Search questions and answers" }}
        names={filterNames}
        pinned={<ChoiceFilter label="State" name="status" options={stateOptions} isLabelHidden />}
        end={
          <>
            {!spansCompanies && <Button onClick={() => setShowsRules(true)}>Rules</Button>}
            <Button
              tone="primary"
              leftSection={<Plus size={15} aria-hidden />}
              onClick={() => setWriting(true)}
            >
              Write an answer
            </Button>
          </>
        }
      />
      <PagedList
        things="approved answers"
        list={list}
        page={page}
        pageSize={approvedPerPage}
        empty={
          <Empty>
            {isFiltered
              ? "No approved answers found matching your criteria"
              : "No answer is approved yet. Approve one in its review, or write one here."}
          </Empty>
        }
      >
        {(rows, isBusy) => (
          <>
            {rows.some(({ state, isThemeDeleted }) => state === "suspended" && !isThemeDeleted) && (
              <RenewTogether filters={filters} />
            )}
            <DataTable
              label="Approved answers"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              sort={filters.sort}
              onSort={(sort) => address.refine({ sort, page: undefined })}
              isBusy={isBusy}
              answers={answers}
            />
          </>
        )}
      </PagedList>
      {showsRules && <ApprovalRulesDialog companyId={companyId} onClose={() => setShowsRules(false)} />}
      {isWriting && <WriteAnswer companyId={companyId} onClose={() => setWriting(false)} />}
      {opened !== undefined && (
        <ApprovedDetails key={opened} id={opened} onClose={() => address.open({ answer: undefined })} />
      )}
    </>
  );
}

const keyOf = ({ id }: ApprovedAnswer) => id;

function columnsFor(onOpen: (id: number) => void): Column<ApprovedAnswer>[] {
  return [
    {
      label: "Question",
      sort: "question",
      width: "44%",
      wraps: true,
      phone: "title",
      render: (row) => (
        <>
          <button type="button" className={classes.open} onClick={() => onOpen(row.id)}>
            {row.question}
          </button>
          <span className={classes.theme}>{themeOf(row)}</span>
        </>
      ),
    },
    {
      label: "State",
      sort: "state",
      phone: "fact",
      render: (row) => {
        const { text, tone } = stateBadge(row);
        return <Badge tone={tone}>{text}</Badge>;
      },
    },
    {
      label: "Approved",
      sort: "approvedAt",
      wraps: true,
      render: ({ approver, approvedAt }) =>
        approver === null || approvedAt === null ? "–" : joinFacts([approver.name, formatDate(approvedAt)]),
    },
    {
      label: "Owner",
      wraps: true,
      render: ({ owner }) => (owner.isActive ? owner.name : `${owner.name} (deactivated)`),
    },
    {
      label: "Review date",
      sort: "reviewOn",
      render: ({ reviewOn }) => (reviewOn === null ? "–" : formatDate(`${reviewOn}T12:00:00`)),
    },
    { label: "Used", align: "end", render: ({ timesUsed }) => timesUsed.toLocaleString("en") },
  ];
}
