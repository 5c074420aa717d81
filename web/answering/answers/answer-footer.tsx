import { Link } from "@tanstack/react-router";
import { Check, Copy, ThumbsDown, ThumbsUp } from "lucide-react";
import type { Answer, Rating } from "#contract/answering/answers.ts";
import { copyWithSources } from "./copy-answer.ts";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { AnswerStrip } from "./answer-strip.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useMay } from "#web/kernel/session.tsx";
import { formatCount, formatDate } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { WhyBad } from "./rating-reason.tsx";
import type { Turn } from "./chat.ts";
import { areQuotes } from "./are-quotes.ts";
import classes from "./turn-view.module.css";

type Props = {
  turn: Turn;
  answer: Answer;
  /** null: somebody else asked. */
  onRate: ((turn: Turn, rating: Rating, click: MouseEvent) => void) | null;
};

/** An answer's checks, and the actions its reader can take. */
export function AnswerFooter({ turn, answer, showsStrip, onRate }: Props & { showsStrip: boolean }) {
  const [asksWhy, setAsksWhy] = useState(false);
  const ofVerdict = (verdict: string) => answer.claims.filter((claim) => claim.verdict === verdict).length;
  const [confirmed, open] = [ofVerdict("supported"), ofVerdict("open")];
  return (
    <>
      <div className={classes.footer}>
        {answer.outcome === "abstained" && (
          <span className={classes.gap}>Added to your administrators' list of declined questions</span>
        )}
        {areQuotes(turn.citations) && (
          <span className={classes.quoted}>
            {formatCount(turn.citations.length, "passage")} quoted word for word
          </span>
        )}
        {answer.mode === "model" && answer.claims.length > 0 && (
          <span className={classes.confirmed} data-all={confirmed === answer.claims.length || undefined}>
            {confirmed} of {formatCount(answer.claims.length, "sentence")} confirmed in the sources
            {open > 0 && `, ${open} not checked word for word`}
          </span>
        )}
        {onRate !== null && (
          <>
            <IconButton
              icon={ThumbsUp}
              label="Good answer"
              tone="ok"
              pressed={turn.rating === "good"}
              onClick={(click) => onRate(turn, "good", click)}
            />
            <IconButton
              icon={ThumbsDown}
              label="Bad answer"
              tone="bad"
              pressed={turn.rating === "bad"}
              onClick={(click) => {
                setAsksWhy(turn.rating !== "bad");
                onRate(turn, "bad", click);
              }}
            />
          </>
        )}
        {answer.outcome === "answered" && <CopyButton turn={turn} />}
        <span role="status" className={classes.unsaved}>
          {turn.isRatingUnsaved && "The rating was not saved."}
        </span>
      </div>
      {showsStrip && <TurnStrip turn={turn} answer={answer} />}
      {turn.rating === "bad" && turn.interactionId !== null && (
        <WhyBad key={turn.interactionId} interactionId={turn.interactionId} asks={asksWhy} />
      )}
    </>
  );
}

/** What became of a turn's answer, and for those who read the record how to check it. */
export function TurnStrip({ turn, answer }: Pick<Props, "turn" | "answer">) {
  const mayProve = useMay("record:read");
  const { companyId } = useCompany();
  return (
    <AnswerStrip
      answer={{ ...answer, createdAt: turn.askedAt, rating: turn.rating }}
      reviewed={turn.correction === null ? null : correctedOn(turn.correction)}
    >
      {turn.interactionId !== null && mayProve && (
        <Link to="/proof" search={{ interaction: turn.interactionId, companyId }} className={classes.prove}>
          check that it is unchanged
        </Link>
      )}
    </AnswerStrip>
  );
}

const correctedOn = ({ text, reviewedAt }: NonNullable<Turn["correction"]>) =>
  `${text === "" ? "reviewed" : "corrected"} ${formatDate(reviewedAt)}`;

const copiedMs = 2_000;

/** Confirms in place. */
function CopyButton({ turn }: { turn: Turn }) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async (typeset: Element | null) => {
    await copyWithSources(turn, typeset);
    setCopied(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <button
      type="button"
      className={classes.copy}
      onClick={({ currentTarget }) =>
        void copy(currentTarget.closest("article")?.querySelector("[data-typeset]") ?? null)
      }
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{isCopied ? "Copied" : "Copy with sources"}</span>
    </button>
  );
}
