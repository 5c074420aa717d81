import fc from "fast-check";
import { expect, test } from "vitest";
import { renderPassage } from "#engine/quote/render-passage.ts";
import { cellsOf } from "#engine/text/rows.ts";
import { readDocx } from "#reading/extract/word/docx.ts";
import { readPdf } from "#reading/extract/pdf/pdf.ts";
import { readTxt } from "#reading/extract/plain/txt.ts";
import type { Extraction } from "#reading/extract/extraction.ts";
import { buildDocx, p, table } from "#reading/fixtures/docx.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { splitIntoPassages } from "#reading/split/split.ts";

/** Column names stand over their own columns in an answer, whatever cells are empty. */
const names = ["Opened", "Sealed", "Damaged", "Incomplete"];
const labels = ["Laptops", "Cameras", "Speakers", "Drones", "Total"];

/** The first row has every figure, so that the columns can be told from the text alone; later ones lack some. */
const anyTable = fc
  .record({
    columns: fc.integer({ min: 2, max: 4 }),
    corner: fc.constantFrom("", "Product"),
    rows: fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ columns, corner, rows }) => [
    [corner, ...names.slice(0, columns)],
    ...[[true, true, true, true], ...rows].map((filled, row) => {
      const figures = Array.from({ length: columns }, (_, column) =>
        filled[column] ? `${row + 1}${column + 1} days` : "",
      );
      // a row without a figure is a label between rows, and names no column
      return [labels[row] ?? "", ...(figures.some(Boolean) ? figures : ["90 days", ...figures.slice(1)])];
    }),
  ]);

const writers: Record<string, (rows: string[][]) => Promise<Extraction>> = {
  pdf: (rows) =>
    readPdf(
      buildPdf([
        [
          line(72, 740, "The following deadlines apply to products."),
          ...rows.flatMap((cells, row) =>
            cells.flatMap((text, column) =>
              text === "" ? [] : [line(72 + 110 * column, 700 - 18 * row, text)],
            ),
          ),
        ],
      ]),
    ),
  docx: (rows) => readDocx(buildDocx(p("The following deadlines apply to products.") + table(rows))),
  txt: (rows) =>
    readTxt(
      Buffer.from(
        `The following deadlines apply to products.\n\n${rows.map((cells) => cells.join("\t")).join("\n")}\n`,
      ),
    ),
};

/** Each figure of the answer's tables under the name of its column and beside its label. */
function shown(extraction: Extraction): string[] {
  return splitIntoPassages(extraction).flatMap(({ text, section }) => {
    const { markdown } = renderPassage({ text, section, heading: "", marker: 1 }, []);
    const rows = markdown.split("\n").filter((row) => row.startsWith("|") && !row.includes("---"));
    const cells = rows.map((row) =>
      row
        .replace(/ \[1\]/, "")
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
    const [header = [], ...body] = cells;
    return body.flatMap(([label = "", ...figures]) =>
      figures.flatMap((figure, at) => (figure === "" ? [] : `${label} ${header[at + 1] ?? "?"} ${figure}`)),
    );
  });
}

test.each(Object.keys(writers))(
  "each figure of a %s table stands under its own column, whatever cells are empty",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (rows) => {
        const [[, ...header] = [], ...body] = rows;
        const wanted = body.flatMap(([label = "", ...figures]) =>
          figures.flatMap((figure, at) => (figure === "" ? [] : `${label} ${header[at] ?? ""} ${figure}`)),
        );
        const extraction = await writers[kind]?.(rows);
        expect(extraction === undefined ? [] : shown(extraction)).toEqual(wanted);
      }),
      { numRuns: 150, seed: 7 },
    );
  },
);

test("a row's cells keep their number when the line is trimmed", () => {
  expect(cellsOf("| 8 hours | 15 minutes |")).toEqual(["", "8 hours", "15 minutes", ""]);
});
