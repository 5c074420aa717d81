import type { HistoryEntry, Outcome } from "#contract/answering/answers.ts";
import { CitedBelow } from "./approved-note.tsx";
import { placeOf } from "#web/knowledge/sources/source-label.ts";
import { formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./correction-note.module.css";

type Props = { correction: NonNullable<HistoryEntry["correction"]>; outcome: Outcome };

const found: Record<Props["correction"]["verdict"], string> = {
  incomplete: "A reviewer found this answer incomplete.",
  wrong: "A reviewer found this answer wrong.",
  source_wrong: "A reviewer found that the documents behind this answer are wrong or out of date.",
};

const foundOfDeclined: typeof found = {
  ...found,
  wrong: "A reviewer found that this should have been answered.",
  source_wrong: "A reviewer found that a document is missing here.",
};

const findingOf = (verdict: Props["correction"]["verdict"], outcome: Outcome) =>
  (outcome === "abstained" ? foundOfDeclined : found)[verdict];

/** The review's finding as plain text, for the clipboard. */
export function correctionText(
  { verdict, text, citations, reviewedAt }: Props["correction"],
  outcome: Outcome,
): string {
  const sources = citations.map((one) => `[${one.marker}] ${joinFacts([one.documentName, placeOf(one)])}`);
  return [`${findingOf(verdict, outcome)} (${formatDate(reviewedAt)})`, text, ...sources]
    .filter((line) => line !== "")
    .join("\n");
}

/** The review's finding, above the unchanged recorded answer. */
export function CorrectionNote({ correction, outcome }: Props) {
  return (
    <aside className={classes.correction} aria-label="Correction">
      <p>
        <b>{findingOf(correction.verdict, outcome)}</b>{" "}
        <time dateTime={correction.reviewedAt}>{formatDate(correction.reviewedAt)}</time>
      </p>
      {correction.text !== "" && <p className={classes.text}>{correction.text}</p>}
      <CitedBelow citations={correction.citations} />
    </aside>
  );
}
