import fc from "fast-check";
import { expect, test } from "vitest";
import { readPdf } from "#reading/extract/pdf/pdf.ts";
import { readDoc } from "#reading/extract/word/doc.ts";
import { readDocx } from "#reading/extract/word/docx.ts";
import type { Extraction } from "#reading/extract/extraction.ts";
import { buildDoc } from "#reading/fixtures/doc.ts";
import { buildDocx, p } from "#reading/fixtures/docx.ts";
import { buildPdf, line } from "#reading/fixtures/pdf.ts";
import { buildTaggedPdf, element } from "#reading/fixtures/tagged-pdf.ts";

/** A cell over `rows` and `columns`, at its place in the table. */
type Cell = { text: string; row: number; column: number; rows: number; columns: number; isName: boolean };
type Table = { cells: Cell[]; rows: number; columns: number; levels: number };

const groups = ["Domestic", "Abroad"];
const figures = ["Cash", "Purchase"];

/**
 * Two columns of labels, merged over some rows, and figures under one or two levels of names. Each label is followed by
 * different figures.
 */
const anyTable = fc
  .record({
    hasLevels: fc.boolean(),
    runs: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    isLastMerged: fc.boolean(),
  })
  .map(({ hasLevels, runs, isLastMerged }): Table => {
    const width = hasLevels ? 6 : 4;
    const levels = hasLevels ? 2 : 1;
    const cell = (text: string, row: number, column: number, rows = 1, columns = 1): Cell => ({
      ...{ text, row, column, rows, columns },
      isName: row < levels,
    });
    const names = hasLevels
      ? [
          ...["Country", "City"].map((name, column) => cell(name, 0, column, 2)),
          ...groups.flatMap((name, at) => [
            cell(name, 0, 2 + at * 2, 1, 2),
            ...figures.map((figure, below) => cell(figure, 1, 2 + at * 2 + below)),
          ]),
        ]
      : ["Country", "City", "Limit", "Fee"].map((name, column) => cell(name, 0, column));
    let row = levels;
    const body: Cell[] = [];
    for (const [group, run] of runs.entries()) {
      body.push(cell(`Land ${"ABC"[group]}`, row, 0, run));
      for (let at = 0; at < run; at++)
        for (let column = 1; column < width; column++) {
          const isMerged = isLastMerged && column === width - 1;
          if (isMerged && at > 0) continue;
          body.push(
            cell(
              column === 1 ? `Town ${row + at}` : `${row + at}${column} USD`,
              row + at,
              column,
              isMerged ? run : 1,
            ),
          );
        }
      row += run;
    }
    return { cells: [...names, ...body], rows: row, columns: width, levels };
  });

/** The full name of each column, then each row with all its values. */
function wanted({ cells, rows, columns, levels }: Table): string[][] {
  const at = (row: number, column: number) =>
    cells.find(
      (cell) =>
        cell.row <= row &&
        row < cell.row + cell.rows &&
        cell.column <= column &&
        column < cell.column + cell.columns,
    )?.text ?? "";
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => at(row, column)),
  );
  const names = Array.from({ length: columns }, (_, column) =>
    [...new Set(grid.slice(0, levels).map((row) => row[column] ?? ""))].join(" "),
  );
  return [names, ...grid.slice(levels)];
}

const LEFT = 50;
const WIDTH = 84;
const TOP = 700;
const HEIGHT = 18;

function ruledPdf({ cells, rows, columns }: Table): Uint8Array {
  const boxes = cells.map(({ row, column, rows: tall, columns: wide }) => {
    const y = TOP - (row + tall) * HEIGHT;
    return `${LEFT + column * WIDTH} ${y} ${wide * WIDTH} ${tall * HEIGHT} re S`;
  });
  const drawn = cells
    .toSorted((one, other) => one.row - other.row || one.column - other.column)
    .map(({ text, row, column, rows: tall }) =>
      line(LEFT + column * WIDTH + 3, TOP - (row + tall / 2) * HEIGHT - 4, text, { size: 10 }),
    );
  const frame = `${LEFT} ${TOP - rows * HEIGHT} ${columns * WIDTH} ${rows * HEIGHT} re S`;
  return buildPdf([
    [line(50, 740, "The limits are:"), line(0, 0, "", { before: [...boxes, frame].join(" ") }), ...drawn],
  ]);
}

