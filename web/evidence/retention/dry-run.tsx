import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "#contract/kernel/endpoint.ts";
import {
  retentionKinds,
  type countDue,
  type RetentionKind,
  type RetentionPeriods,
} from "#contract/evidence/retention.ts";
import { actionLabel } from "#web/evidence/record/event-words.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { formatCount, formatDateTime } from "#web/ui/format.ts";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Problem } from "#web/ui/parts.tsx";
import { dueRowsQuery } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./retention.module.css";

type Counts = Output<typeof countDue>;
type Props = { periods: RetentionPeriods; due: UseQueryResult<Counts>; isSaved: boolean };

const nouns: Record<RetentionKind, [one: string, many: string]> = {
  interactions: ["interaction", "interactions"],
  documents: ["document version", "document versions"],
  events: ["event's details", "events' details"],
};

/** Items that would be deleted under the form's periods, counted and listed on demand, before any deletion. */
export function DryRun({ periods, due, isSaved }: Props) {
  const [shown, setShown] = useState<RetentionKind | null>(null);
  if (due.error !== null) return <Problem onRetry={() => void due.refetch()}>{due.error.message}</Problem>;
  const kinds = retentionKinds.filter((kind) => periods[kind] !== null);
  const open = shown !== null && periods[shown] !== null ? { of: shown, months: periods[shown] } : null;
  return (
    <div className={classes.dryRun} aria-busy={due.isPlaceholderData || undefined}>
      <h3>{isSaved ? "Due now" : "Would be erased under these periods"}</h3>
      {kinds.length === 0 ? (
        <p>Nothing: everything is kept forever.</p>
      ) : (
        <ul aria-live="polite">
          {kinds.map((kind) => (
            <li key={kind}>
              <span>{due.data === undefined ? "Counting..." : wordsOf(kind, due.data)}</span>
              <Button
                size="xs"
                tone="quiet"
                aria-expanded={shown === kind}
                disabled={due.data === undefined || total(due.data, kind) === 0}
                onClick={() => setShown(shown === kind ? null : kind)}
              >
                {shown === kind ? "Hide" : "Show"}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open !== null && <DueRows key={`${open.of}/${open.months}`} {...open} />}
    </div>
  );
}

const total = (counts: Counts, kind: RetentionKind) =>
  counts[kind].due + counts[kind].held + (kind === "documents" ? counts.documents.cited : 0);

function wordsOf(kind: RetentionKind, counts: Counts): string {
  const { due, held } = counts[kind];
  const cited = kind === "documents" ? counts.documents.cited : 0;
  const [one, many] = nouns[kind];
  return [
    formatCount(due, one, many),
    ...(held > 0 ? [`${held.toLocaleString()} kept by a hold`] : []),
    ...(cited > 0 ? [`${cited.toLocaleString()} kept for answers that cite them`] : []),
  ].join(", ");
}

function DueRows({ of, months }: { of: RetentionKind; months: number }) {
  const { companyId } = useCompany();
  const [starts, setStarts] = useState([0]);
  const after = starts.at(-1) ?? 0;
  const list = useQuery(dueRowsQuery(companyId, { of, months, after }));
  if (list.error !== null) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  // no spinner: a press on 'Show' must not hide the sections below
  if (list.data === undefined) return <p role="status">Listing the data to erase...</p>;
  const { rows, next } = list.data;
  return (
    <>
      <ol
        className={classes.due}
        aria-label={`${nouns[of][1]} that are due`}
        aria-busy={list.isPlaceholderData || undefined}
      >
        {rows.map(({ id, at, name, kept }) => (
          <li key={id} data-kept={kept ?? undefined}>
            <span>
              {`${of === "events" ? actionLabel(name) : name} `}
              {of !== "documents" && <span className={classes.meta}>{`No. ${id.toLocaleString()}`}</span>}
            </span>
            <span className={classes.meta}>
              {joinFacts([
                kept === "hold" ? "Kept by a hold" : kept === "cited" ? "Kept for an answer" : "",
                formatDateTime(at),
              ])}
            </span>
          </li>
        ))}
      </ol>
      <nav ref={restoreFocusOnRemoval} className={classes.actions} aria-label="Pages of due data">
        {starts.length > 1 && (
          <Button size="xs" onClick={() => setStarts(starts.slice(0, -1))}>
            Previous
          </Button>
        )}
        {next !== null && (
          <Button size="xs" onClick={() => setStarts([...starts, next])}>
            Next
          </Button>
        )}
      </nav>
    </>
  );
}
