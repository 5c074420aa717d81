import { remember } from "./remember.ts";

const letter = /[\p{L}\p{N}]/u;

/**
 * Where a text has a run of words (UTF-16 code units), whatever white space, hyphens, quotation marks and other signs stand
 * between their letters there; null if nowhere. The run begins and ends with whole words, and has the signs at their end.
 */
export function locateWords(text: string, words: string): { start: number; end: number } | null {
  const wanted = lettersOf(words).letters;
  if (wanted === "") return null;
  const { letters, places } = lettersOf(text);
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const start = places[at] ?? 0;
    const end = (places[at + wanted.length - 1] ?? 0) + 1;
    if (!isLetter(text, start - 1) && !isLetter(text, end)) return { start, end: withEnd(text, end, words) };
  }
  return null;
}

/** The end, with the full stop or bracket that ends the words in both. */
function withEnd(text: string, end: number, words: string): number {
  const signs = /[^\p{L}\p{N}]{1,3}$/u.exec(words.trimEnd())?.[0] ?? "";
  return text.startsWith(signs, end) ? end + signs.length : end;
}

const isLetter = (text: string, at: number) => letter.test(text.charAt(at));

/** The letters and digits of a text in small letters, and the position of each. */
const lettersOf = remember((text): { letters: string; places: readonly number[] } => {
  let letters = "";
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (!isLetter(text, at)) continue;
    const small = text.charAt(at).toLowerCase();
    letters += small;
    for (let unit = 0; unit < small.length; unit++) places.push(at);
  }
  return { letters, places };
});
