import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { formatCount, formatDateTime, formatNumber } from "#web/ui/format.ts";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Badge, Empty, Problem, Spinner } from "#web/ui/parts.tsx";
import { peopleQuery, rowsPerPage, type Part } from "./queries.ts";
import classes from "./look-back.module.css";

/** Everyone who received an answer that cites the part. */
export function PeopleList({ part }: { part: Part }) {
  const [page, setPage] = useState(1);
  const list = useQuery(peopleQuery(part, page));
  if (list.error !== null) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined) return <Spinner />;
  const { rows, total } = list.data;
  if (total === 0) return <Empty>Nobody received an answer that cites this.</Empty>;
  return (
    <>
      <ul
        className={classes.rows}
        aria-label="People who received it"
        aria-busy={list.isPlaceholderData || undefined}
      >
        {rows.map(({ id, name, email, isActive, answers, lastAt }) => (
          <li key={id}>
            <span className={classes.name}>
              {name} {name !== email && <span className={classes.meta}>{email}</span>}{" "}
              {!isActive && <Badge>Cannot sign in</Badge>}
            </span>
            <span className={classes.meta}>
              {`${formatCount(answers, "answer")}, last ${formatDateTime(lastAt)}`}
            </span>
          </li>
        ))}
      </ul>
      <Turns label="Pages of people" page={page} total={total} onTurn={setPage} />
    </>
  );
}

type Turning = { label: string; page: number; total: number; onTurn(page: number): void };

/** Pagination for a list whose page isn't in the URL: the list may be in a dialog. */
export function Turns({ label, page, total, onTurn }: Turning) {
  const last = Math.ceil(total / rowsPerPage);
  if (last <= 1) return null;
  return (
    <nav ref={restoreFocusOnRemoval} className={classes.turns} aria-label={label}>
      <Button size="xs" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <span className={classes.meta} aria-live="polite">
        {`${formatNumber(page)} of ${formatNumber(last)}`}
      </span>
      <Button size="xs" disabled={page >= last} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
