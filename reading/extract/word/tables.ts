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

/** A number with its unit, if any: `25.00`, `$7`, `3 days`. */
const FIGURES = /^[^\p{L}\d]{0,3}\d[\d.,\s]*(?:[^\d\s]{1,3}|\p{L}{1,12})?$/u;

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
  let isHead = true;
  const closeHead = () => {
    const lowest = levels.at(-1);
    if (lowest !== undefined) pieces.push(rowPiece((names = joinLevels(levels)), true));
    above = lowest ?? above;
    levels.length = 0;
  };
  for (const [at, row] of rows.entries()) {
    const filled = row.cells.filter((cell) => cell.pieces.length > 0);
    if (filled.length === 0) continue;
    if (!nested && (row.cells.length === 1 || lengthOf(row) > ROW_CHARACTERS || filled.some(hasHeading))) {
      closeHead();
      pieces.push(...filled.flatMap((cell) => cell.pieces));
      continue;
    }
    const texts = row.cells.map(textOf);
    isHead &&=
      before === null || levels.length === 0
        ? row.header ||
          (rows.length > 1 && looksLikeHeader(texts) && !reachesRows(row, filledAfter(rows, at)))
        : levels.length < MOST_LEVELS && isLowerLevel(before, row, filledAfter(rows, at));
    if (isHead) {
      const level = inColumns(row.cells, texts, () => true);
      levels.push(levels.length === 0 ? level : repeated(row.cells, level, levels.at(-1) ?? []));
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

const filledAfter = (rows: readonly Row[], at: number) =>
  rows.slice(at + 1).filter(({ cells }) => cells.some(({ pieces }) => pieces.length > 0));

/**
 * Whether a row divides the names above it: the file says so, or its names lie below one that spans columns, or below names
 * whose columns hold figures. A value that spans rows looks like a name that does, so that alone is no sign of one.
 */
function isLowerLevel(upper: Row, row: Row, below: readonly Row[]): boolean {
  const isTall = row.cells.some((cell) => cell.down === "goes on");
  if (row.header && isTall) return true;
  if (!areNames(row.cells.map(textOf))) return false;
  return row.header || dividesNames(upper, row)
    ? !isTall || below.length > 0
    : isTall && headsFigures(row, below);
}

/** Whether a row has a value that goes on in the next, which is no row of column names. */
function reachesRows(row: Row, [next, ...below]: readonly Row[]): boolean {
  const isTall = next?.cells.some((cell) => cell.down === "goes on") ?? false;
  return next !== undefined && isTall && !isLowerLevel(row, next, below);
}

/** Whether the rows below a row of names have figures in one of its columns, and nothing else there. */
function headsFigures({ cells }: Row, below: readonly Row[]): boolean {
  const columns = below.map((row) => inColumns(row.cells, row.cells.map(textOf), () => false));
  return inColumns(cells, cells.map(textOf), () => false).some((name, column) => {
    const values = columns.map((texts) => texts[column] ?? "").filter((value) => value !== "");
    return name !== "" && values.length > 1 && values.every((value) => FIGURES.test(value));
  });
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
