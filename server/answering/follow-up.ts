import { termsOf } from "#server/retrieval/analyze.ts";

/** Words that point back instead of naming something. */
const pointers =
  /\b(?:it|its|that|this|these|those|they|them|their|he|she|there|then|same|such|one|ones|else|other|above)\b/i;

/**
 * The question to search with. A follow-up that names little of its own, or points back, leans on the question before
 * it and borrows its terms; one that stands alone is left alone.
 */
export function standAlone(question: string, previous: string | null): { question: string; leans: boolean } {
  if (previous === null) return { question, leans: false };
  const own = termsOf(question);
  const leans =
    own.size <= 3 ||
    (own.size <= 6 && pointers.test(question)) ||
    /^(?:and|but|what about|how about|or)\b/i.test(question.trim());
  return { question: leans ? `${question} ${previous}` : question, leans };
}
