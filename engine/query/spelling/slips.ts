import { MIXED_UP } from "./english-words.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const VOWELS = "aeiouy";
const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** Added if the first letter is wrong, which is rare. */
const FIRST_LETTER = 3;

/** The words that one typing error may have turned into `word`, with the degree of the error: 0 is the likeliest. */
export function* oneSlipAway(word: string): Generator<[string, number]> {
  for (const [wrong, right] of MIXED_UP) {
    for (let index = word.indexOf(wrong); index >= 0; index = word.indexOf(wrong, index + 1))
      yield [word.slice(0, index) + right + word.slice(index + wrong.length), 0];
  }
  for (let index = 0; index <= word.length; index++) {
    const [before, here = "", next = ""] = [word.slice(0, index), word[index], word[index + 1]];
    const [from, after] = [word.slice(index), word.slice(index + 1)];
    const first = index === 0 ? FIRST_LETTER : 0;
    for (const letter of LETTERS) {
      const isDoubled = letter === here || before.endsWith(letter);
      yield [before + letter + from, first + (isDoubled ? 0 : 0.5)];
    }
    if (before.length > 2 && from.length > 2) yield [`${before} ${from}`, 1];
    if (here === "") continue;
    yield [before + after, first + (here === next ? 0 : 1)];
    if (next !== "" && here !== next) yield [before + next + here + after.slice(1), first];
    for (const letter of LETTERS) {
      if (letter !== here) yield [before + letter + after, first + exchange(here, letter)];
    }
  }
}

/** Confused vowels are spelling errors; neighboring keys are typing errors. */
function exchange(here: string, letter: string): number {
  if (VOWELS.includes(here) && VOWELS.includes(letter)) return 0.5;
  return isBeside(here, letter) ? 1 : 2;
}

function isBeside(left: string, right: string): boolean {
  const [one, other] = [left, right].map((letter) => {
    const row = KEYS.findIndex((keys) => keys.includes(letter));
    return { row, column: (KEYS[row] ?? "").indexOf(letter) + row / 2 };
  });
  return (
    one !== undefined &&
    other !== undefined &&
    Math.abs(one.row - other.row) <= 1 &&
    Math.abs(one.column - other.column) <= 1
  );
}
