import { similarityOf, vectorOf } from "#engine/models/word-vectors.ts";

/** Letters with which the words of a family begin alike; … */
const least = 5;
/** … and that each may have behind those: 'bankrupt' and 'bankruptcy'. */
const most = 3;
/** Cosine of their meanings: 'general' is no relative of 'generator'. */
const leastAlike = 0.55;

/** Memory of a word: its place in a list and its share of the list (96, measured with the 19,830 stems of a dictionary). */
const WORD_BYTES = 100;

/** The words of a theme by their beginning. */
export function createWordFamilies() {
  const byBeginning = new Map<string, string[]>();
  let words = 0;
  return {
    /** Adds a word; each one at most once. */
    add(word: string) {
      if (word.length < least || vectorOf(word) === 0) return;
      words += 1;
      const own = byBeginning.get(word.slice(0, least));
      if (own === undefined) byBeginning.set(word.slice(0, least), [word]);
      else own.push(word);
    },
    /** The relatives of a word, in an order that doesn't depend on when documents were added. */
    of: (word: string): string[] =>
      (byBeginning.get(word.slice(0, least)) ?? []).filter((other) => areRelatives(word, other)).toSorted(),
    bytes: () => words * WORD_BYTES,
  };
}

function areRelatives(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  const shared = [...one].findIndex((letter, index) => letter !== other[index]);
  const alike = shared < 0 ? one.length : shared;
  return (
    one !== other && longest - alike <= most && similarityOf(vectorOf(one), vectorOf(other)) >= leastAlike
  );
}
