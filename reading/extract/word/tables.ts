import {
  areNames,
  joinLevels,
  looksLikeHeader,
  MOST_LEVELS,
  ROW_CHARACTERS,
  rowPiece,
  spreadsTo,
} from "../tables.ts";
import type { BodyPiece } from "./pieces.ts";

/** A cell over `span` columns; `begins` and `goes on` mark cells merged over several rows. */
export type Cell = { pieces: BodyPiece[]; span: number; down: "begins" | "goes on" | null };
export type Row = { cells: Cell[]; header: boolean };

export const emptyCell = (span: number): Cell => ({ pieces: [], span, down: null });

/** No table of 18 real documents has more columns; limits a false count. */
const MOST_COLUMNS = 64;

/**
 * Table rows as single lines of cells; layout tables become paragraphs. A nested row stays in its cell. A cell merged over
 * rows or over named columns repeats its text in each of them; other columns that it covers are empty, so that each text is
 * in its own. Rows of column names become one, with the full name of each column.
 */
export function rowPieces(rows: Row[], nested: boolean): BodyPiece[] {
  const pieces: BodyPiece[] = [];
  const levels: string[][] = [];
  let names: string[] = [];
  let above: string[] = [];
  let before: Row | null = null;
  let isTall = false;
  let isHead = true;
  const closeHead = () => {
    if (levels.length > 0) pieces.push(rowPiece((names = joinLevels(levels)), true));
    levels.length = 0;
  };
  for (const row of rows) {
    const filled = row.cells.filter((cell) => cell.pieces.length > 0);
    if (filled.length === 0) continue;
    if (!nested && (row.cells.length === 1 || lengthOf(row) > ROW_CHARACTERS || filled.some(hasHeading))) {
      closeHead();
      pieces.push(...filled.flatMap((cell) => cell.pieces));
      continue;
    }
    const texts = row.cells.map(textOf);
    // Column names continue if the file says so, beside a name that spans rows, and below one that spans columns.
    const goesOn =
      levels.length < MOST_LEVELS &&
      ((isTall && row.cells.some((cell) => cell.down === "goes on")) ||
        (areNames(texts) && (row.header || dividesNames(before, row))));
    const isFirst = levels.length === 0 && (row.header || (rows.length > 1 && looksLikeHeader(texts)));
    isHead &&= levels.length === 0 ? isFirst : goesOn;
    if (isHead) {
      isTall ||= row.cells.some((cell) => cell.down === "begins");
      levels.push(inColumns(row.cells, texts, () => true));
      before = row;
      continue;
    }
    closeHead();
    above = repeated(
      row.cells,
      inColumns(row.cells, texts, (text, from, to) => spreadsTo(text, names, from, to)),
      above,
    );
    pieces.push(rowPiece(above, false));
  }
  closeHead();
  return pieces;
}

/** Whether a row lies below names over several columns, and divides one of them. */
function dividesNames(upper: Row | null, { cells }: Row): boolean {
  const edges = edgesOf(cells);
  const names = edgesOf(upper?.cells ?? []);
  const isWhole = names.every((edge) => edges.includes(edge));
  return isWhole && edges.length > names.length;
}

/** The column after each cell. */
function edgesOf(cells: Cell[]): number[] {
  let column = 0;
  return cells.map(({ span }) => (column += span));
}

/** The text of each column; one over several columns stands in the first of them, and in those to which it spreads. */
function inColumns(
  cells: Cell[],
  texts: string[],
  spreads: (text: string, from: number, to: number) => boolean,
): string[] {
  let column = 0;
  return cells.flatMap(({ span }, index) => {
    const text = texts[index] ?? "";
    const from = column;
    const width = Math.min(span, MOST_COLUMNS);
    column += width;
    return Array.from({ length: width }, (_, at) => (at === 0 || spreads(text, from, from + at) ? text : ""));
  });
}

/** Fills the cells that go on from the row above. */
function repeated(cells: Cell[], texts: string[], above: string[]): string[] {
  const out = [...texts];
  let column = 0;
  for (const { span, down } of cells) {
    const width = Math.min(span, MOST_COLUMNS);
    if (down === "goes on")
      for (let at = column; at < column + width; at++) out[at] = out[at] || (above[at] ?? "");
    column += width;
  }
  return out;
}

const textOf = ({ pieces }: Cell) => pieces.map((piece) => piece.text.replaceAll("\n", " ")).join(" ");
const lengthOf = ({ cells }: Row) =>
  cells.reduce((sum, { pieces }) => sum + pieces.reduce((total, { text }) => total + text.length, 0), 0);
const hasHeading = ({ pieces }: Cell) => pieces.some((piece) => piece.type === "heading");