function taggedPdf({ cells, rows }: Table): Uint8Array {
  const row = (at: number) =>
    element(
      "TR",
      cells
        .filter((cell) => cell.row === at)
        .toSorted((one, other) => one.column - other.column)
        .map(({ text, column, rows: tall, columns: wide, isName }) =>
          element(
            isName ? "TH" : "TD",
            [line(LEFT + column * WIDTH, TOP - at * HEIGHT, text, { size: 10 })],
            `/O/Table/RowSpan ${tall}/ColSpan ${wide}`,
          ),
        ),
    );
  return buildTaggedPdf([
    element(
      "Table",
      Array.from({ length: rows }, (_, at) => row(at)),
    ),
  ]);
}

function docx({ cells, rows, columns }: Table): Uint8Array {
  const rowOf = (row: number) => {
    let out = "";
    for (let column = 0; column < columns;) {
      const cell = cells.find((one) => one.column === column && one.row <= row && row < one.row + one.rows);
      const span = cell?.columns ?? 1;
      const down =
        (cell?.rows ?? 1) < 2 ? "" : cell?.row === row ? '<w:vMerge w:val="restart"/>' : "<w:vMerge/>";
      const text = cell?.row === row ? cell.text : "";
      out += `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/>${down}</w:tcPr>${p(text)}</w:tc>`;
      column += span;
    }
    return `<w:tr>${out}</w:tr>`;
  };
  return buildDocx(`<w:tbl>${Array.from({ length: rows }, (_, row) => rowOf(row)).join("")}</w:tbl>`);
}

function doc({ cells, rows, columns }: Table): Uint8Array {
  let text = "";
  const marks: { at: number; properties: string }[] = [];
  for (let row = 0; row < rows; row++) {
    const own: Cell[] = [];
    for (let column = 0; column < columns; column += own.at(-1)?.columns ?? 1) {
      const cell = cells.find((one) => one.column === column && one.row <= row && row < one.row + one.rows);
      if (cell === undefined) break;
      own.push(cell);
      text += `${cell.row === row ? cell.text : ""}\x07`;
      marks.push({ at: text.length - 1, properties: "162401" });
    }
    text += "\x07";
    marks.push({ at: text.length - 1, properties: `16240117240108d6${definition(own, row)}` });
  }
  return buildDoc(`${text}The end.\r`, { marks });
}

/** The operand of sprmTDefTable: its length, the edges of the cells, and their flags. */
function definition(own: Cell[], row: number): string {
  const edges = [
    ...own.map(({ column }) => column),
    ...own.slice(-1).map(({ column, columns }) => column + columns),
  ];
  const bytes = Buffer.alloc(1 + edges.length * 2 + own.length * 20);
  bytes[0] = own.length;
  for (const [at, edge] of edges.entries()) bytes.writeInt16LE(edge * 1_500, 1 + at * 2);
  for (const [at, cell] of own.entries()) {
    const merged = cell.rows < 2 ? 0 : cell.row === row ? 3 : 1;
    bytes.writeUInt16LE(merged << 5, 1 + edges.length * 2 + at * 20);
  }
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length + 1);
  return Buffer.concat([length, bytes]).toString("hex");
}

const writers: Record<string, (table: Table) => Promise<Extraction>> = {
  "ruled pdf": (table) => readPdf(ruledPdf(table)),
  "tagged pdf": (table) => readPdf(taggedPdf(table)),
  docx: (table) => readDocx(docx(table)),
  doc: (table) => readDoc(doc(table)),
};

test.each(Object.keys(writers))(
  "a merged cell of a %s stands in every row it spans, and each column has its full name",
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (table) => {
        const { pages } = (await writers[kind]?.(table)) ?? { pages: [] };
        const [page] = pages;
        const rows = (page?.blocks ?? []).filter(({ type }) => type === "table_row");
        expect(rows.map(({ start, end }) => page?.text.slice(start, end).split(/\t| \| /))).toEqual(
          wanted(table),
        );
        expect(rows.map(({ header }) => header === true)).toEqual(rows.map((_, at) => at === 0));
      }),
      { numRuns: 60, seed: 2 },
    );
  },
);

test("reads a table of 300 columns, merged and overlapping ones included", async () => {
  const cell = (text: string, span: number | string, more = "") =>
    `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/>${more}</w:tcPr>${p(text)}</w:tc>`;
  const wide = Array.from({ length: 300 }, (_, at) => cell(`c${at}`, 1));
  const merged = [cell("all", 1e9, "<w:vMerge/>"), cell("none", -5), cell("some", "x", "<w:vMerge/>")];
  const rows = [wide, wide, merged].map((own) => `<w:tr>${own.join("")}</w:tr>`).join("");
  const { pages } = await readDocx(buildDocx(`<w:tbl>${rows}</w:tbl>${p("The end.")}`));
  const text = pages.map((page) => page.text).join("\n");
  for (const part of ["c299", "all", "none", "some", "The end."]) expect(text).toContain(part);
});
