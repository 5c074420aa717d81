import { useState, type FormEvent } from "react";
import { RatingReason } from "#contract/answering/answers.ts";
import { Button } from "#web/ui/button.tsx";
import { useRateAnswer } from "./chat-queries.ts";
import { useDraft } from "./draft.ts";
import { reasonNames } from "./reason-names.ts";
import classes from "./rating-reason.module.css";

type Props = {
  interactionId: number;
  /** Whether it was rated just now. */
  asks: boolean;
};

/**
 * Asks what was wrong with an answer rated bad, just now or before words about it were typed and not sent: a press names the
 * reason, a line of text adds details.
 */
export function WhyBad({ interactionId, asks }: Props) {
  const words = useDraft(`bad-words:${interactionId}`);
  const chosen = useDraft(`bad-reason:${interactionId}`);
  const reason = RatingReason.safeParse(chosen.value).data;
  const [isUnsent] = useState(words.value !== "");
  const rate = useRateAnswer();
  const isSent = rate.isSuccess && rate.variables.feedback !== undefined;
  const send = (why: RatingReason | undefined, feedback?: string) =>
    rate.mutate(
      {
        interactionId,
        rating: "bad",
        ...(why === undefined ? {} : { reason: why }),
        ...(feedback === undefined ? {} : { feedback }),
      },
      { onSuccess: () => feedback !== undefined && words.change("") },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.value.trim() !== "") send(reason, words.value.trim());
  };
  if (!asks && !isUnsent) return null;
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
                  chosen.change(option);
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
              value={words.value}
              onChange={(event) => words.change(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={words.value.trim() === ""} loading={rate.isPending}>
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
