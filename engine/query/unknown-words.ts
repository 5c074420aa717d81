import { similarityOf, vectorOf } from "#engine/models/word-vectors.ts";
import { isOn } from "#engine/rules.ts";
import { termsIn } from "#engine/text/analyze.ts";
import { askingFactor, isCommon, withoutMeasure } from "./asking-words.ts";

/** A word as typed, and its vector (`models/word-vectors.ts`). */
export type UnknownWord = { word: string; vector: number };

/** The words of an English question that no document contains, except those without a vector, such as names. */
export function unknownWords(question: string, isKnown: (term: string) => boolean): UnknownWord[] {
  if (!isOn("unknown words")) return [];
  const words = withoutMeasure(question).match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  return words.flatMap((word) => {
    const terms = termsIn(word);
    const isAsked = terms.every((term) => !isKnown(term) && askingFactor(term) === 1 && !isCommon(term));
    const [vector = 0] = terms.map(vectorOf);
    return isAsked && terms.length === 1 && vector !== 0 ? [{ word, vector }] : [];
  });
}

/**
 * Below this cosine to every word of the passages found, a word names a topic that they don't cover
 * (docs/experiments/2026-11-26-unknown-words.md).
 */
export const coversNothing = 0.15;
/** Below this one, the passages may say the same in other words; a weak answer mentions the word. */
export const coversLittle = 0.4;

/** How much the most similar word resembles one: 'vaccine' nothing among deposits, 'stole' much beside 'stolen'. */
export function nearestOf(vector: number, words: ReadonlySet<number>): number {
  return Math.max(-1, ...[...words].map((other) => similarityOf(vector, other)));
}
