import { at } from "#engine/arrays.ts";
import { BREAK } from "#engine/text/analyze.ts";

/** A question term that occurs in the theme. */
export type AskedTerm = {
  term: number;
  /** Compounds and relatives in the theme that count as it. */
  compounds: readonly number[];
  /** Rarity among the theme's passages, lower for question words. */
  weight: number;
  /** Rarity among the theme's documents, higher for names. */
  nameWeight: number;
  factor: number;
  /** False for a term of the surrounding story. */
  isAsked: boolean;
};

// The first words state the topic of a long text; each further one costs a count per document of the theme.
const MAX_TERMS = 100;

/** Log inverse frequency of `frequency` in `total`, as in BM25; never negative. */
export function rarity(total: number, frequency: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}

/** How many passages or documents hold a term or one of its compounds, by the term's `frequency`; a passage with two counts twice. */
export function frequencyOf(
  { term, compounds }: Pick<AskedTerm, "term" | "compounds">,
  frequency: Uint32Array,
): number {
  return compounds.reduce((sum, compound) => sum + at(frequency, compound), at(frequency, term));
}

/** Slightly above zero, because callers divide by it. */
export function weightOf(terms: readonly AskedTerm[]): number {
  return terms.reduce((sum, asked) => sum + asked.weight, 1e-9);
}

/** The words up to the one that completes MAX_TERMS distinct ones. */
export function firstTerms(words: string[]): string[] {
  const seen = new Set<string>();
  const end = words.findIndex((word) => seen.add(word).size > MAX_TERMS);
  return end < 0 ? words : words.slice(0, end);
}

/** Pairs of adjacent words. */
export function pairsOf(words: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 1; index < words.length; index++) {
    const [left = BREAK, right = BREAK] = [words[index - 1], words[index]];
    if (left !== BREAK && right !== BREAK) pairs.push([left, right]);
  }
  return pairs;
}
