import { openPackage } from "#reading/extract/office/package.ts";
import type { Zip } from "#reading/extract/office/zip.ts";
import { openBook } from "#reading/extract/sheet/open-book.ts";
import { withTexts, type CellText } from "./edit-sheet.ts";
import {
  mostPlaces,
  titles,
  type ChosenPlace,
  type FilledAnswer,
  type FoundQuestion,
  type Layout,
  type Place,
} from "./layout.ts";
import { recognize, tableOf, type Grid, type Table } from "./recognize.ts";
import { checkRewritable, rewritten } from "./rewrite.ts";
import { scanSheet, type SheetText } from "./sheet-text.ts";

type Sheet = {
  part: string;
  place: Place;
  tables: Table[];
  questions: { row: number; text: string }[];
  text: SheetText;
  right: number;
  /** The cell in which a text for this one is seen. */
  seenAt(row: number, column: number): { row: number; column: number };
  stateOf: Grid["stateOf"];
};

/** Merged cells over more columns are a banner, not a reason to write far to its right. */
const widestMerged = 100;

async function readSheets(zip: Zip, chosen: readonly ChosenPlace[] | null): Promise<Sheet[]> {
  checkRewritable(zip.names);
  const book = await openBook(zip);
  const read: Sheet[] = [];
  for (const { name, part } of book.sheets) {
    if (read.length === mostPlaces) break;
    const { grid, merged } = await book.read(part);
    if (grid.size === 0) continue;
    const own = chosen?.[read.length];
    // first as if nothing else stood there: only these rows are looked at closely
    const open: Grid = { cells: grid, merged, stateOf: () => "empty" };
    const first = recognize(open, name, own);
    const rows = new Set(first.questions.map(({ row }) => row));
    for (const { row } of first.questions) {
      const { headerRow, answerBelow } = tableOf(first.tables, row);
      rows.add(headerRow ?? row).add(row + answerBelow);
    }
    const asked = [...rows];
    for (const { top, bottom } of merged) if (asked.some((row) => row > top && row <= bottom)) rows.add(top);
    const text = await scanSheet(zip, part, rows, book.texts);
    const seenAt = (row: number, column: number) => {
      const over = merged.find(
        ({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right,
      );
      return over === undefined ? { row, column } : { row: over.top, column: over.left };
    };
    const stateOf = (row: number, column: number) => {
      const seen = seenAt(row, column);
      if (seen.column !== column) return "covered";
      if (grid.get(seen.row)?.has(column) === true) return "filled";
      const cells = text.rows.get(seen.row)?.cells;
      // such as a formula whose result is empty
      return cells?.some((cell) => cell.column === column && cell.isFilled) === true ? "covered" : "empty";
    };
    const { place, tables, questions } = recognize({ ...open, stateOf }, name, own);
    const right = Math.max(
      ...[...grid.values()].map((cells) => Math.max(...cells.keys())),
      ...[...text.rows.values()].flatMap(({ cells }) =>
        cells.filter((cell) => cell.isFilled).map((cell) => cell.column),
      ),
      ...merged.filter((one) => one.right - one.left < widestMerged).map((one) => one.right),
    );
    read.push({ part, place, tables, questions, text, right, seenAt, stateOf });
  }
  return read;
}

export async function readXlsxQuestions(
  bytes: Uint8Array,
  chosen: readonly ChosenPlace[] | null,
): Promise<Layout> {
  const sheets = await readSheets(await openPackage(bytes, "Excel"), chosen);
  return {
    kind: "xlsx",
    places: sheets.map(({ place }) => place),
    questions: sheets.flatMap(({ questions }, place): FoundQuestion[] =>
      questions.map((question) => ({ place, ...question })),
    ),
  };
}

/** The workbook with answers in their column, or in new ones after the last: answer, sources, confidence. */
export async function fillXlsx(
  bytes: Uint8Array,
  chosen: readonly ChosenPlace[] | null,
  answers: readonly FilledAnswer[],
): Promise<Buffer> {
  const parts = new Map<string, string>();
  const sheets = await readSheets(await openPackage(bytes, "Excel"), chosen);
  for (const [index, { part, tables, text, right, seenAt, stateOf }] of sheets.entries()) {
    const own = answers.filter((answer) => answer.place === index);
    if (own.length === 0) continue;
    const next = right + 1;
    const used = [...new Set(own.map((one) => tableOf(tables, one.row)))];
    const isNew = used.some(({ answerColumn }) => answerColumn === null);
    const sources = isNew ? next + 1 : next;
    const confidence = sources + 1;
    const row = (
      at: number,
      { questionColumn, answerColumn }: Table,
      [one, two, three]: readonly [string, string, string],
    ): CellText[] => {
      const like = questionColumn ?? 0;
      return [
        { row: at, column: answerColumn ?? next, text: one, like },
        { row: at, column: sources, text: two, like },
        { row: at, column: confidence, text: three, like },
      ];
    };
    const texts = [
      ...used.flatMap((table) =>
        table.headerRow === null
          ? []
          : row(table.headerRow, table, [titles.answer, titles.sources, titles.confidence]),
      ),
      ...own.flatMap((one) => {
        const table = tableOf(tables, one.row);
        const at = one.row + table.answerBelow;
        return stateOf(at, table.answerColumn ?? next) === "covered"
          ? row(at, table, ["", `${one.answer}\n\n${one.sources}`.trim(), one.confidence])
          : row(at, table, [one.answer, one.sources, one.confidence]);
      }),
    ].filter((cell) => cell.text !== "");
    const wide = [
      ...(isNew ? [{ column: next, width: "wide" as const }] : []),
      { column: sources, width: "wide" as const },
      { column: confidence, width: "narrow" as const },
    ];
    if (texts.length > 0) parts.set(part, withTexts(text, joined(texts, seenAt), wide));
  }
  return rewritten(bytes, parts);
}

/** The texts in the cells in which they are seen: several rows may share one, which then holds the texts of all. */
function joined(texts: readonly CellText[], seenAt: Sheet["seenAt"]): CellText[] {
  const cells = new Map<string, CellText>();
  for (const text of texts) {
    const seen = seenAt(text.row, text.column);
    const name = `${seen.row}/${seen.column}`;
    const own = cells.get(name);
    cells.set(
      name,
      own === undefined ? { ...text, ...seen } : { ...own, text: `${own.text}\n\n${text.text}` },
    );
  }
  return [...cells.values()];
}
