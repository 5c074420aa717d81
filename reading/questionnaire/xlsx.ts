import { openPackage } from "#reading/extract/office/package.ts";
import type { Zip } from "#reading/extract/office/zip.ts";
import { openBook } from "#reading/extract/sheet/open-book.ts";
import { withTexts } from "./edit-sheet.ts";
import type { CellText } from "./edit-sheet.ts";
import { mostPlaces, titles } from "./layout.ts";
import type { ChosenPlace, FilledAnswer, FoundQuestion, Layout, Place } from "./layout.ts";
import { recognize } from "./recognize.ts";
import type { Grid } from "./recognize.ts";
import { checkRewritable, rewritten } from "./rewrite.ts";
import { scanSheet } from "./sheet-text.ts";
import type { SheetText } from "./sheet-text.ts";

type Sheet = {
  part: string;
  place: Place;
  questions: { row: number; text: string }[];
  text: SheetText;
  right: number;
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
    const open: Grid = { cells: grid, merged, isTaken: () => false };
    const first = recognize(open, name, own);
    const rows = new Set(first.questions.map(({ row }) => row));
    if (first.place.headerRow !== null) rows.add(first.place.headerRow);
    const text = await scanSheet(zip, part, rows);
    const isCovered = (row: number, column: number) =>
      merged.some(
        ({ top, left, bottom, right }) =>
          row >= top &&
          row <= bottom &&
          column >= left &&
          column <= right &&
          (row !== top || column !== left),
      );
    const isTaken = (row: number, column: number) =>
      text.rows.get(row)?.cells.some((cell) => cell.column === column && cell.isFilled) === true ||
      isCovered(row, column);
    const { place, questions } = recognize({ ...open, isTaken }, name, own);
    const right = Math.max(
      ...[...grid.values()].map((cells) => Math.max(...cells.keys())),
      ...[...text.rows.values()].flatMap(({ cells }) =>
        cells.filter((cell) => cell.isFilled).map((cell) => cell.column),
      ),
      ...merged.filter((one) => one.right - one.left < widestMerged).map((one) => one.right),
    );
    read.push({ part, place, questions, text, right });
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
  for (const [index, { part, place, text, right }] of sheets.entries()) {
    const own = answers.filter((answer) => answer.place === index);
    const { questionColumn, answerColumn, headerRow } = place;
    if (own.length === 0 || questionColumn === null) continue;
    const next = right + 1;
    const answer = answerColumn ?? next;
    const sources = answerColumn === null ? next + 1 : next;
    const confidence = sources + 1;
    const row = (at: number, [one, two, three]: readonly [string, string, string]): CellText[] => [
      { row: at, column: answer, text: one, like: questionColumn },
      { row: at, column: sources, text: two, like: questionColumn },
      { row: at, column: confidence, text: three, like: questionColumn },
    ];
    const texts = [
      ...(headerRow === null ? [] : row(headerRow, [titles.answer, titles.sources, titles.confidence])),
      ...own.flatMap((one) => row(one.row, [one.answer, one.sources, one.confidence])),
    ].filter((cell) => cell.text !== "");
    const wide = [
      ...(answerColumn === null ? [{ column: answer, width: "wide" as const }] : []),
      { column: sources, width: "wide" as const },
      { column: confidence, width: "narrow" as const },
    ];
    if (texts.length > 0) parts.set(part, withTexts(text, texts, wide));
  }
  return rewritten(bytes, parts);
}
