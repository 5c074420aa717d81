import type { Piece } from "../parts.ts";
import { Unreadable } from "../reading.ts";
import { type Cell, emptyCell, type Row, rowPieces } from "../word/tables.ts";

/** A sheet's cells as they are shown, by row and column from 0. Rows and columns without text are absent. */
export type Grid = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** A cell over several rows or columns: the corner that holds the text, and how far it goes, all included. */
export type Merged = { top: number; left: number; bottom: number; right: number };

/** More than any list of rules has; a data set of this size is asked with a query, not in words. */
export const MOST_ROWS = 100_000;

export const tooManyRows = (what: string) =>
  new Unreadable(
    "limit",
    `${what} has more than ${MOST_ROWS.toLocaleString("en")} rows. Keep the rows that matter and upload it again.`,
  );

/** A table of 100,000 rows and 50 columns; columns without text do not count. */
const MOST_CELLS = 5_000_000;
/** A cell over more rows is a colored column, not a value. */
const MOST_MERGED_ROWS = 1_000;

/**
 * Tables and the text between them: an empty row ends a table. A row of one cell above a table is its caption; a block of
 * one column is text. A row in `leftOut` had text that is not read.
 */
export function gridPieces(
  grid: Grid,
  merged: readonly Merged[] = [],
  leftOut: ReadonlySet<number> = new Set(),
): Piece[] {
  const spans = spansByRow(merged.filter(({ top, left }) => grid.get(top)?.has(left) === true));
  /** Whether a row only seems empty: a cell goes over it, or its text was left out. */
  const isPart = (row: number) => leftOut.has(row) || (spans.get(row) ?? []).some(({ top }) => top < row);
  const blocks: number[][] = [];
  for (const row of [...grid.keys()].toSorted((one, other) => one - other)) {
    const block = blocks.at(-1);
    let next = (block?.at(-1) ?? row) + 1;
    while (next < row && isPart(next)) next++;
    if (block === undefined || next < row) blocks.push([row]);
    else block.push(row);
  }
  return blocks.flatMap((rows) => blockPieces(grid, rows, spans));
}

type Spans = ReadonlyMap<number, readonly Merged[]>;

function spansByRow(merged: readonly Merged[]): Spans {
  const spans = new Map<number, Merged[]>();
  for (const span of merged)
    for (let row = span.top; row <= Math.min(span.bottom, span.top + MOST_MERGED_ROWS); row++) {
      const over = spans.get(row);
      if (over === undefined) spans.set(row, [span]);
      else over.push(span);
    }
  return spans;
}

function blockPieces(grid: Grid, rows: readonly number[], spans: Spans): Piece[] {
  const cellsOf = (row: number) => grid.get(row) ?? new Map<number, string>();
  const used = new Set<number>();
  for (const row of rows) for (const column of cellsOf(row).keys()) used.add(column);
  const columns = [...used].toSorted((one, other) => one - other);
  if (rows.length * columns.length > MOST_CELLS)
    throw new Unreadable(
      "limit",
      "The cells of a sheet are spread too far for a table. Keep those that matter and upload it again.",
    );
  const pieces: Piece[][] = [];
  let table: Row[] = [];
  const close = () => {
    pieces.push(rowPieces(table, false));
    table = [];
  };
  for (const [at, row] of rows.entries()) {
    const cells = cellsOf(row);
    const over = spans.get(row) ?? [];
    const [only] = cells.values();
    const next = rows[at + 1] ?? Number.POSITIVE_INFINITY;
    const reachesRow = ({ top, bottom }: Merged) => top < row || bottom >= next;
    const isAlone = cells.size === 1 && !over.some(reachesRow);
    if (only !== undefined && isAlone && (columns.length === 1 || table.length === 0)) {
      close();
      pieces.push([{ type: "paragraph", text: only }]);
    } else table.push({ header: false, cells: rowCells(cells, row, columns, over) });
  }
  close();
  return pieces.flat();
}

function rowCells(
  cells: ReadonlyMap<number, string>,
  row: number,
  columns: readonly number[],
  spans: readonly Merged[],
): Cell[] {
  const out: Cell[] = [];
  for (let at = 0; at < columns.length;) {
    const column = columns[at] ?? 0;
    const span = spans.find(({ left: from, right: to }) => column >= from && column <= to);
    const text = cells.get(column) ?? "";
    const end = span === undefined ? at + 1 : columns.findIndex((next) => next > span.right);
    const width = (end === -1 ? columns.length : end) - at;
    const isTall = span !== undefined && span.bottom > span.top;
    out.push({
      ...emptyCell(width),
      pieces: text === "" ? [] : [{ type: "paragraph", text }],
      down: isTall ? (span.top === row ? "begins" : "goes on") : null,
    });
    at += width;
  }
  return out;
}
