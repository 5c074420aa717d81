import type { ReactNode } from "react";
import type { Interaction } from "#contract/answering/interactions.ts";
import { formatDateTime } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { kindNames, statusNames, verdictName } from "./review-names.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./review-notes.module.css";

type Props = {
  interaction: Pick<Interaction, "outcome" | "reviews" | "reviewStatus" | "reviewRefusal">;
  action?: ReactNode;
};

/**
 * Reviewers' findings on an answer, newest first, and whose turn it is; while a second opinion is pending, only the
 * reader's feedback.
 */
export function ReviewNotes({
  interaction: { outcome, reviews, reviewStatus, reviewRefusal },
  action,
}: Props) {
  return (
    <section className={classes.reviews} aria-labelledby="review-notes">
      <header>
        <h3 id="review-notes">
          Review notes{" "}
          {reviewStatus !== null && reviewStatus !== "done" && (
            <Badge tone="warn">{statusNames[reviewStatus]}</Badge>
          )}
        </h3>
        {action}
      </header>
      {reviewRefusal !== null ? (
        <p className={classes.none}>{reviewRefusal}</p>
      ) : (
        reviewStatus === "second_opinion" && (
          <p className={classes.none}>
            A second opinion was requested. Other verdicts are shown once it is given.
          </p>
        )
      )}
      {reviews.length === 0 ? (
        reviewStatus !== "second_opinion" && (
          <p className={classes.none}>Nobody has reviewed this answer yet.</p>
        )
      ) : (
        <ol>
          {reviews.map((review) => (
            <li key={`${review.reviewedAt} ${review.kind}`}>
              <p className={classes.byline}>
                <Badge tone={review.verdict === "correct" ? "ok" : "bad"}>
                  {verdictName(review.verdict, outcome)}
                </Badge>{" "}
                {joinFacts([review.reviewer, kindNames[review.kind], formatDateTime(review.reviewedAt)])}
              </p>
              {review.note !== "" && <p className={classes.note}>{review.note}</p>}
              {review.correctedAnswer !== "" && (
                <p className={classes.corrected}>
                  <b>Corrected answer</b>
                  {review.correctedAnswer}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
