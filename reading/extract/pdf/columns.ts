import { tabbed } from "../tables.ts";
import { NARROW } from "./gaps.ts";
import type { Line } from "./letters.ts";

export type BodyLine = { line: Line; level: number | null };
type Span = { left: number; right: number };
type Cell = Span & { text: string };

/** Maximum number of one-cell lines between the rows of a table. */
const LABELS_BETWEEN = 2;
/** Maximum number of lines above a table that may name its columns. */
const NAMES_ABOVE = 3;
/** Maximum distance between lines of one table, in font sizes. */
const NEAR = 2.5;
const MOST_COLUMNS = 24;
/** More rows or tables on one page make it a drawing. */
const MOST_ROWS = 1_000;
const MOST_TRIES = 200;

/**
 * Aligns the cells of each table with their columns: an empty cell gets its place (two tabs in a row), and adjacent names
 * are separated where the columns below are. A row that doesn't fit its table stays unchanged.
 */
export function alignColumns(body: BodyLine[]): BodyLine[] {
  const out = [...body];
  let tries = 0;
  for (const { from, to } of tables(body)) {
    let start = from;
    let end = to;
    // A row that doesn't fit begins another table.
    while (start < end && tries++ < MOST_TRIES) {
      const { lines, misfit } = alignTable(body, start, end);
      if (misfit === null) {
        for (const [at, line] of lines) out[at] = line;
        start = end;
        end = to;
      } else if (misfit > start) end = misfit;
      else {
        start = misfit + 1;
        end = to;
      }
    }
  }
  return out;
}

/** The lines of one table aligned by position, and the index of the first row that doesn't fit. */
function alignTable(
  body: BodyLine[],
  from: number,
  to: number,
): { lines: Map<number, BodyLine>; misfit: number | null } {
  const lines = new Map<number, BodyLine>();
  const first = Math.max(0, from - NAMES_ABOVE);
  const above = body.slice(first, from).filter((_, index) => isAbove(body, first + index, from));
  const columns = columnsOf(body.slice(from, to), above);
  if (columns === null) return { lines, misfit: null };
  for (let at = first; at < to; at++) {
    const entry = body[at];
    const isRow = at >= from && entry !== undefined && entry.line.cells > 1;
    if (entry === undefined || !(isRow || (at < from && above.includes(entry)))) continue;
    const line = isRow ? alignRow(entry.line, columns) : alignNames(entry.line, columns);
    if (line !== null) lines.set(at, { line, level: isRow ? entry.level : null });
    else if (isRow) return { lines, misfit: at };
  }
  return { lines, misfit: null };
}

