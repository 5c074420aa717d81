import { isCompoundOf, least } from "#engine/text/compounds.ts";

type Word = { word: string; term: number };

/** Memory of a word: an entry and its place in two lists (measured with 100,000 random words, which share few lists). */
const WORD_BYTES = 250;

/** The words of a theme that may be compounds, by their first and their last letters. */
export function createCompoundWords() {
  const byBeginning = new Map<string, Word[]>();
  const byEnd = new Map<string, Word[]>();
  let words = 0;

  function put(lists: Map<string, Word[]>, letters: string, entry: Word) {
    const list = lists.get(letters);
    if (list === undefined) lists.set(letters, [entry]);
    else list.push(entry);
  }

  return {
    /** Adds a term; each one at most once. */
    add(word: string, term: number) {
      if (word.length < least.part + least.rest || !/^\p{L}+$/u.test(word)) return;
      words += 1;
      const entry = { word, term };
      put(byBeginning, word.slice(0, least.part), entry);
      put(byEnd, word.slice(-least.part), entry);
    },
    /** The terms that begin or end with this one, in an order that doesn't depend on when documents were added. */
    of(part: string): number[] {
      const near = new Set([
        ...(byBeginning.get(part.slice(0, least.part)) ?? []),
        ...(byEnd.get(part.slice(-least.part)) ?? []),
      ]);
      const compounds = [...near].filter(({ word }) => isCompoundOf(word, part));
      compounds.sort((one, other) => (one.word < other.word ? -1 : 1));
      return compounds.map(({ term }) => term);
    },
    bytes: () => words * WORD_BYTES,
  };
}
