import { RotateCcw } from "lucide-react";
import { memo, useState, type MouseEvent } from "react";
import type { Answer, Citation, Rating } from "#contract/answering/answers.ts";
import { ApprovedBy, SimilarApproved } from "./approved-note.tsx";
import { AnswerBody } from "./answer-body.tsx";
import { AnswerFooter, TurnStrip } from "./answer-footer.tsx";
import { WithTypesetting } from "./loaded-answer-text.tsx";
import { QuestionHeading } from "./question-heading.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDate, formatDateTime } from "#web/ui/format.ts";
import { CorrectionNote } from "./correction-note.tsx";
import { isOpen, type Turn } from "./chat.ts";
import { turnId } from "./turn-id.ts";
import { GreetingReply } from "./greeting-reply.tsx";
import { areQuotes } from "./are-quotes.ts";
import { useSourcePeek } from "#web/knowledge/sources/use-source-peek.tsx";
import { SourceNotes } from "#web/knowledge/sources/source-notes.tsx";
import { TagChips } from "#web/knowledge/tags/tag-chips.tsx";
import { UnfinishedAnswer } from "./unfinished-answer.tsx";
import classes from "./turn-view.module.css";

type Props = {
  turn: Turn;
  /** In its chat, from 0. */
  place: number;
  onAsk(question: string): void;
  /** null: somebody else asked. */
  onRate: ((turn: Turn, rating: Rating, click: MouseEvent) => void) | null;
  onOpenSource(citation: Citation, turn: Turn): void;
  /** Asks the same question again; null if a retry makes no sense. */
  onAskAgain: ((click: MouseEvent) => void) | null;
};

/** Before the answer is complete. */
const unanswered: Pick<Answer, "outcome" | "claims" | "reason" | "nearest"> = {
  outcome: "answered",
  claims: [],
  reason: null,
  nearest: [],
};

/** The question as a headline, the answer as a page, its sources as margin notes; typing elsewhere doesn't re-render it. */
export const TurnView = memo(function TurnView({
  turn,
  place,
  onAsk,
  onRate,
  onOpenSource,
  onAskAgain,
}: Props) {
  const [lit, setLit] = useState<number | null>(null);
  const [showsBefore, setShowsBefore] = useState(false);
  const isWriting = isOpen(turn);
  const written = withoutHalfMark(turn.partial);
  // which words answer is known only once the answer is complete: setting them in semibold then would shift the line
  const isHeld = isWriting && turn.isQuoting;
  // the documents speak until a sentence of the model is checked
  const quotes = isWriting && (isHeld || turn.partial === "") ? turn.quotes : null;
  const citations = quotes?.citations ?? turn.citations;
  const open = (marker: number) => {
    const citation = citations.find((item) => item.marker === marker);
    if (citation !== undefined) onOpenSource(citation, turn);
  };
  // its sources are recorded with the complete answer
  const recordedId = turn.answer === null ? null : turn.interactionId;
  const peek = useSourcePeek(citations, recordedId);
  // a verdict without a correction text leaves the answer visible
  const isReplaced = turn.correction !== null && turn.correction.text !== "";
  const answer = (
    <>
      {turn.answer?.fallback != null && <p className={classes.fallback}>{turn.answer.fallback}</p>}
      <AnswerBody
        answer={
          turn.answer ?? { ...unanswered, ...(quotes ?? { response: isHeld ? "" : written, citations }) }
        }
        isWriting={isWriting}
        lit={lit}
        onLight={setLit}
        onOpen={open}
        peek={peek}
        onOpenNearest={(citation) => onOpenSource(citation, turn)}
      />
      {turn.answer?.approved != null && <ApprovedBy approved={turn.answer.approved} />}
      {turn.answer !== null && (
        <SimilarApproved
          answers={turn.answer.similarApproved}
          asked={onRate === null ? null : turn.answer.interactionId}
        />
      )}
      {turn.answer !== null && (
        <AnswerFooter turn={turn} answer={turn.answer} showsStrip={!isReplaced} onRate={onRate} />
      )}
    </>
  );
  return (
    <article
      id={turn.interactionId === null ? undefined : turnId(turn.interactionId)}
      className={classes.turn}
      data-answer
      data-asked={turn.isAskedHere || undefined}
      aria-busy={isWriting}
    >
      <div className={classes.main}>
        <QuestionHeading question={turn.question} level="h2">
          <time dateTime={turn.askedAt}>{formatDateTime(turn.askedAt)}</time>
          {!isReplaced && <Status turn={turn} isWriting={isWriting} />}
          <TagChips tags={turn.tags} />
        </QuestionHeading>
        {turn.error !== null ? (
          <>
            {written.trim() !== "" && <UnfinishedAnswer text={written} />}
            <p className={classes.error} data-calm={turn.isStopped || undefined} role="alert">
              {turn.error}
            </p>
            {onAskAgain !== null && (
              <Button size="xs" leftSection={<RotateCcw size={13} aria-hidden />} onClick={onAskAgain}>
                Ask again
              </Button>
            )}
          </>
        ) : turn.greeting !== null ? (
          <GreetingReply greeting={turn.greeting} onAsk={onAsk} />
        ) : turn.correction === null ? (
          answer
        ) : (
          <>
            <CorrectionNote correction={turn.correction} outcome={turn.answer?.outcome ?? "answered"} />
            {isReplaced ? (
              <details
                className={classes.before}
                onToggle={(event) => setShowsBefore(event.currentTarget.open)}
              >
                <summary>The recorded answer of {formatDate(turn.askedAt)}</summary>
                {answer}
              </details>
            ) : (
              answer
            )}
            {isReplaced && turn.answer !== null && (
              <div className={classes.became}>
                <TurnStrip turn={turn} answer={turn.answer} />
              </div>
            )}
          </>
        )}
      </div>
      {citations.length > 0 && (quotes !== null || !isHeld) && (!isReplaced || showsBefore) && (
        <WithTypesetting>
          <SourceNotes
            citations={citations}
            interactionId={recordedId}
            isQuoted={areQuotes(citations)}
            label={place === 0 ? "Sources" : `Sources of question ${place + 1}`}
            lit={lit}
            onLight={setLit}
            onOpen={(citation) => onOpenSource(citation, turn)}
          />
        </WithTypesetting>
      )}
    </article>
  );
});

/** Beside the time, where changes don't shift the answer. */
function Status({ turn, isWriting }: { turn: Turn; isWriting: boolean }) {
  if (isWriting)
    return (
      <span className={classes.status}>
        {turn.partial !== "" && !turn.isQuoting
          ? "Writing and checking"
          : turn.quotes === null
            ? "Searching the documents"
            : "Quoted while it is written"}
      </span>
    );
  if (turn.answer?.mode === "approved") return <span className={classes.status}>Approved answer</span>;
  if (turn.answer?.mode !== "extractive" || turn.answer.outcome !== "answered") return null;
  return <span className={classes.status}>Quoted from your documents</span>;
}

/** Drops a mark that has only partly arrived. */
function withoutHalfMark(text: string): string {
  return text.replace(/ ?\[\d{0,3}$/, "");
}
