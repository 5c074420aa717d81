import { analyze } from "#engine/text/analyze.ts";

export type Slip = { meant: string; typed: string };

/** Content words that are long enough to stay recognizable with a typing error. */
const WORD = /(?<![\p{L}\p{N}\p{M}@._/&-])[a-z]{5,}(?![\p{L}\p{N}\p{M}@_/&-]|\.\p{L})/gu;
const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const VOWELS = "aeiou";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * A question with a one-letter typing error in `words` of its words, drawn by `random`: two letters swapped (a quarter),
 * one missing (three tenths), one doubled, a wrong vowel, a neighboring key (a sixth each), and a random letter (the rest).
 * The first letter stays.
 */
export function slipIn(
  question: string,
  words: number,
  random: () => number,
): { text: string; slips: Slip[] } {
  const places = [...question.matchAll(WORD)]
    .filter(([word]) => analyze(word).length > 0)
    .map(({ index }) => ({ index, order: random() }))
    .sort((left, right) => left.order - right.order)
    .slice(0, words);
  const chosen = new Set(places.map(({ index }) => index));
  const slips: Slip[] = [];
  const text = question.replace(WORD, (meant: string, index: number) => {
    if (!chosen.has(index)) return meant;
    const typed = slipOf(meant, random);
    slips.push({ meant, typed });
    return typed;
  });
  return { text, slips };
}

function slipOf(word: string, random: () => number): string {
  const place = 1 + Math.floor(random() * (word.length - 2));
  const [before, here, next] = [word.slice(0, place), word.charAt(place), word.charAt(place + 1)];
  const after = word.slice(place + 1);
  const kind = random();
  if (kind < 0.25 && here !== next) return before + next + here + after.slice(1);
  if (kind < 0.55) return before + after;
  if (kind < 0.7) return before + here + here + after;
  if (kind < 0.85 && VOWELS.includes(here)) return before + other(VOWELS, here, random) + after;
  const row = KEYS.find((keys) => keys.includes(here)) ?? LETTERS;
  const beside = row.slice(Math.max(0, row.indexOf(here) - 1), row.indexOf(here) + 2);
  return before + other(kind < 0.95 ? beside : LETTERS, here, random) + after;
}

function other(letters: string, than: string, random: () => number): string {
  const left = letters.replace(than, "");
  return left.charAt(Math.floor(random() * left.length));
}
