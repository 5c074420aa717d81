import type { HistoryEntry } from "#contract/answers.ts";
import { formatDate } from "../ui/format.ts";
import classes from "./correction-note.module.css";

type Props = { correction: NonNullable<HistoryEntry["correction"]> };

const found: Record<Props["correction"]["verdict"], string> = {
  incomplete: "A reviewer found this answer incomplete.",
  wrong: "A reviewer found this answer wrong.",
  source_wrong: "A reviewer found that the documents behind this answer are wrong or out of date.",
};

/** The review's finding as plain text, for the clipboard. */
export function correctionText({ verdict, text, reviewedAt }: Props["correction"]): string {
  return `${found[verdict]} (${formatDate(reviewedAt)})${text === "" ? "" : `\n${text}`}`;
}

/** The review's finding, above the recorded answer, which stays as it was given. */
export function CorrectionNote({ correction }: Props) {
  return (
    <aside className={classes.correction} aria-label="Correction">
      <p>
        <b>{found[correction.verdict]}</b>{" "}
        <time dateTime={correction.reviewedAt}>{formatDate(correction.reviewedAt)}</time>
      </p>
      {correction.text !== "" && <p className={classes.text}>{correction.text}</p>}
    </aside>
  );
}
