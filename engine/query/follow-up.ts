import { termsOf } from "#engine/text/analyze.ts";
import { POINTERS, wordingOf } from "./preamble.ts";
import { withoutEnd } from "#engine/text/trim.ts";

const asks =
  /^\s*(?:who|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|may|must|should|will)\b/i;

/**
 * The question to search with. A follow-up with few words of its own, or one that points back, borrows the terms of the
 * previous question; a self-contained question stays unchanged.
 */
export function standAlone(
  question: string,
  previous: string | null,
): { question: string; isElliptical: boolean } {
  if (previous === null) return { question, isElliptical: false };
  const { asked } = wordingOf(question);
  const own = termsOf(asked);
  const isElliptical =
    own.size <= 1 ||
    (own.size <= 3 && !asks.test(asked)) ||
    (own.size <= 6 && POINTERS.test(asked)) ||
    /^(?:and|but|what about|how about|or)\b/i.test(asked);
  // keep the question mark: text without one counts less beside a question
  const borrowed = `${withoutEnd(wordingOf(previous).asked, /[.?\s]/)}?`;
  return { question: isElliptical ? `${question} ${borrowed}` : question, isElliptical };
}
