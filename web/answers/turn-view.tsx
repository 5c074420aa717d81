import { Copy, RotateCcw, ThumbsDown, ThumbsUp } from "lucide-react";
import { memo, useState } from "react";
import type { MouseEvent } from "react";
import type { Citation, Rating } from "#contract/answers.ts";
import { AnswerReason } from "./answer-reason.tsx";
import { LoadedAnswerText } from "./loaded-answer-text.tsx";
import { NearestPassages } from "./nearest-passages.tsx";
import { QuestionHeading } from "./question-heading.tsx";
import { Button } from "../ui/button.tsx";
import { formatDateTime } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { toast } from "../ui/toast.tsx";
import { CorrectionNote } from "../reviews/correction-note.tsx";
import type { Turn } from "./chat.ts";
import { citedWords } from "./cited-words.ts";
import { labelOf, SourceNotes } from "./source-notes.tsx";
import { TagChips } from "./tag-chips.tsx";
import { UnfinishedAnswer } from "./unfinished-answer.tsx";
import classes from "./turn-view.module.css";

type Props = {
  turn: Turn;
  onRate(turn: Turn, rating: Rating): void;
  onOpenSource(citation: Citation, turn: Turn): void;
  /** Asks the same once more; null while that makes no sense. */
  onAskAgain: ((click: MouseEvent) => void) | null;
};

/** The question as a headline, the answer as a page, its sources as margin notes; a letter typed elsewhere does not draw it anew. */
export const TurnView = memo(function TurnView({ turn, onRate, onOpenSource, onAskAgain }: Props) {
  const [lit, setLit] = useState<number | null>(null);
  const isWriting = turn.answer === null && turn.error === null;
  const written = withoutHalfMark(turn.partial);
  const open = (marker: number) => {
    const citation = turn.citations.find((item) => item.marker === marker);
    if (citation !== undefined) onOpenSource(citation, turn);
  };
  return (
    <article className={classes.turn} aria-busy={isWriting}>
      <div className={classes.main}>
        <QuestionHeading question={turn.question} level="h2" />
        <p className={classes.meta}>
          <time dateTime={turn.askedAt}>{formatDateTime(turn.askedAt)}</time>
          <TagChips tags={turn.tags} />
        </p>
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
        ) : (
          <>
            {turn.answer?.mode === "extractive" && turn.answer.outcome === "answered" && (
              <p className={classes.mode}>Quoted from your documents</p>
            )}
            {turn.answer?.fallback != null && <p className={classes.fallback}>{turn.answer.fallback}</p>}
            <LoadedAnswerText
              text={turn.answer?.response ?? written}
              isQuoted={isQuoted(turn)}
              claims={turn.answer?.claims ?? []}
              markers={isWriting ? null : turn.citations.map((citation) => citation.marker)}
              lit={lit}
              onLight={setLit}
              onOpen={open}
            />
            {isWriting && (
              <p className={classes.writing}>
                {turn.partial === "" ? "Looking through the documents" : "Writing"}
              </p>
            )}
            {turn.answer !== null && (
              <AnswerReason answer={turn.answer} lit={lit} onLight={setLit} onOpen={open} />
            )}
            <NearestPassages
              passages={turn.answer?.nearest ?? []}
              onOpen={(citation) => onOpenSource(citation, turn)}
            />
          </>
        )}
        {turn.correction !== null && <CorrectionNote correction={turn.correction} />}
        {turn.answer !== null && <Footer turn={turn} onRate={onRate} />}
      </div>
      {turn.citations.length > 0 && (
        <SourceNotes
          citations={turn.citations}
          lit={lit}
          onLight={setLit}
          onOpen={(citation) => onOpenSource(citation, turn)}
        />
      )}
    </article>
  );
});

/** Passages quoted whole; the answering words of each are known once it is written. */
function isQuoted({ answer, citations }: Turn): boolean {
  return answer?.mode === "extractive" && citations.some(({ answering }) => answering.length > 0);
}

/** A mark of which only the beginning has arrived. */
function withoutHalfMark(text: string): string {
  return text.replace(/ ?\[\d{0,3}$/, "");
}

function Footer({ turn, onRate }: Pick<Props, "turn" | "onRate">) {
  const { answer } = turn;
  if (answer === null) return null;
  const ofVerdict = (verdict: string) => answer.claims.filter((claim) => claim.verdict === verdict).length;
  const [confirmed, open] = [ofVerdict("supported"), ofVerdict("open")];
  return (
    <div className={classes.footer}>
      {answer.outcome === "abstained" && (
        <span className={classes.gap}>Added to your administrators' list of unanswered questions</span>
      )}
      {isQuoted(turn) && (
        <span className={classes.quoted}>
          {turn.citations.length} {turn.citations.length === 1 ? "passage" : "passages"} quoted word for word
        </span>
      )}
      {answer.mode !== "extractive" && answer.claims.length > 0 && (
        <span className={classes.confirmed} data-all={confirmed === answer.claims.length || undefined}>
          {confirmed} of {answer.claims.length} {answer.claims.length === 1 ? "sentence" : "sentences"}{" "}
          confirmed in the sources{open > 0 && `, ${open} not checked word for word`}
        </span>
      )}
      <IconButton
        icon={ThumbsUp}
        label="Good answer"
        tone="ok"
        pressed={turn.rating === "good"}
        onClick={() => onRate(turn, "good")}
      />
      <IconButton
        icon={ThumbsDown}
        label="Bad answer"
        tone="bad"
        pressed={turn.rating === "bad"}
        onClick={() => onRate(turn, "bad")}
      />
      {answer.outcome === "answered" && (
        <button type="button" className={classes.copy} onClick={() => void copyWithSources(turn)}>
          <Copy size={14} aria-hidden /> Copy with sources
        </button>
      )}
      <span role="status" className={classes.unsaved}>
        {turn.isRatingUnsaved && "The rating was not saved."}
      </span>
    </div>
  );
}

/** What the screen says by the look of a sentence. */
function uncheckedText(answer: Turn["answer"]): string {
  const open = answer?.claims.filter(({ verdict }) => verdict === "open" || verdict === "unchecked") ?? [];
  const sentences = open.map(({ start, end }) => `“${answer?.response.slice(start, end) ?? ""}”`);
  return sentences.length === 0 ? "" : `Not checked word for word: ${sentences.join(" ")}`;
}

async function copyWithSources(turn: Turn): Promise<void> {
  const sources = turn.citations.map(
    (citation) => `[${citation.marker}] ${labelOf(citation)}: “${citedWords(citation)}”`,
  );
  const { answer } = turn;
  const remarks = [answer?.fallback ?? "", answer?.reason ?? "", uncheckedText(answer)].filter(Boolean);
  await navigator.clipboard.writeText(
    [turn.question, answer?.response ?? "", ...remarks, "Sources:", ...sources].join("\n\n"),
  );
  toast("Copied", "The answer and its sources are on the clipboard.");
}
