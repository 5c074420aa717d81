import { expect, test } from "vitest";

import { line } from "#reading/fixtures/pdf.ts";
import { buildTaggedPdf, element } from "#reading/fixtures/tagged-pdf.ts";
import { newLetters, pushLetter, raisedForms, type Style, toLine } from "./letters.ts";
import { readPdf } from "./pdf.ts";

const STYLE: Style = {
  size: 10, bold: false, symbols: null, turned: false, isSideways: false, hidden: null, white: false, invisible: false, unmapped: false, y: 700, tag: null,
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

test("a figure whose form in its font is the raised one touches no figure before it", () => {
  const formOf = raisedForms();
  const letters = newLetters();
  for (const [at, [letter, bottom, top]] of (
    [["1", 700, 707], ["4", 700, 707], ["2", 703.6, 707.2], ["d", 700, 707], ["*", 704, 708]] as const
  ).entries()) {
    const code = letter.charCodeAt(0);
    const box = { left: 20 + at * 5, right: 25 + at * 5, bottom, top };
    pushLetter(letters, code, box, formOf(STYLE, code, box), letter === "d");
  }
  expect(toLine(letters, false)?.text).toBe("14² d*");
}); // prettier-ignore

test("joins letters drawn one by one in the cells of a nearly empty page", async () => {
  const rows = [
    ["Room", "Oak"],
    ["Elm", "Car"],
    ["Bolt", "Leaf"],
  ];
  const widths: Record<string, number> = {
    m: 10,
    l: 2.7,
    t: 3.3,
    f: 3.3,
    R: 8.7,
    O: 9.3,
    E: 8,
    C: 8.7,
    B: 8,
    k: 6,
  };
  const cell = (word: string, left: number, y: number) => {
    let x = left;
    const letters = Array.from(word, (letter) => {
      const one = line(x, y, letter);
      x += widths[letter] ?? 6.67;
      return one;
    });
    return element("TD", letters);
  };
  const table = rows.map((words, at) =>
    element(
      "TR",
      words.map((word, column) => cell(word, 72 + column * 230, 700 - at * 20)),
    ),
  );
  const { pages } = await readPdf(buildTaggedPdf([element("Table", table)]));
  expect(pages[0]?.text.split("\n")).toEqual(rows.map((words) => words.join("\t")));
});
