import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatDate, formatDateTime } from "#web/ui/format.ts";
import { Empty, Problem, Spinner } from "#web/ui/parts.tsx";
import { Turns } from "./people-list.tsx";
import { answersQuery, type Part } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./look-back.module.css";

/** Every answer that cites the part, each with a link. */
export function AnswerList({ part }: { part: Part }) {
  const [page, setPage] = useState(1);
  const list = useQuery(answersQuery(part, page));
  if (list.error !== null) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined) return <Spinner />;
  const { rows, total } = list.data;
  if (total === 0) return <Empty>No answer cites this.</Empty>;
  return (
    <>
      <ul
        className={classes.rows}
        aria-label="Answers that cite it"
        aria-busy={list.isPlaceholderData || undefined}
      >
        {rows.map(({ interactionId, at, question, person, version, pages, approved }) => (
          <li key={interactionId}>
            <Link
              to="/admin"
              search={{ tab: "interactions", interaction: interactionId }}
              className={classes.name}
            >
              {question}
            </Link>
            <span className={classes.meta}>
              {joinFacts([
                person,
                `version ${version}`,
                pages.length === 0 ? "" : `${pages.length === 1 ? "page" : "pages"} ${pages.join(", ")}`,
                formatDateTime(at),
                approved === null
                  ? ""
                  : `approved answer, version ${approved.version}, by ${approved.by} on ${formatDate(approved.at)}`,
              ])}
            </span>
          </li>
        ))}
      </ul>
      <Turns label="Pages of answers" page={page} total={total} onTurn={setPage} />
    </>
  );
}
