import type { Piece } from "../parts.ts";
import { type Cell, emptyCell, type Row, rowPieces } from "../word/tables.ts";

/** A sheet's cells as they are shown, by row and column from 0. Rows and columns without text are absent. */
export type Grid = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** A cell over several rows or columns: the corner that holds the text, and how far it goes, all included. */
export type Merged = { top: number; left: number; bottom: number; right: number };

/** A cell over more rows is a colored column, not a value. */
const MOST_COVERED = 1_000;

type Span = Merged & { rows: number[] };

/**
 * Tables and the text between them: an empty row ends a table. A row of one cell above a table is its caption; a block of
 * one column is text. A row in `leftOut` had text that is not read.
 */
export function gridPieces(
  grid: Grid,
  merged: readonly Merged[] = [],
  leftOut: ReadonlySet<number> = new Set(),
): Piece[] {
  const rows = [...grid.keys()].toSorted((one, other) => one - other);
  const pieces: Piece[] = [];
  let block: number[] = [];
  const close = () => {
    pieces.push(...blockPieces(grid, block, merged));
    block = [];
  };
  for (const row of rows) {
    const before = block.at(-1);
    if (before !== undefined && row > before + 1 && !isCovered(before, row, merged, leftOut)) close();
    block.push(row);
  }
  close();
  return pieces;
}

/** Whether the rows between two rows only seem empty: cells go over them, or their text was left out. */
function isCovered(
  before: number,
  after: number,
  merged: readonly Merged[],
  leftOut: ReadonlySet<number>,
): boolean {
  if (after - before > MOST_COVERED) return false;
  for (let row = before + 1; row < after; row++)
    if (!leftOut.has(row) && !merged.some(({ top, bottom }) => top < row && bottom >= row)) return false;
  return true;
}

function blockPieces(grid: Grid, rows: readonly number[], merged: readonly Merged[]): Piece[] {
  const cellsOf = (row: number) => grid.get(row) ?? new Map<number, string>();
  const columns = rows.flatMap((row) => [...cellsOf(row).keys()]);
  const left = Math.min(...columns);
  const right = Math.max(...columns);
  const spans = merged
    .filter((span) => span.bottom >= (rows[0] ?? 0) && span.top <= (rows.at(-1) ?? -1))
    .map((span): Span => ({ ...span, rows: rows.filter((row) => row >= span.top && row <= span.bottom) }));
  const pieces: Piece[] = [];
  let table: Row[] = [];
  const close = () => {
    pieces.push(...rowPieces(table, false));
    table = [];
  };
  for (const row of rows) {
    const cells = cellsOf(row);
    const [only] = cells.values();
    const isWide = spans.some(({ top, left: from, right: to }) => top === row && to > from);
    const isOver = spans.some(({ top, bottom }) => top < row && bottom >= row);
    if (cells.size === 1 && only !== undefined && (left === right || (table.length === 0 && !isOver))) {
      close();
      pieces.push({ type: "paragraph", text: only });
      continue;
    }
    table.push({ header: false, cells: rowCells(cells, row, left, right, isWide || isOver ? spans : []) });
  }
  close();
  return pieces;
}

function rowCells(
  cells: ReadonlyMap<number, string>,
  row: number,
  left: number,
  right: number,
  spans: readonly Span[],
): Cell[] {
  const out: Cell[] = [];
  for (let column = left; column <= right; column++) {
    const span = spans.find(
      ({ rows, left: from, right: to }) => rows.includes(row) && column >= from && column <= to,
    );
    const text = cells.get(column) ?? "";
    const width = span === undefined ? 1 : Math.min(span.right, right) - column + 1;
    const down =
      span === undefined || span.rows.length < 2 ? null : span.rows[0] === row ? "begins" : "goes on";
    out.push({
      ...emptyCell(width),
      pieces: text === "" ? [] : [{ type: "paragraph", text }],
      down,
    });
    column += width - 1;
  }
  return out;
}
