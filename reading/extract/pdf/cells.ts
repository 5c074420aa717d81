import { tabbed } from "../tables.ts";
import { characterJoin } from "../joining.ts";
import { NARROW, NARROW_GAP } from "./gaps.ts";
import type { Line } from "./letters.ts";

type Span = { left: number; right: number };
type Cell = Span & { text: string; lines: number; foot: number; hyphen: boolean };
/** `from` and `to` are line positions; `rises` counts how often the text moved up for the next cell. */
type Row = {
  cells: Cell[];
  from: number;
  to: number;
  top: number;
  bottom: number;
  size: number;
  rises: number;
};

/** Maximum difference between line edges of one cell, in points: left, right, or center. */
const SAME_EDGE = 2.5;
/** Tolerance for baselines of one cell, in font sizes. */
const LEAST_DOWN = 0.7;
const MOST_DOWN = 1.7;
/** Maximum distance between table rows, in font sizes. */
const NEAR = 4;
/** A longer cell is a column of the page. */
const MOST_LINES = 12;
/** A cell may begin this many font sizes above the previous one, which is centered vertically in its row. */
const MOST_UP = 10;
/** Only figures, with their signs. */
export const FIGURES = /^[\d\s.,()%$€£¥—–-]+$/;

/**
 * Joins the lines of wrapped cells: a table drawn cell by cell moves down within a cell and up to the next one, the same
 * way in every row. A row becomes one line of whole cells; everything else stays unchanged.
 */
export function joinWrappedCells(lines: Line[]): Line[] {
  const rows = readRows(lines);
  const out: Line[] = [];
  for (let at = 0; at < rows.length;) {
    const end = endOfTable(rows, at);
    const table = rows.slice(at, end);
    const columns = table.length > 1 && table.some((row) => row.rises > 0) ? columnsOf(table) : null;
    for (const row of table)
      out.push(...(columns === null ? lines.slice(row.from, row.to) : [lineOf(row, lines, columns)].flat()));
    at = end;
  }
  return out;
}

/** All lines in order, as rows. Most have one cell: a paragraph or a part of it. */
function readRows(lines: Line[]): Row[] {
  const rows: Row[] = [];
  for (const [at, line] of lines.entries()) {
    const open = rows.at(-1);
    if (open === undefined || !extend(open, line, rows.at(-2)?.bottom)) rows.push(begin(line, at));
  }
  return rows;
}

function begin(line: Line, at: number): Row {
  // rotated text has no usable positions, so nothing continues it
  const size = line.turned ? 0 : line.size;
  return { cells: cellsOf(line), from: at, to: at + 1, top: line.y, bottom: line.foot, size, rises: 0 };
}

/** Adds a line to the row if it continues the last cell or lies to its right; else returns false. */
function extend(row: Row, line: Line, above: number | undefined): boolean {
  const last = row.cells.at(-1);
  if (last === undefined || line.turned || Math.abs(line.size - row.size) > 0.1 * row.size) return false;
  const [first, ...others] = cellsOf(line);
  if (first === undefined) return false;
  if (isBelow(last, first, line.y, row.size) && others.length === 0) {
    last.text = characterJoin(last.text, first.text, last.hyphen);
    last.left = Math.min(last.left, first.left);
    last.right = Math.max(last.right, first.right);
    Object.assign(last, { lines: last.lines + 1, foot: line.foot, hyphen: line.hyphen });
  } else if (isBeside(row, last, line, above)) {
    if (line.y > last.foot + row.size / 2) row.rises++;
    row.cells.push(first, ...others);
  } else return false;
  row.to++;
  row.top = Math.max(row.top, line.y);
  row.bottom = Math.min(row.bottom, line.foot);
  return true;
}

function isBelow(cell: Cell, next: Cell, y: number, size: number): boolean {
  const down = cell.foot - y;
  if (down < size * LEAST_DOWN || down > size * MOST_DOWN || cell.lines >= MOST_LINES) return false;
  // figures below each other form a column of a table drawn column by column
  if (FIGURES.test(cell.text) && FIGURES.test(next.text)) return false;
  return [
    cell.left - next.left,
    cell.right - next.right,
    (cell.left + cell.right - next.left - next.right) / 2,
  ].some((apart) => Math.abs(apart) < SAME_EDGE);
}

