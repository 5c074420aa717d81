import { BREAK } from "#engine/text/analyze.ts";

/** One term of a question that the theme knows. */
export type AskedTerm = {
  term: number;
  /** Rarity among the theme's passages, less for words of asking. */
  weight: number;
  /** Rarity among the theme's documents, more for names. */
  nameWeight: number;
  factor: number;
  /** Else it is told besides the question. */
  isAsked: boolean;
};

// The first words say what a long text is about; each one more costs a count per document of the theme.
const MAX_TERMS = 100;

/** The logarithm of how rarely `frequency` of `total` occurs, as in BM25; never negative. */
export function rarity(total: number, frequency: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}

/** A little above zero, so that it divides. */
export function weightOf(terms: readonly AskedTerm[]): number {
  return terms.reduce((sum, asked) => sum + asked.weight, 1e-9);
}

/** The words up to the one after which MAX_TERMS different ones have been seen. */
export function firstTerms(words: string[]): string[] {
  const seen = new Set<string>();
  const end = words.findIndex((word) => seen.add(word).size > MAX_TERMS);
  return end < 0 ? words : words.slice(0, end);
}

/** Words that stand side by side, by twos. */
export function pairsOf(words: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let place = 1; place < words.length; place++) {
    const [left = BREAK, right = BREAK] = [words[place - 1], words[place]];
    if (left !== BREAK && right !== BREAK) pairs.push([left, right]);
  }
  return pairs;
}
