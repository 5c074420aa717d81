import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { waysQuery } from "./queries.ts";
import classes from "./approved-answers.module.css";

type Props = {
  themeId: number;
  question: string;
  chosen: readonly string[];
  onChoose(chosen: string[]): void;
};

/** Questions that people asked and that are near to this one: those that ask the same are ticked. */
export function WaysOfAsking({ themeId, question, chosen, onChoose }: Props) {
  const { data } = useQuery(waysQuery(themeId, question.replace(/\s+/g, " ").trim().slice(0, 1000)));
  if (data === undefined || data.length === 0) return null;
  return (
    <fieldset className={classes.ways}>
      <legend>Asked in other words</legend>
      <p className={classes.about}>Tick the questions with exactly the same answer.</p>
      {data.map((way) => (
        <Checkbox
          key={way.question}
          label={way.times === 1 ? way.question : `${way.question} (${way.times} times)`}
          checked={chosen.includes(way.question)}
          onChange={(event) =>
            onChoose(
              event.currentTarget.checked
                ? [...chosen, way.question]
                : chosen.filter((other) => other !== way.question),
            )
          }
        />
      ))}
    </fieldset>
  );
}
