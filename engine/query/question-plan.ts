import { asRead, type ReadAs } from "./spelling/read-as.ts";
import { wordingOf } from "./preamble.ts";
import { standAlone } from "./follow-up.ts";
import { partsOf } from "./question-parts.ts";

/** One of several questions: the form to quote for, and the form to search for. */
export type QuestionPart = { question: string; searched: string };

/** The form to quote for: the question without small talk, plus its separate questions if it contains several. */
export type QuestionPlan = { quotedFor: string; parts: QuestionPart[] };

export function planQuestion({
  question,
  readAs,
}: {
  question: string;
  readAs: readonly ReadAs[];
}): QuestionPlan {
  const { asked, preamble, isElliptical } = wordingOf(asRead(question, readAs));
  const quotedFor = isElliptical ? `${asked}\n${preamble}` : asked;
  const [first = "", ...others] = partsOf(asked);
  if (others.length === 0) return { quotedFor, parts: [] };
  return {
    quotedFor,
    parts: [first, ...others].map((part) => ({
      question: part,
      searched: part === first ? part : standAlone(part, first).question,
    })),
  };
}
