import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Badge, Problem } from "#web/ui/parts.tsx";
import { testRunsQuery } from "./queries.ts";
import { TestRunDetails } from "./test-run-details.tsx";
import { effectOf, stateOf, titleOf } from "./test-run-names.ts";
import classes from "./test-runs.module.css";

/** As many as one looks back at. */
const shown = 5;

/** A theme's latest changes, and what they did to its test set. */
export function TestRuns({ themeId }: { themeId: number }) {
  const list = useQuery(testRunsQuery(themeId));
  const [opened, setOpened] = useState<number | null>(null);
  if (list.isError) return <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>;
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <section aria-labelledby="test-runs" className={classes.runs}>
      <h3 id="test-runs">Test runs</h3>
      <ul>
        {list.data.slice(0, shown).map((run) => {
          const state = stateOf(run);
          return (
            <li key={run.id}>
              <div>
                <p className={classes.row}>
                  <span className={classes.name}>{titleOf(run)}</span>
                  <Badge tone={state.tone}>{state.text}</Badge>
                </p>
                <p className={classes.about}>{joinFacts([formatDateTime(run.createdAt), effectOf(run)])}</p>
              </div>
              <Button
                size="compact-xs"
                tone="quiet"
                aria-label={`Open the test run of ${titleOf(run)}`}
                onClick={() => setOpened(run.id)}
              >
                Open
              </Button>
            </li>
          );
        })}
      </ul>
      {opened !== null && <TestRunDetails id={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