/** `above` is the end of the previous row: no cell of this one may reach up to it. */
function isBeside(row: Row, last: Cell, line: Line, above: number | undefined): boolean {
  if (line.left - last.right < NARROW_GAP * row.size || line.y < last.foot - 1) return false;
  if (above !== undefined && above > row.bottom && line.y > above - row.size / 2) return false;
  return line.y < row.top + MOST_UP * row.size;
}

/** The next row with several cells directly below the last one. */
function endOfTable(rows: Row[], start: number): number {
  let end = start + 1;
  for (let row = rows[end]; row !== undefined; row = rows[++end]) {
    const before = rows[end - 1];
    const down = before === undefined ? 0 : before.bottom - row.top;
    const isNext = row.cells.length > 1 && (before?.cells.length ?? 0) > 1;
    if (!isNext || down <= 0 || down > NEAR * row.size) break;
    if (columnsOf(rows.slice(start, end + 1)) === null) break;
  }
  return end;
}

/** The columns of the rows with the most cells; null if they overlap or a cell of another row spans two. */
function columnsOf(rows: Row[]): Span[] | null {
  const most = Math.max(...rows.map((row) => row.cells.length));
  const full = rows.filter((row) => row.cells.length === most);
  const columns = Array.from({ length: most }, (_, column) => ({
    left: Math.min(...full.map((row) => row.cells[column]?.left ?? 0)),
    right: Math.max(...full.map((row) => row.cells[column]?.right ?? 0)),
  }));
  const areApart = columns.every(({ left }, at) => at === 0 || left > (columns[at - 1]?.right ?? 0));
  const fit = rows.every((row) => row.cells.every((cell) => columnAt(columns, cell) !== null));
  return areApart && fit ? columns : null;
}

function columnAt(columns: Span[], { left, right }: Span): number | null {
  const over = columns.flatMap((column, at) => (left < column.right && right > column.left ? [at] : []));
  return over.length === 1 ? (over[0] ?? null) : null;
}

/** The row as one line, including empty cells. */
function lineOf(row: Row, lines: Line[], columns: Span[]): Line | Line[] {
  const own = lines.slice(row.from, row.to);
  const [first] = own;
  if (first === undefined || own.length === 1) return own;
  const cells = columns.map((column) => row.cells.filter((cell) => columnAt([column], cell) === 0));
  const spans = cells.map((column, at) => column[0] ?? columns[at] ?? first);
  return {
    ...first,
    text: tabbed(cells.map((column) => column.map(({ text }) => text).join(" "))),
    left: Math.min(...own.map(({ left }) => left)),
    right: Math.max(...own.map(({ right }) => right)),
    y: row.top,
    foot: row.bottom,
    bold: own.every(({ bold }) => bold),
    hyphen: false,
    cells: cells.length,
    gaps: spans.slice(1).flatMap(({ left }, at) => [spans[at]?.right ?? left, left]),
  };
}

function cellsOf(line: Line): Cell[] {
  const { text: whole, right, foot, hyphen } = line;
  if (line.gaps.length === 0) return [{ text: whole, left: line.left, right, lines: 1, foot, hyphen }];
  const cells: Cell[] = [];
  let { left } = line;
  let text = "";
  const parts = line.text.split(/([\t\f])/);
  for (let at = 0; at < parts.length; at += 2) {
    text += parts[at] ?? "";
    if (parts[at + 1] === NARROW) text += " ";
    else {
      cells.push({ text, left, right: line.gaps[at] ?? line.right, lines: 1, foot: line.y, hyphen: false });
      left = line.gaps[at + 1] ?? line.right;
      text = "";
    }
  }
  const last = cells.at(-1);
  if (last !== undefined) Object.assign(last, { foot: line.foot, hyphen: line.hyphen });
  return cells;
}
