import type { PassageTokens } from "#engine/index/passage-source.ts";
import { BREAK } from "#engine/text/analyze.ts";
import { B, K1 } from "./candidates.ts";

// as postings count them (`index/postings.ts`)
const TEXT_MAX = 31;

/** Number of terms. */
export const lengthOf = (text: readonly string[]): number =>
  text.reduce((length, term) => (term === BREAK ? length : length + 1), 0);

/** Occurrences of each word as BM25 counts them: those in the text, and one for the section. */
export function occurrencesIn(
  { section, text }: Pick<PassageTokens, "section" | "text">,
  isCounted: (word: string) => boolean,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text)
    if (word !== BREAK && isCounted(word)) counts.set(word, Math.min(TEXT_MAX, (counts.get(word) ?? 0) + 1));
  for (const word of new Set(section))
    if (word !== BREAK && isCounted(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What saturates occurrences in a text of this many terms. */
export const normOf = (length: number, average: number): number => K1 * (1 - B) + (K1 * B * length) / average;

/** BM25 of a passage: the sum over its words of gain times saturated occurrences. */
export function matchOf(
  gains: ReadonlyMap<string, number>,
  passage: Pick<PassageTokens, "section" | "text">,
  average: number,
): number {
  const norm = normOf(lengthOf(passage.text), average);
  let sum = 0;
  for (const [word, occurrences] of occurrencesIn(passage, (own) => gains.has(own)))
    sum += ((gains.get(word) ?? 0) * occurrences) / (occurrences + norm);
  return sum;
}
