import type { Interaction } from "#contract/answering/interactions.ts";
import { formatTime } from "#web/ui/format.ts";
import { placeOf } from "#web/knowledge/sources/source-label.ts";
import { outcomeOf } from "./outcome.ts";
import classes from "./recorded-answer.module.css";

/** What became of an answer, in one line: asked, quoted from which page, rated, corrected by whom. */
export function AnswerStrip({ interaction }: { interaction: Interaction }) {
  return (
    <ol className={classes.strip} aria-label="What became of this answer">
      {stepsOf(interaction).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function stepsOf(interaction: Interaction): string[] {
  const { createdAt, rating, citations, claims, reviews } = interaction;
  const confirmed = claims.filter(({ verdict }) => verdict === "supported").length;
  const { text } = outcomeOf({ ...interaction, confirmed, claims: claims.length });
  const [cited] = citations;
  const place = cited && [`version ${cited.version}`, placeOf(cited)].filter(Boolean).join(", ");
  const [review] = reviews;
  return [
    `asked ${formatTime(createdAt)}`,
    place === undefined ? text : `${text} from ${place}`,
    ...(rating === null ? [] : [`rated ${rating}`]),
    ...(review === undefined
      ? []
      : [`${review.correctedAnswer === "" ? "reviewed" : "corrected"} by ${review.reviewer}`]),
  ];
}
