import { expect, test } from "vitest";
import { buildDocx, p } from "#reading/fixtures/docx.ts";
import { linesOf } from "#reading/fixtures/lines-of.ts";
import { buildXlsx, row, text } from "#reading/fixtures/xlsx.ts";

/** A cell: its text, and how many rows and columns it goes over. */
type Cell = { text: string; down?: number; across?: number };

const cellsOf = (rows: readonly string[]): Cell[][] =>
  rows.map((line) =>
    line.split(" | ").map((cell) => {
      const [, name = "", down = "1", across = "1"] = /^(.*?)(?:\^(\d+))?(?:>(\d+))?$/.exec(cell) ?? [];
      return { text: name, down: Number(down), across: Number(across) };
    }),
  );

/** Each cell with the row and column where it begins. */
function placed(rows: Cell[][]) {
  const taken = new Set<string>();
  return rows.map((cells, top) => {
    let left = 0;
    return cells.map(({ text: name, down = 1, across = 1 }) => {
      while (taken.has(`${top} ${left}`)) left++;
      for (let to = top; to < top + down; to++)
        for (let at = left; at < left + across; at++) taken.add(`${to} ${at}`);
      return { name, top, left, down, across };
    });
  });
}

const letter = (column: number) => String.fromCharCode(65 + column);

const formats = {
  html: (rows: Cell[][]) =>
    `<table>${rows
      .map(
        (cells) =>
          `<tr>${cells.map((cell) => `<td rowspan=${cell.down} colspan=${cell.across}>${cell.text}`).join("")}`,
      )
      .join("")}</table>`,
  xlsx: (rows: Cell[][]) => {
    const places = placed(rows);
    const merged = places
      .flat()
      .filter(({ down, across }) => down * across > 1)
      .map(
        ({ top, left, down, across }) =>
          `<mergeCell ref="${letter(left)}${top + 1}:${letter(left + across - 1)}${top + down}"/>`,
      );
    const lines = places.map((cells, at) =>
      row(at + 1, cells.map(({ name, left }) => text(`${letter(left)}${at + 1}`, name)).join("")),
    );
    const more = `<mergeCells>${merged.join("")}</mergeCells>`;
    return buildXlsx([{ name: "Sheet", rows: lines.join(""), more, before: "" }]);
  },
  docx: (rows: Cell[][]) => {
    const places = placed(rows).flat();
    const lines = rows.map((_, at) =>
      places
        .filter(({ top, down }) => at >= top && at < top + down)
        .toSorted((one, other) => one.left - other.left)
        .map(({ name, top, down, across }) => {
          const merge = down === 1 ? "" : at === top ? '<w:vMerge w:val="restart"/>' : "<w:vMerge/>";
          const properties = `<w:tcPr><w:gridSpan w:val="${across}"/>${merge}</w:tcPr>`;
          return `<w:tc>${properties}${p(at === top ? name : "")}</w:tc>`;
        })
        .join(""),
    );
    return buildDocx(`<w:tbl>${lines.map((line) => `<w:tr>${line}</w:tr>`).join("")}</w:tbl>`);
  },
};

const tables: Record<string, { rows: string[]; lines: string[] }> = {
  "words without column names": {
    rows: ["Ohio^2 | Late fee", "Early fee", "Iowa^3 | Wire fee", "Card fee", "Cash"],
    lines: ["Ohio | Late fee", "Ohio | Early fee", "Iowa | Wire fee", "Iowa | Card fee", "Iowa | Cash"],
  },
  "figures without column names": {
    rows: ["Ohio^3 | Late | 5 dollars", "Early | 7 dollars", "Wire | 9 dollars"],
    lines: ["Ohio | Late | 5 dollars", "Ohio | Early | 7 dollars", "Ohio | Wire | 9 dollars"],
  },
  "a value in the last column": {
    rows: ["Late fee | Fee applies^2", "Early fee"],
    lines: ["Late fee | Fee applies", "Early fee | Fee applies"],
  },
  "a value alone in its first row": {
    rows: ["Ohio^2 |  | ", "Late | 5 dollars", "Iowa | Early | 7 dollars"],
    lines: ["Ohio |  |", "Ohio | Late | 5 dollars", "Iowa | Early | 7 dollars"],
  },
  "values below column names": {
    rows: ["State | Fee", "Ohio^2 | Late fee", "Early fee"],
    lines: ["header State | Fee", "Ohio | Late fee", "Ohio | Early fee"],
  },
  "column names on two levels": {
    rows: ["State^2 | Fee>2", "Low | High", "Ohio^2 | None | Some", "Few | Many"],
    lines: ["header State | Fee Low | Fee High", "Ohio | None | Some", "Ohio | Few | Many"],
  },
  "column names with their unit below": {
    rows: ["State^2 | Amount", "(USD)", "Ohio | 25.00", "Iowa | 27.00"],
    lines: ["header State | Amount (USD)", "Ohio | 25.00", "Iowa | 27.00"],
  },
};

const cases = Object.entries(tables).flatMap(([name, table]) =>
  (Object.keys(formats) as (keyof typeof formats)[]).map((kind) => ({ name, kind, table })),
);

test.each(cases)("a value merged over rows stands in each of them: $name, $kind", async ({ kind, table }) => {
  const { lines } = await linesOf(`f.${kind}`, formats[kind](cellsOf(table.rows)));
  const read = lines.filter((line) => !line.startsWith("heading"));
  expect(read).toEqual(table.lines.map((line) => (line.startsWith("header") ? line : `table_row ${line}`)));
});

test("a cell of a page goes on to the end of its part of the table, and no further", async () => {
  const page = `<table><thead><tr><th>State<th rowspan=9>Fee<tbody><tr><td>Ohio<td rowspan=0>5 dollars<tr><td>Iowa<tbody><tr><td>Utah<td>7 dollars</table>`;
  expect((await linesOf("f.html", page)).lines).toEqual([
    "header State | Fee",
    "table_row Ohio | 5 dollars",
    "table_row Iowa | 5 dollars",
    "table_row Utah | 7 dollars",
  ]);
});

test("a column name merged over the rows below it is their value, and swallows none of them", async () => {
  const page = `<table><tr><th>State<th>Fee<th rowspan=3>Applies to all<tr><td>Ohio<td>Low<tr><td>Iowa<td>High</table>`;
  expect((await linesOf("f.html", page)).lines).toEqual([
    "header State | Fee | Applies to all",
    "table_row Ohio | Low | Applies to all",
    "table_row Iowa | High | Applies to all",
  ]);
});
