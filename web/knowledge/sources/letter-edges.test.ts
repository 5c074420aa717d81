import { expect, test } from "vitest";
import { edgesOf, letterWidths } from "./letter-edges.ts";

const widths = new Map([
  [
    "serif",
    new Map([
      ["i", 250],
      ["m", 750],
      [" ", 250],
    ]),
  ],
]);
const run = (text: string, width: number) => edgesOf({ text, fontName: "serif", width, size: 10 }, widths);

test("narrow letters take less of a line than wide ones", () => {
  expect(run("imi", 12.5)).toEqual([0, 2.5, 10, 12.5]);
});

test("the slack of a justified line goes between its words", () => {
  expect(run("mm im", 30)).toEqual([0, 7.5, 15, 20, 22.5, 30]);
});

test("letter-spaced or condensed text divides the line evenly", () => {
  expect(run("i m", 125)).toEqual([0, 25, 50, 125]);
  expect(run("mm", 7.5)).toEqual([0, 3.75, 7.5]);
});

test("an unknown letter has a default width, and a surrogate pair starts once", () => {
  expect(run("𝒜i", 7.5)).toEqual([0, 0, 5, 7.5]);
  expect(edgesOf({ text: "", fontName: "none", width: 0, size: 10 }, widths)).toEqual([0]);
});

test("a page's widths are read from its operators, each with its font", () => {
  const signs = {
    save: 1,
    restore: 2,
    paintFormXObjectBegin: 3,
    paintFormXObjectEnd: 4,
    setFont: 5,
    setGState: 6,
    showText: 7,
  };
  const glyphs = (...letters: [string, number][]) => [
    [-120, ...letters.map(([unicode, width]) => ({ unicode, width, fontChar: "?" })), null],
  ];
  const steps: [number, unknown][] = [
    [5, ["serif", 10]],
    [7, glyphs(["a", 440], ["ﬁ", 560])],
    [1, null],
    [
      6,
      [
        [
          ["LW", 1],
          ["Font", ["bold", 12]],
        ],
      ],
    ],
    [7, glyphs(["a", 500])],
    [2, null],
    [7, glyphs(["b", 510], ["i", 278])],
    [99, [1, 2]],
  ];
  const known = letterWidths(
    { fnArray: steps.map(([sign]) => sign), argsArray: steps.map(([, what]) => what) },
    signs,
  );
  expect(Object.fromEntries(known.get("serif") ?? [])).toEqual({ a: 440, f: 280, i: 278, b: 510 });
  expect(Object.fromEntries(known.get("bold") ?? [])).toEqual({ a: 500 });
});
