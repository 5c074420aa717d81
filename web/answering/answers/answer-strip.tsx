import type { ReactNode } from "react";
import type { Interaction } from "#contract/answering/interactions.ts";
import { formatTime } from "#web/ui/format.ts";
import { placeOf } from "#web/knowledge/sources/source-label.ts";
import { outcomeOf } from "./outcome.ts";
import classes from "./answer-strip.module.css";

type Props = {
  answer: Pick<Interaction, "createdAt" | "rating" | "citations" | "claims" | "outcome" | "mode">;
  /** What a reviewer did with it: 'corrected by Dana Cole'; null: nothing yet. */
  reviewed: string | null;
  /** How it is checked against the record. */
  children?: ReactNode;
};

/** What became of an answer, in one line: asked, quoted from which page, rated, corrected by whom. */
export function AnswerStrip({ answer, reviewed, children }: Props) {
  return (
    <ol className={classes.strip} aria-label="What became of this answer">
      {[...stepsOf(answer), ...(reviewed === null ? [] : [reviewed])].map((step) => (
        // the space keeps steps apart where they are copied: the dot is drawn
        <li key={step}>{`${step} `}</li>
      ))}
      {children !== undefined && children !== false && <li>{children}</li>}
    </ol>
  );
}

/** The newest review of a recorded answer, as a step. */
export function reviewOf({ reviews: [review] }: Pick<Interaction, "reviews">): string | null {
  if (review === undefined) return null;
  return `${review.correctedAnswer === "" ? "reviewed" : "corrected"} by ${review.reviewer}`;
}

function stepsOf(answer: Props["answer"]): string[] {
  const { createdAt, rating, citations, claims } = answer;
  const confirmed = claims.filter(({ verdict }) => verdict === "supported").length;
  const { text } = outcomeOf({ ...answer, confirmed, claims: claims.length });
  const [cited] = citations;
  const place = cited && [`version ${cited.version}`, placeOf(cited)].filter(Boolean).join(", ");
  return [
    `asked ${formatTime(createdAt)}`,
    place === undefined ? text : `${text} from ${place}`,
    ...(rating === null ? [] : [`rated ${rating}`]),
  ];
}
