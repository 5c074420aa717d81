/** A typed word and its correction. */
export type ReadAs = { typed: string; read: string };

/** A standalone word of letters only: not part of an address, a path or a code, and not a name. */
export const WORD = /(?<![\p{L}\p{N}\p{M}@._/&])\p{Lu}?[a-z]+(?![\p{L}\p{N}\p{M}@_/&]|\.\p{L})/gu;

/** The question as searched. */
export function asRead(question: string, words: readonly ReadAs[]): string {
  const read = new Map(words.map((word) => [word.typed, word.read]));
  return read.size === 0 ? question : question.replace(WORD, (typed) => read.get(typed) ?? typed);
}
