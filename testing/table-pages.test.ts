import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf, isRow } from "#engine/text/rows.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { readPdf } from "#reading/extract/pdf/pdf.ts";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import { splitIntoPassages } from "#reading/split/split.ts";

const names = ["Grade", "Hotel limit USD", "Meal limit USD", "Trips abroad"];
const ROWS_A_PAGE = 30;

type Shape = {
  rows: number;
  columns: number;
  isRuled: boolean;
  repeats: boolean;
  hasMargins: boolean;
  padding: number;
  /** The cells have times, which look like names, in place of figures. */
  hasTimes: boolean;
};

/** A table over several pages; `padding` in points is the space between a cell's text and its lines. */
function build({ rows, columns, isRuled, repeats, hasMargins, padding, hasTimes }: Shape): Uint8Array {
  const widths = [60, 95, 90, 75].map((width) => width + 2 * padding);
  const lefts = widths.map(
    (_, column) => 60 + widths.slice(0, column).reduce((sum, width) => sum + width, 0),
  );
  const pages: PdfLine[][] = [];
  for (let from = 0; from < rows; from += ROWS_A_PAGE) {
    const own = Array.from({ length: Math.min(ROWS_A_PAGE, rows - from) }, (_, at) => [
      `Grade ${from + at + 1}`,
      ...["105", "31", "7"].map((figure, column) => {
        const last = (from + at + column) % 10;
        return hasTimes ? `${last} am` : `${figure}${last}`;
      }),
    ]);
    const shown = from === 0 || repeats ? [names, ...own] : own;
    const top = 720;
    const right =
      lefts[columns - 1] === undefined ? 0 : (lefts[columns - 1] ?? 0) + (widths[columns - 1] ?? 0);
    const across = Array.from(
      { length: shown.length + 1 },
      (_, row) => `60 ${top - row * 20} m ${right} ${top - row * 20} l S`,
    );
    const down = [...lefts.slice(0, columns), right].map(
      (x) => `${x} ${top} m ${x} ${top - shown.length * 20} l S`,
    );
    pages.push([
      ...(from === 0 ? [line(60, 750, "The limits by grade are as follows.", { size: 10 })] : []),
      ...(hasMargins
        ? [
            line(60, 775, "Travel policy", { size: 8 }),
            line(300, 20, `Page ${pages.length + 1}`, { size: 8 }),
          ]
        : []),
      ...(isRuled ? [line(0, 0, "", { before: [...across, ...down].join(" ") })] : []),
      ...shown.flatMap((cells, row) =>
        cells
          .slice(0, columns)
          .map((text, column) =>
            line((lefts[column] ?? 0) + padding, top - row * 20 - 14, text, { size: 10 }),
          ),
      ),
    ]);
  }
  return buildPdf(pages);
}

test("every row of a table over several pages has the names of its columns", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rows: fc.integer({ min: 31, max: 80 }),
        columns: fc.integer({ min: 2, max: 4 }),
        isRuled: fc.boolean(),
        repeats: fc.boolean(),
        hasMargins: fc.boolean(),
        padding: fc.integer({ min: 4, max: 12 }),
        hasTimes: fc.boolean(),
      }),
      async ({ hasMargins, ...drawn }) => {
        // a line on two pages may be a coincidence
        const shape = { ...drawn, hasMargins: hasMargins && drawn.rows > 2 * ROWS_A_PAGE };
        const seen: string[] = [];
        for (const { text, section } of splitIntoPassages(await readPdf(build(shape)))) {
          const lines = sentencesOf(text);
          for (const [place, { text: row }] of lines.entries()) {
            const [label = ""] = row.split("\t");
            if (!isRow(row) || !/^Grade \d/.test(label)) continue;
            seen.push(label);
            expect([label, ...columnsOf(lines, place, section)]).toEqual([
              label,
              ...names.slice(0, shape.columns),
            ]);
          }
        }
        expect(seen).toEqual(Array.from({ length: shape.rows }, (_, row) => `Grade ${row + 1}`));
      },
    ),
    { numRuns: 60, seed: 4 },
  );
});
