import { expect, test } from "vitest";
import { buildPdf, line, type PdfLine } from "#reading/fixtures/pdf.ts";
import { readPdf } from "./pdf.ts";

const LEFTS = [72, 152, 232, 312];
const HEIGHT = 20;

/** A drawn table; a first cell goes on over the blank ones below it, a name of a column doesn't. */
function drawn(rows: string[][], top = 720): PdfLine[] {
  const [left = 0, second = 0, , right = 0] = LEFTS;
  const bottom = top - rows.length * HEIGHT;
  const across = rows.map(
    (row, at) =>
      `${row[0] === "" && /\d/.test(rows[at - 1]?.[1] ?? "") ? second : left} ${top - at * HEIGHT} m ${right} ${top - at * HEIGHT} l S`,
  );
  const down = LEFTS.map((x) => `${x} ${bottom} m ${x} ${top} l S`);
  const frame = [...across, `${left} ${bottom} m ${right} ${bottom} l S`, ...down].join(" ");
  const texts = rows.flatMap((row, at) =>
    row.flatMap((text, column) =>
      text === "" ? [] : [line((LEFTS[column] ?? 0) + 4, top - at * HEIGHT - 14, text, { size: 10 })],
    ),
  );
  return [line(0, 0, "", { before: frame }), ...texts];
}

const names = ["Area", "Spot", "Fee"];
const first = [["North", "S1", "21"], ["", "S2", "22"], ["", "S3", "23"], ["South", "S4", "24"], ["", "S5", "25"]]; // prettier-ignore
const second = [
  ["", "S6", "26"],
  ["", "S7", "27"],
  ["West", "S8", "28"],
  ["", "S9", "29"],
];

const rowsOf = async (pages: PdfLine[][]) =>
  (await readPdf(buildPdf(pages))).pages.flatMap(({ text, blocks }) =>
    blocks.map(({ type, start, end }) => (type === "table_row" ? text.slice(start, end) : type)),
  );

test.each([true, false])(
  "a cell that is merged over rows of two pages has its value in all of them, names repeated: %s",
  async (isRepeated) => {
    const top = isRepeated ? [names] : [];
    const read = await rowsOf([drawn([names, ...first]), drawn([...top, ...second])]);
    expect(read).toEqual(
      [
        names,
        ...["S1", "S2", "S3"].map((spot, at) => ["North", spot, `${21 + at}`]),
        ...["S4", "S5"].map((spot, at) => ["South", spot, `${24 + at}`]),
        ...top,
        ...["S6", "S7"].map((spot, at) => ["South", spot, `${26 + at}`]),
        ...["S8", "S9"].map((spot, at) => ["West", spot, `${28 + at}`]),
      ].map((row) => row.join("\t")),
    );
  },
);

test("a blank cell at the top of a page stays blank if another table begins there", async () => {
  const other = [["Region", "Place", "Toll"], ["", "T1", "31"], ["", "T2", "32"], ["East", "T3", "33"], ["", "T4", "34"]]; // prettier-ignore
  const read = await rowsOf([drawn([names, ...first]), drawn(other)]);
  expect(read.slice(-4)).toEqual(["| T1 | 31", "| T2 | 32", "East\tT3\t33", "East\tT4\t34"]);
});
