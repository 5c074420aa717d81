import { useMemo } from "react";
import type { Answer, Citation } from "#contract/answering/answers.ts";
import { AnswerReason } from "./answer-reason.tsx";
import type { Light } from "./footnote-mark.tsx";
import { areQuotes } from "./are-quotes.ts";
import { LoadedAnswerText } from "./loaded-answer-text.tsx";
import { barsOf } from "#web/knowledge/sources/match-meter.tsx";
import { NearestPassages } from "#web/knowledge/sources/nearest-passages.tsx";

type Props = Light & {
  answer: Pick<Answer, "outcome" | "response" | "claims" | "citations" | "reason" | "nearest">;
  /** A mark has no target until the sources have arrived. */
  isWriting?: boolean;
  /** null: the reader can't open documents. */
  onOpenNearest: ((citation: Citation) => void) | null;
};

/** An answer with its caveat, or the closest passages where nothing was answered. */
export function AnswerBody({ answer, isWriting = false, onOpenNearest, ...light }: Props) {
  const { response, claims, citations, nearest } = answer;
  // the type follows the chance that a quote answers; below a caveat nothing is large
  const weak = useMemo(
    () => new Set(citations.filter(({ score }) => barsOf(score) === 1).map(({ marker }) => marker)),
    [citations],
  );
  const isQuoted = areQuotes(citations);
  const reason = <AnswerReason answer={answer} {...light} />;
  return (
    <>
      {isQuoted && reason}
      <LoadedAnswerText
        text={response}
        claims={claims}
        isQuoted={isQuoted}
        isLarge={isQuoted && answer.reason === null && barsOf(citations[0]?.score ?? 0) === 3}
        {...(isQuoted ? { weak } : {})}
        markers={isWriting && citations.length === 0 ? null : citations.map(({ marker }) => marker)}
        {...light}
      />
      {/* a model's words are on the screen before it: above them it would move them */}
      {!isQuoted && reason}
      <NearestPassages passages={nearest} onOpen={onOpenNearest} />
    </>
  );
}
