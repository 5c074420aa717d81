import { Textarea } from "@mantine/core";
import { useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import {
  longestAnswer,
  type QuestionnaireQuestion,
  type QuestionReview,
} from "#contract/answering/questionnaires.ts";
import { placeOf } from "#web/knowledge/sources/source-label.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Badge } from "#web/ui/parts.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { useReviewQuestion } from "./queries.ts";
import { questionState } from "./state-names.ts";
import classes from "./questionnaires.module.css";

type Props = {
  id: number;
  question: QuestionnaireQuestion;
  isDraft: boolean;
  onSource(citation: Citation): void;
};

export function QuestionRow({ id, question, isDraft, onSource }: Props) {
  const { ordinal, sameAs, answer, confidence, note, sources, where } = question;
  const [edited, setEdited] = useState<string | null>(null);
  const review = useReviewQuestion();
  const decide = (made: QuestionReview | null, text?: string) =>
    review.mutate(
      { id, ordinal, review: made, answer: text },
      {
        onSuccess: () => setEdited(null),
        onError: (error) => toastError("The review was not saved", reasonOf(error)),
      },
    );
  const state = questionState(question);
  return (
    <li className={classes.question} aria-label={`Question ${ordinal}`}>
      <p className={classes.asked}>
        <span className={classes.ordinal}>{ordinal}</span> {question.question}
      </p>
      <p className={classes.about}>
        {joinFacts([where, sameAs === null ? "" : `same as question ${sameAs}`])}{" "}
        {!isDraft && <Badge tone={state.tone}>{confidence === "" ? state.text : confidence}</Badge>}
      </p>
      {edited === null ? (
        <>
          {answer !== "" && <p className={classes.answer}>{answer}</p>}
          {note !== null && <p className={classes.about}>{note}</p>}
          {sources.length > 0 && (
            <ul className={classes.sources} aria-label={`Sources of question ${ordinal}`}>
              {sources.map((source, at) => (
                <li key={at}>
                  <button type="button" className={classes.source} onClick={() => onSource(source)}>
                    {source.marker === 0 ? "" : `[${source.marker}] `}
                    {joinFacts([source.documentName, `version ${source.version}`, placeOf(source)])}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {sameAs === null && (
            <Decision
              question={question}
              isDraft={isDraft}
              isBusy={review.isPending}
              onDecide={decide}
              onEdit={() => setEdited(answer)}
            />
          )}
        </>
      ) : (
        <form
          className={classes.edit}
          onSubmit={(event) => {
            event.preventDefault();
            decide("edited", edited);
          }}
        >
          <Textarea
            label={`Answer to question ${ordinal}`}
            autosize
            minRows={3}
            maxRows={16}
            maxLength={longestAnswer}
            value={edited}
            onChange={(event) => setEdited(event.currentTarget.value)}
          />
          <div className={classes.decision}>
            <Button
              type="submit"
              size="xs"
              tone="primary"
              disabled={edited.trim() === ""}
              loading={review.isPending}
            >
              Save answer
            </Button>
            <Button size="xs" onClick={() => setEdited(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}

type DecisionProps = {
  question: QuestionnaireQuestion;
  isDraft: boolean;
  isBusy: boolean;
  onDecide(review: QuestionReview | null): void;
  onEdit(): void;
};

function Decision({
  question: { state, review, ordinal },
  isDraft,
  isBusy,
  onDecide,
  onEdit,
}: DecisionProps) {
  const own = (label: string) => `${label} question ${ordinal}`;
  if (review !== null)
    return (
      <div className={classes.decision}>
        <Button
          size="xs"
          tone="quiet"
          disabled={isBusy}
          aria-label={own("Take back the review of")}
          onClick={() => onDecide(null)}
        >
          Take back
        </Button>
        {!isDraft && (
          <Button size="xs" tone="quiet" aria-label={own("Edit the answer to")} onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
    );
  return (
    <div className={classes.decision}>
      {state === "answered" && (
        <Button
          size="xs"
          disabled={isBusy}
          aria-label={own("Accept the answer to")}
          onClick={() => onDecide("accepted")}
        >
          Accept
        </Button>
      )}
      {!isDraft && (
        <Button
          size="xs"
          aria-label={own(state === "answered" ? "Edit the answer to" : "Write an answer to")}
          onClick={onEdit}
        >
          {state === "answered" ? "Edit" : "Write an answer"}
        </Button>
      )}
      <Button
        size="xs"
        tone="quiet"
        disabled={isBusy}
        aria-label={own(isDraft ? "Leave out" : "Mark as not answered:")}
        onClick={() => onDecide("not_answered")}
      >
        {isDraft ? "Leave out" : "Not answered"}
      </Button>
    </div>
  );
}
