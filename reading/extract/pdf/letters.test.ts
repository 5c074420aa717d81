import { expect, test } from "vitest";

import { newLetters, pushLetter, type Style, toLine } from "./letters.ts";

const STYLE: Style = {
  size: 10, bold: false, turned: false, hidden: null, white: false, invisible: false, unmapped: false, y: 700, tag: null,
}; // prettier-ignore

/** A line of letters, each 5 points wide, at the given positions. */
function lineOf(letters: [letter: string, left: number][]): string | undefined {
  const line = newLetters();
  for (const [letter, left] of letters)
    pushLetter(line, letter.codePointAt(0) ?? 0, { left, right: left + 5, bottom: 700 }, STYLE, false);
  return toLine(line, false)?.text;
}

test("puts the letters of a lam-alef ligature in order", () => {
  expect(lineOf([["خ", 30], ["ا", 20], ["ل", 25], ["ل", 15]])).toBe("خلال"); // prettier-ignore
  expect(lineOf([["خ", 30], ["ا", 20], ["ل", 20], ["ل", 15]])).toBe("خلال"); // prettier-ignore
  expect(lineOf([["ا", 30], ["ل", 25], ["م", 20]])).toBe("الم"); // prettier-ignore
});
