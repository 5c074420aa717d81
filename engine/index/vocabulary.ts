import { BREAK } from "#engine/text/analyze.ts";
import { isCompounding } from "#engine/text/compounds.ts";
import { createCompoundWords } from "./compound-words.ts";
import { createWordFamilies } from "./word-families.ts";

// A word costs its characters plus about 110 bytes of map entry and string (measured over 1,000 themes).
const WORD_BYTES = 110;

/** The words of a theme, numbered from 1 as they come; a number stays when its documents go. */
export function createVocabulary() {
  const numbers = new Map<string, number>([[BREAK, 0]]);
  const compounds = createCompoundWords();
  const families = createWordFamilies();
  // from the first document in such a language on, whatever language a word is from: the order of documents must not matter
  let hasCompounds = false;
  let characters = 0;

  function termOf(word: string): number {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    const term = numbers.size;
    numbers.set(word, term);
    if (hasCompounds) compounds.add(word, term);
    families.add(word);
    characters += word.length;
    return term;
  }

  return {
    /** The theme's numbers of a document's words, in their order; new words get the next ones. */
    add(words: readonly string[], language: string): Uint32Array {
      if (!hasCompounds && isCompounding(language)) {
        hasCompounds = true;
        for (const [word, term] of numbers) compounds.add(word, term);
      }
      return Uint32Array.from(words, termOf);
    },
    /** 0 if no document had the word. */
    term: (word: string): number => numbers.get(word) ?? 0,
    compoundsOf: compounds.of,
    /** The terms of the same family of words. */
    relativesOf: (word: string): number[] => families.of(word).flatMap((other) => numbers.get(other) ?? []),
    size: () => numbers.size,
    /** Estimated memory. */
    bytes: () => numbers.size * WORD_BYTES + characters + compounds.bytes() + families.bytes(),
  };
}
