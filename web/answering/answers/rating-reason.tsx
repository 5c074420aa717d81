import { useState } from "react";
import type { FormEvent } from "react";
import { RatingReason } from "#contract/answering/answers.ts";
import { Button } from "#web/ui/button.tsx";
import { useRateAnswer } from "./chat-queries.ts";
import { reasonNames } from "./reason-names.ts";
import classes from "./rating-reason.module.css";

/** Asks what was wrong with an answer just rated bad: a press names the reason, a line of text adds details. */
export function WhyBad({ interactionId }: { interactionId: number }) {
  const [reason, setReason] = useState<RatingReason>();
  const [words, setWords] = useState("");
  const rate = useRateAnswer();
  const isSent = rate.isSuccess && rate.variables.feedback !== undefined;
  const send = (chosen: RatingReason | undefined, feedback?: string) =>
    rate.mutate({
      interactionId,
      rating: "bad",
      ...(chosen === undefined ? {} : { reason: chosen }),
      ...(feedback === undefined ? {} : { feedback }),
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() !== "") send(reason, words.trim());
  };
  return (
    <form className={classes.why} onSubmit={submit} aria-label="What was wrong with this answer?">
      {!isSent && (
        <>
          <div role="group" aria-label="Reason" className={classes.reasons}>
            {RatingReason.options.map((option) => (
              <button
                key={option}
                type="button"
                aria-pressed={reason === option}
                onClick={() => {
                  setReason(option);
                  send(option);
                }}
              >
                {reasonNames[option]}
              </button>
            ))}
          </div>
          <div className={classes.words}>
            <input
              aria-label="What should it have said?"
              placeholder="What should it have said? (optional)"
              maxLength={2000}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={words.trim() === ""} loading={rate.isPending}>
              Send
            </Button>
          </div>
        </>
      )}
      <p role="status" className={classes.told} data-failed={rate.isError || undefined}>
        {rate.isError
          ? "Your comment was not saved, but your rating was. Try again."
          : rate.isSuccess
            ? "Thank you. Your reviewers see this."
            : ""}
      </p>
    </form>
  );
}
