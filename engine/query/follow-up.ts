import { termsOf } from "#engine/text/analyze.ts";
import { POINTERS, wordingOf } from "./preamble.ts";
import { withoutEnd } from "#engine/text/trim.ts";

const asks =
  /^\s*(?:who|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|may|must|should|will)\b/i;

/**
 * The question to search with. A follow-up that names little of its own, or points back, leans on the question before
 * it and borrows its terms; one that stands alone is left alone.
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
  // with its mark, since what asks nothing beside a question counts less
  const borrowed = `${withoutEnd(wordingOf(previous).asked, /[.?\s]/)}?`;
  return { question: isElliptical ? `${question} ${borrowed}` : question, isElliptical };
}
