import { Check, Copy, ThumbsDown, ThumbsUp } from "lucide-react";
import type { Answer, Rating } from "#contract/answering/answers.ts";
import { correctionText } from "./correction-note.tsx";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { WhyBad } from "./rating-reason.tsx";
import type { Turn } from "./chat.ts";
import { citedWords } from "#contract/answering/cited-words.ts";
import { areQuotes } from "./are-quotes.ts";
import { labelOf } from "#web/knowledge/sources/source-label.ts";
import { inOneLine } from "#web/knowledge/sources/text-parts.ts";
import classes from "./turn-view.module.css";

type Props = { turn: Turn; answer: Answer; onRate(turn: Turn, rating: Rating): void };

/** An answer's checks, and the actions its reader can take. */
export function AnswerFooter({ turn, answer, onRate }: Props) {
  const [asksWhy, setAsksWhy] = useState(false);
  const ofVerdict = (verdict: string) => answer.claims.filter((claim) => claim.verdict === verdict).length;
  const [confirmed, open] = [ofVerdict("supported"), ofVerdict("open")];
  return (
    <>
      <div className={classes.footer}>
        {answer.outcome === "abstained" && (
          <span className={classes.gap}>Added to your administrators' list of unanswered questions</span>
        )}
        {areQuotes(turn.citations) && (
          <span className={classes.quoted}>
            {turn.citations.length} {turn.citations.length === 1 ? "passage" : "passages"} quoted word for
            word
          </span>
        )}
        {answer.mode === "model" && answer.claims.length > 0 && (
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
          onClick={() => {
            setAsksWhy(turn.rating !== "bad");
            onRate(turn, "bad");
          }}
        />
        {answer.outcome === "answered" && <CopyButton turn={turn} />}
        <span role="status" className={classes.unsaved}>
          {turn.isRatingUnsaved && "The rating was not saved."}
        </span>
      </div>
      {asksWhy && turn.rating === "bad" && turn.interactionId !== null && (
        <WhyBad key={turn.interactionId} interactionId={turn.interactionId} />
      )}
    </>
  );
}

const copiedMs = 2_000;

/** Confirms in place. */
function CopyButton({ turn }: { turn: Turn }) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async () => {
    await copyWithSources(turn);
    setCopied(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <button type="button" className={classes.copy} onClick={() => void copy()}>
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{isCopied ? "Copied" : "Copy with sources"}</span>
    </button>
  );
}

/** Words of the sources that limit sentences and stand beside them. */
function limitsText(answer: Turn["answer"]): string {
  const limits = answer?.claims.flatMap(({ condition }) => condition ?? []) ?? [];
  return limits.length === 0
    ? ""
    : `The sources add: ${limits.map((words) => `“${inOneLine(words)}”`).join(" ")}`;
}

/** Spells out the sentence styling for screen readers. */
function uncheckedText(answer: Turn["answer"]): string {
  const open = answer?.claims.filter(({ verdict }) => verdict === "open" || verdict === "unchecked") ?? [];
  const sentences = open.map(({ start, end }) => `“${answer?.response.slice(start, end) ?? ""}”`);
  return sentences.length === 0 ? "" : `Not checked word for word: ${sentences.join(" ")}`;
}

async function copyWithSources(turn: Turn): Promise<void> {
  const sources = turn.citations.map(
    (citation) => `[${citation.marker}] ${labelOf(citation)}: “${inOneLine(citedWords(citation))}”`,
  );
  const { answer, correction } = turn;
  const corrected = correction === null ? [] : [correctionText(correction, answer?.outcome ?? "answered")];
  const remarks = [
    answer?.fallback ?? "",
    answer?.reason ?? "",
    uncheckedText(answer),
    limitsText(answer),
  ].filter(Boolean);
  await navigator.clipboard.writeText(
    [turn.question, ...corrected, answer?.response ?? "", ...remarks, "Sources:", ...sources].join("\n\n"),
  );
}
