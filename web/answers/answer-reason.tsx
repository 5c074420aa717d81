import type { Answer } from "#contract/answers.ts";
import classes from "./answer-reason.module.css";

/** Why nothing was answered; beside an answer, what must be known with it: that documents differ, or do not name a thing. */
export function AnswerReason({
  answer: { outcome, reason },
}: {
  answer: Pick<Answer, "outcome" | "reason">;
}) {
  if (reason === null) return null;
  return <p className={outcome === "answered" ? classes.caution : classes.reason}>{reason}</p>;
}
