import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useRef, useState, type ReactNode } from "react";
import { useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { useResultKey } from "#web/ui/result-key.ts";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Empty, Problem } from "#web/ui/parts.tsx";
import { Pages } from "#web/ui/pages.tsx";
import { CaseList } from "./case-list.tsx";
import { CaseView } from "./case-view.tsx";
import { useDeskKeys } from "./desk-keys.ts";
import { useReviewFilters } from "./address.ts";
import { useFollowShown } from "./follow-shown.ts";
import { ReviewFilterBar } from "./filters.tsx";
import { casesPerPage, reviewsQuery, useAssignReview } from "./queries.ts";
import type { ReviewFormHandle } from "./review-form.tsx";
import { verdictsOffered } from "./review-names.ts";
import { ReviewRulesDialog } from "./review-rules-dialog.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import classes from "./reviews.module.css";

const deskNames = ["page", "case"];

/** The review desk: answers awaiting a verdict, one beside the list of the others, with keyboard shortcuts. */
export function Reviews({ pinned }: { pinned: ReactNode }) {
  const user = useUser();
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams(deskNames);
  const { refine } = address;
  const filters = useReviewFilters();
  const page = address.number("page") ?? 1;
  const asked = reviewsQuery(filters, page);
  const list = useQuery(asked);
  const answers = useResultKey(asked.queryKey, list.isPlaceholderData);
  const assign = useAssignReview();
  const form = useRef<ReviewFormHandle>(null);
  const [showsRules, setShowsRules] = useState(false);
  const rows = list.data?.rows ?? [];
  const opened = address.number("case") ?? rows[0]?.id;
  // a press selects in the list immediately; the answer itself, with all its sources, renders afterward
  const drawn = useDeferredValue(opened);
  const place = rows.findIndex((row) => row.id === opened);
  const current = rows[place];
  const open = useCallback((id: number) => refine({ case: id }), [refine]);
  const step = (by: number) => {
    const next = rows[place + by];
    if (next !== undefined) open(next.id);
  };
  // the case after the one being closed, once it has left the list
  const goOn = () => refine({ case: rows[place + 1]?.id ?? rows[place - 1]?.id });
  const take = () =>
    opened !== undefined && user.companyId !== null && assign.mutate({ id: opened, userId: user.id });
  // a shortcut applies to the opened case, never to one still on screen
  const isDrawn = drawn === opened;
  useDeskKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      t: take,
      ...Object.fromEntries(
        ["1", "2", "3", "4"].map((key, index) => [key, () => isDrawn && form.current?.choose(index)]),
      ),
    },
    () => isDrawn && form.current?.save(),
  );
  const view = useRef<HTMLDivElement>(null);
  // a new case starts at the top
  useEffect(() => {
    view.current?.scrollTo({ top: 0 });
  }, [drawn]);
  const isAlone = address.number("case") !== undefined;
  useFollowShown(view, isAlone, opened);
  const showRules = useCallback(() => setShowsRules(true), [setShowsRules]);
  return (
    <div className={classes.root} data-opened={isAlone || undefined}>
      <ReviewFilterBar pinned={pinned} onRules={spansCompanies ? null : showRules} />
      {list.isError ? (
        <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>
      ) : list.data === undefined ? (
        <Waiting shape="rows" />
      ) : rows.length === 0 && address.number("case") === undefined ? (
        <Empty>
          {Object.values(filters).every(
            (value) => value === undefined || value === "waiting" || value === companyId,
          )
            ? "No answers are waiting for review."
            : "No reviews found matching your criteria"}
        </Empty>
      ) : (
        <div className={classes.desk}>
          <div ref={restoreFocusOnRemoval} className={classes.queue}>
            <CaseList
              key={answers}
              rows={rows}
              opened={opened}
              onOpen={open}
              isBusy={list.isPlaceholderData}
            />
            <Pages
              label="Pages of reviews"
              page={page}
              pageSize={casesPerPage}
              total={list.data.total}
              isBusy={list.isPlaceholderData}
            />
            <p className={classes.keys}>
              <kbd>J</kbd> <kbd>K</kbd> next, previous ·{" "}
              {current !== undefined && (
                <>
                  <kbd>1</kbd>–<kbd>{verdictsOffered(current.outcome, current.verdict).length}</kbd> verdict
                  ·{" "}
                </>
              )}
              <kbd>T</kbd> take · <kbd>Ctrl</kbd> <kbd>Enter</kbd> save
            </p>
          </div>
          <div ref={view} className={classes.case} tabIndex={-1} aria-busy={!isDrawn}>
            {drawn !== undefined && (
              <CaseView
                key={drawn}
                id={drawn}
                row={rows.find((row) => row.id === drawn)}
                form={form}
                onSaved={goOn}
                onBack={() => address.open({ case: undefined })}
              />
            )}
          </div>
        </div>
      )}
      {showsRules && <ReviewRulesDialog companyId={companyId} onClose={() => setShowsRules(false)} />}
    </div>
  );
}
