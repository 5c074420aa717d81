import type { GivenApproved, SimilarApproved as Similar } from "#contract/answering/answers.ts";
import { placeOf } from "#web/knowledge/sources/source-label.ts";
import { formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./approved-note.module.css";

/** Who stands behind an approved answer. */
export function ApprovedBy({ approved }: { approved: GivenApproved }) {
  return (
    <p className={classes.approved}>
      Approved by {approved.approvedBy} on{" "}
      <time dateTime={approved.approvedAt}>{formatDate(approved.approvedAt)}</time> for the question “
      {approved.question}”
    </p>
  );
}

/** Approved answers to other questions, beside the answer and never instead of it. */
export function SimilarApproved({ answers }: { answers: readonly Similar[] }) {
  if (answers.length === 0) return null;
  return (
    <section className={classes.similar} aria-label="Approved answers to similar questions">
      <h3>Approved answers to similar questions</h3>
      {answers.map(({ id, question, answer, citations, approvedBy, approvedAt }) => (
        <details key={id}>
          <summary>{question}</summary>
          <p className={classes.text}>{answer}</p>
          <CitedBelow citations={citations} />
          <p className={classes.by}>
            Approved by {approvedBy} on {formatDate(approvedAt)}
          </p>
        </details>
      ))}
    </section>
  );
}

/** The words that a reviewer's text rests on, by its marks. */
export function CitedBelow({ citations }: Pick<Similar, "citations">) {
  if (citations.length === 0) return null;
  return (
    <ol className={classes.sources}>
      {citations.map((citation) => (
        <li key={citation.marker}>
          [{citation.marker}] {joinFacts([citation.documentName, placeOf(citation)])}: “{citation.quote}”
        </li>
      ))}
    </ol>
  );
}
