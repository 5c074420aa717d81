import type { GivenApproved, SimilarApproved as Similar } from "#contract/answering/answers.ts";
import { placeOf } from "#web/knowledge/sources/source-label.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDate } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { toastError } from "#web/ui/toast.tsx";
import { useSaySame } from "./chat-queries.ts";
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

/**
 * Approved answers to other questions, beside the answer and never instead of it.
 * @param asked the answer's number, for the person who asked; null for others
 */
export function SimilarApproved({
  answers,
  asked = null,
}: {
  answers: readonly Similar[];
  asked?: number | null;
}) {
  if (answers.length === 0) return null;
  return (
    <section className={classes.similar} aria-label="Related approved answers">
      <h3>Related approved answers</h3>
      {answers.map(({ id, question, answer, citations, approvedBy, approvedAt, isSaidSame }) => (
        <details key={id}>
          <summary>{question}</summary>
          <p className={classes.text}>{answer}</p>
          <CitedBelow citations={citations} />
          <p className={classes.by}>
            Approved by {approvedBy} on {formatDate(approvedAt)}
          </p>
          {asked !== null && <SaySame asked={asked} approvedId={id} isSaid={isSaidSame} />}
        </details>
      ))}
    </section>
  );
}

/** Proposes the question as a further way of asking the approved one. */
function SaySame({ asked, approvedId, isSaid }: { asked: number; approvedId: number; isSaid: boolean }) {
  const say = useSaySame();
  const isNoted = say.data === undefined ? isSaid : say.variables.isSame;
  const press = () =>
    say.mutate(
      { interactionId: asked, approvedId, isSame: !isNoted },
      { onError: (failure) => toastError("This was not noted", reasonOf(failure)) },
    );
  return (
    <p className={classes.same}>
      <Button size="xs" loading={say.isPending} aria-pressed={isNoted} onClick={press}>
        {isNoted ? "Noted" : "This answers my question"}
      </Button>
      {isNoted && (
        <span role="status">
          An administrator reviews it. After that, anyone who asks in these words may get this answer.
        </span>
      )}
    </p>
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