/** Runs of lines with several cells, and the labels between them. */
function tables(body: BodyLine[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let open: { from: number; to: number } | null = null;
  let figures = false;
  for (const [at, { line, level }] of body.entries()) {
    if (line.cells < 2 || line.row !== undefined || line.turned || level !== null) continue;
    const isNear =
      open !== null && at - open.to <= LABELS_BETWEEN && isTight(body.slice(open.to - 1, at + 1));
    const isNew = figures && namesYears(line.text);
    if (open !== null && isNear && !isNew && at - open.from < MOST_ROWS) open.to = at + 1;
    else {
      found.push((open = { from: at, to: at + 1 }));
      figures = false;
    }
    figures ||= /\d/.test(figuresOf(line.text));
  }
  return found;
}

const figuresOf = (text: string) => text.replace(/\b(?:19|20)\d\d\b|\b\d{1,2},/g, "");
/** `2022  2021  Change` below rows of figures: the header of the next table. */
const namesYears = (text: string) => /\b(?:19|20)\d\d\b/.test(text) && !/\d/.test(figuresOf(text));

/** Whether each line is directly below the previous one. */
function isTight(lines: BodyLine[]): boolean {
  return lines.every(({ line }, index) => {
    const down = (lines[index - 1]?.line.y ?? line.y) - line.y;
    return index === 0 || (down > 0 && down < line.size * NEAR);
  });
}

/** A line directly above a table that may name its columns: its gaps are narrow. */
function isAbove(body: BodyLine[], at: number, from: number): boolean {
  const line = body[at]?.line;
  const first = body[from]?.line;
  if (line === undefined || first === undefined || line.turned || line.gaps.length === 0) return false;
  const near = line.y > first.y && line.y - first.y < first.size * NEAR * (from - at);
  return near && !/[.;:]$/.test(line.text);
}

/**
 * The columns of the rows with the most cells, if they are separate. A single such row is enough if it is the first, which
 * names them; in a line of names, narrow gaps count too.
 */
function columnsOf(rows: BodyLine[], above: BodyLine[]): Span[] | null {
  const split = rows.map(({ line }) => cellsOf(line, "\t"));
  const most = Math.max(...split.map((cells) => cells.length));
  if (most < 2 || most > MOST_COLUMNS) return null;
  const names = [...above, ...rows.slice(0, 2)]
    .filter(({ line }) => line.text.includes(NARROW))
    .map(({ line }) => cellsOf(line, NARROW));
  const full = [...split, ...names].filter((cells) => cells.length === most);
  const columns = Array.from({ length: most }, (_, column) => ({
    left: Math.min(...full.map((cells) => cells[column]?.left ?? 0)),
    right: Math.max(...full.map((cells) => cells[column]?.right ?? 0)),
  }));
  // a single full row that isn't the first may belong to something else: then others cross its columns
  const isOwn =
    split[0]?.length === most ||
    full.length > 1 ||
    split.every((cells) => cells.every(({ left, right }) => overlapped(columns, left, right).length === 1));
  const areApart = columns.every(
    ({ left }, column) => column === 0 || left > (columns[column - 1]?.right ?? 0),
  );
  return isOwn && areApart ? columns : null;
}

/** A row with its empty cells. */
function alignRow(line: Line, columns: Span[]): Line | null {
  const texts = textsOf(line, columns, "\t") ?? textsOf(line, columns, NARROW);
  if (texts === null) return null;
  if (texts.filter((text) => text !== "").length < 2) return line;
  return { ...line, text: tabbed(texts), cells: columns.length };
}

/** A line of names, which often lacks one for the first column. */
function alignNames(line: Line, columns: Span[]): Line | null {
  const texts = textsOf(line, columns, NARROW);
  if (texts === null || texts.length < 3 || texts.slice(1).includes("")) return null;
  return { ...line, text: tabbed(texts), cells: texts.length };
}

function textsOf(line: Line, columns: Span[], part: "\t" | typeof NARROW): string[] | null {
  const texts = columns.map(() => "");
  let last = -1;
  let wide = false;
  for (const { text, left, right, after } of cellsOf(line, part)) {
    const column = columnAt(columns, left, right);
    // a name over two columns, or two cells in one, belongs to another table
    if (column === null || column < last || (column === last && wide)) return null;
    texts[column] = texts[column] === "" ? text : `${texts[column]} ${text}`;
    last = column;
    wide = after === "\t";
  }
  return texts;
}

function overlapped(columns: Span[], left: number, right: number): number[] {
  return columns.flatMap((column, index) => (left < column.right && right > column.left ? [index] : []));
}

/** The one column that a cell overlaps, or the nearest if it lies between two. */
function columnAt(columns: Span[], left: number, right: number): number | null {
  const over = overlapped(columns, left, right);
  if (over.length > 0) return over.length === 1 ? (over[0] ?? null) : null;
  const distances = columns.map((column) => Math.max(column.left - right, left - column.right));
  const nearest = Math.min(...distances);
  const second = Math.min(...distances.filter((distance) => distance !== nearest));
  return nearest * 2 < second ? distances.indexOf(nearest) : null;
}

/** Parts of a line between its tabs, or between its narrow gaps too. */
function cellsOf(line: Line, part: "\t" | typeof NARROW): (Cell & { after: string })[] {
  const cells: (Cell & { after: string })[] = [];
  let { left } = line;
  let text = "";
  const parts = line.text.split(/([\t\f])/);
  for (let at = 0; at < parts.length; at += 2) {
    text += parts[at] ?? "";
    const sign = parts[at + 1];
    if (sign === NARROW && part === "\t") text += " ";
    if (sign === NARROW && part === "\t") continue;
    cells.push({ text, left, right: line.gaps[at] ?? line.right, after: sign ?? "" });
    left = line.gaps[at + 1] ?? line.right;
    text = "";
  }
  return cells;
}
