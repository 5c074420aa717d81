import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "#web/ui/format.ts";
import { Badge, Empty, Problem } from "#web/ui/parts.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { ExaminedAnswer } from "./examined-answer.tsx";
import { examinedAnswersQuery } from "./queries.ts";
import { useTurns } from "./use-turns.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./examinations.module.css";

export function ExaminedAnswers({ reason }: { reason: string }) {
  const { before, turns } = useTurns();
  const [opened, setOpened] = useState<number | null>(null);
  const list = useQuery(examinedAnswersQuery(reason, before));
  if (list.error !== null) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined) return <Waiting shape="rows" />;
  if (list.data.rows.length === 0) return <Empty>Nothing was asked in this period.</Empty>;
  return (
    <>
      <ol className={classes.answers} aria-label="Answers" aria-busy={list.isPlaceholderData || undefined}>
        {list.data.rows.map(({ interactionId, at, question, person, theme, outcome }) => (
          <li key={interactionId}>
            <p>
              <button type="button" className={classes.open} onClick={() => setOpened(interactionId)}>
                {question}
              </button>{" "}
              {outcome !== "answered" && <Badge>{outcome === "abstained" ? "Declined" : "Failed"}</Badge>}
            </p>
            <time className={classes.meta} dateTime={at}>
              {formatDateTime(at)}
            </time>
            <p className={classes.meta}>{joinFacts([person, theme])}</p>
          </li>
        ))}
      </ol>
      {turns("Pages of answers", list.data.next)}
      {opened !== null && <ExaminedAnswer id={opened} reason={reason} onClose={() => setOpened(null)} />}
    </>
  );
}
