/** A word that was typed, and the one it was taken for. */
export type ReadAs = { typed: string; read: string };

/** A word of letters alone that stands for itself: no part of an address, a path or a code, and no name. */
export const WORD = /(?<![\p{L}\p{N}\p{M}@._/&])\p{Lu}?[a-z]+(?![\p{L}\p{N}\p{M}@_/&]|\.\p{L})/gu;

/** The question as it is searched for. */
export function asRead(question: string, words: readonly ReadAs[]): string {
  const read = new Map(words.map((word) => [word.typed, word.read]));
  return read.size === 0 ? question : question.replace(WORD, (typed) => read.get(typed) ?? typed);
}
