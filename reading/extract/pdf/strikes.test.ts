import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { readPdf } from "./pdf.ts";

const struck = (before: string, after: string) =>
  `BT /F1 12 Tf 1 0 0 1 72 700 Tm (${before}) Tj /F1 12 Tf (old rule) Tj /F1 12 Tf (${after}) Tj ET`;
/** Helvetica's widths of the words of these tests, in thousandths of the font size. */
const WIDTHS: Record<string, number> = { "": 0, "The ": 2001, "Now ": 2278 };

const lineAt = (from: number, to: number, y: number, isFilled: boolean) =>
  isFilled ? `${from} ${y - 0.3} ${to - from} 0.6 re f` : `0.6 w ${from} ${y} m ${to} ${y} l S`;

test("leaves out words that a drawn line strikes through, and no others", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        before: fc.constantFrom("", "The ", "Now "),
        after: fc.constantFrom("", " ends here.", " of today."),
        height: fc.double({ min: 2.4, max: 5, noNaN: true }),
        over: fc.double({ min: 0, max: 2, noNaN: true }),
        isFilled: fc.boolean(),
      }),
      async ({ before, after, height, over, isFilled }) => {
        const from = 72 + (WIDTHS[before] ?? 0) * 0.012;
        const to = from + 3_279 * 0.012;
        const drawing = lineAt(from - over, to + over, 700 + height, isFilled);
        const { pages, warnings } = await readPdf(
          buildPdf([
            [
              line(72, 650, "Another rule."),
              line(72, 660, "", { before: `${struck(before, after)} ${drawing}` }),
            ],
          ]),
        );
        const text = pages[0]?.text ?? "";
        expect(text).not.toContain("old rule");
        expect(text, "the gap is no cell's").not.toMatch(/[\t\f]/);
        expect(text).toContain("Another rule.");
        for (const word of [before, after]) expect(text).toContain(word.trim());
        expect(warnings.map(({ code }) => code)).toEqual(["struck_text"]);
      },
    ),
    { numRuns: 80, seed: 11 },
  );
});

test.each([
  ["under the words", lineAt(72, 118, 698.4, false)],
  ["over the words", lineAt(72, 118, 709.5, false)],
  ["across the page", lineAt(20, 590, 704, false)],
  ["beside the words", lineAt(200, 300, 704, false)],
])("reads words with a line %s", async (_, drawing) => {
  const { pages, warnings } = await readPdf(
    buildPdf([[line(72, 660, "", { before: `${struck("", "")} ${drawing}` })]]),
  );
  expect(pages[0]?.text).toBe("old rule");
  expect(warnings).toEqual([]);
});

test("a line through a phrase may overshoot at one end, one through a short word may not", async () => {
  const read = async (text: string, from: number, to: number) => {
    const drawing = lineAt(from, to, 704, false);
    const { pages } = await readPdf(
      buildPdf([[line(72, 660, "Another rule."), line(72, 700, text, { before: drawing })]]),
    );
    return pages[0]?.text.includes(text);
  };
  // the phrase ends at 187, the word at 93
  expect(await read("The gate opens at six.", 72, 205)).toBe(false);
  expect(await read("The gate opens at six.", 55, 205)).toBe(true);
  expect(await read("Gate", 72, 115)).toBe(true);
});

/** Draws from (72, y) to (118, y), through `old rule`. */
const drawings: [string, (y: number) => string][] = [
  [
    "waves",
    (y) =>
      `0.8 w 72 ${y} m ${Array.from({ length: 23 }, (_, at) => `${72.7 + at * 2} ${y + (at % 2 === 0 ? 2 : -2)} ${73.3 + at * 2} ${y + (at % 2 === 0 ? 2 : -2)} ${74 + at * 2} ${y} c`).join(" ")} S`,
  ],
  [
    "zigzags",
    (y) =>
      `0.8 w 72 ${y} m ${Array.from({ length: 23 }, (_, at) => `${74 + at * 2} ${y + (at % 2) * 2} l`).join(" ")} S`,
  ],
  ["dots", (y) => Array.from({ length: 23 }, (_, at) => `${72 + at * 2} ${y - 0.5} 1 1 re f`).join(" ")],
  ["a thick line", (y) => `72 ${y - 2} 46 4 re f`],
];

test.each(drawings)("leaves out words that %s strike through, not words above them", async (_, drawing) => {
  const read = async (y: number) => {
    const { pages } = await readPdf(
      buildPdf([
        [line(72, 660, "Another rule."), line(72, 650, "", { before: `${drawing(y)} ${struck("", "")}` })],
      ]),
    );
    return pages[0]?.text;
  };
  expect(await read(704)).toBe("Another rule.");
  expect(await read(697)).toContain("old rule");
});
