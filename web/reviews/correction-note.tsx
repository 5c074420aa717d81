import type { HistoryEntry } from "#contract/answers.ts";
import { formatDate } from "../ui/format.ts";
import classes from "./correction-note.module.css";

type Props = { correction: NonNullable<HistoryEntry["correction"]> };

const found: Record<Props["correction"]["verdict"], string> = {
  incomplete: "A reviewer found this answer incomplete.",
  wrong: "A reviewer found this answer wrong.",
  source_wrong: "A reviewer found that the documents behind this answer are wrong or out of date.",
};

/** What a review found, beside the recorded answer, which stays as it was given. */
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
