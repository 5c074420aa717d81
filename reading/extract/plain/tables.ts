import type { Piece } from "../parts.ts";
import { looksLikeHeader, rowPiece } from "../tables.ts";

/** Rows of cells from a given line on, and the line after them. */
type Table = { rows: string[][]; end: number };
/** `rows` is null if the lines up to `end` aren't a table. */
type Reader = (lines: string[], from: number) => { rows: string[][] | null; end: number };

const BAR = /[|│┃]/;
const BARRED = /^\s*[|│┃].*[|│┃]\s*$/;
/**
 * `+----+----+`, `|---|:--:
 * `, `---- | ----`, `┌────┬────┐`: table borders, without content.
 */
const BORDER = /^(?=.*[-=─━═]{2})[\s|│┃+:=\-─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝]+$/;
const UNDERLINES = /^[\s\-=_]+$/;
const TAB_PARTED = /\S[^\S\t]*\t\s*\S/;
const GAP = /\S {2,}\S/;
const LABEL = /^(?:[•◦▪■●○–—*·‣⁃-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{1,6})[.)]|\d+(?:\.\d+)+\.?)$/;
/** Columns of prose side by side aren't a table: their cells are longer. */
const CELL_CHARACTERS = 32;

/** This many consecutive non-table lines are skipped together: checking from each line again would take too long. */
const MOST_TRIED = 60;

/** Reads the table that begins at a line, if any, drawn with bars, tabs or spaces. */
export function tableReader(lines: string[]): (from: number) => { pieces: Piece[]; end: number } | null {
  const failed = new Map<Reader, number>();
  const attempt = (read: Reader, from: number): Table | null => {
    if (from < (failed.get(read) ?? 0)) return null;
    const { rows, end } = read(lines, from);
    if (rows === null && end - from > MOST_TRIED) failed.set(read, end);
    return rows === null ? null : { rows, end };
  };
  return (from) => {
    const table = attempt(readBars, from) ?? attempt(readTabs, from) ?? attempt(readSpaces, from);
    if (table === null) return null;
    const { rows, end } = table;
    const pieces = rows.map((cells, index) =>
      rowPiece(cells, index === 0 && rows.length > 1 && looksLikeHeader(cells)),
    );
    return { pieces, end };
  };
}

function run(lines: string[], from: number, isPart: (line: string) => boolean): string[] {
  let end = from;
  while (end < lines.length && isPart(lines[end] ?? "")) end++;
  return lines.slice(from, end);
}

const readBars: Reader = (lines, from) => {
  const isBarred = (line: string) => BARRED.test(line) || BORDER.test(line);
  // without outer bars only the border below the names is evidence
  const loose =
    BAR.test(lines[from] ?? "") && BORDER.test(lines[from + 1] ?? "") && BAR.test(lines[from + 1] ?? "");
  const block = run(lines, from, loose ? (line) => BAR.test(line) : isBarred);
  const groups: string[][][] = [[]];
  for (const line of block) {
    if (BORDER.test(line)) groups.push([]);
    else groups.at(-1)?.push(cellsBetweenBars(line));
  }
  const filled = groups.filter((group) => group.length > 0);
  const count = filled.flat().length;
  const end = from + block.length;
  if (count === 0 || (count === 1 && block.length === 1)) return { rows: null, end };
  // With a border between all rows, the lines between two borders form one row.
  const rows = filled.length > 2 ? filled.map(joinCells) : filled.flat();
  return { rows: rows.every((row) => row.length > 1) ? rows : null, end };
};

function cellsBetweenBars(line: string): string[] {
  const inner = line.trim().replace(/^[|│┃]/, "").replace(/[|│┃]$/, ""); // prettier-ignore
  return inner.split(/[|│┃]/).map((cell) => cell.trim());
}

function joinCells(lines: string[][]): string[] {
  const width = Math.max(...lines.map((cells) => cells.length));
  return Array.from({ length: width }, (_, column) =>
    lines
      .map((cells) => cells[column] ?? "")
      .filter((cell) => cell !== "")
      .join(" "),
  );
}

const readTabs: Reader = (lines, from) => {
  const block = run(
    lines,
    from,
    (line) => TAB_PARTED.test(line) && !LABEL.test(line.trim().split(/\s/)[0] ?? ""),
  );
  if (block.length === 0) return { rows: null, end: from };
  const single = block.map((line) => line.trimEnd().split("\t").map((cell) => cell.trim())); // prettier-ignore
  const [names = []] = single;
  // Each tab separates two cells where all lines have as many, or the first names every column and none has more: empty
  // cells at a line's end have no tabs. Otherwise tabs only indent text.
  const isEven = block.length > 1 && new Set(single.map((cells) => cells.length)).size === 1;
  const isNamed =
    block.length > 1 &&
    !names.slice(1).includes("") &&
    single.every((cells) => cells.length <= names.length) &&
    looksLikeHeader(names);
  const rows =
    isEven || isNamed
      ? single.map((cells) => [...cells, ...names.slice(cells.length).map(() => "")])
      : single.map((cells) => cells.filter(Boolean));
  return { rows, end: from + block.length };
};

/** White space common to all lines separates columns. */
const readSpaces: Reader = (lines, from) => {
  if (!GAP.test(lines[from] ?? "")) return { rows: null, end: from };
  const block = run(
    lines,
    from,
    (line) => GAP.test(line.trim()) || (line.trim() !== "" && UNDERLINES.test(line)),
  );
  const rows = block.filter((line) => !UNDERLINES.test(line));
  const starts = columnStarts(rows);
  const cells = rows.map((line) =>
    starts.map((start, column) => line.slice(start, starts[column + 1]).trim()),
  );
  const isTable =
    starts.length > 1 &&
    (rows.length > 2 || (rows.length === 2 && starts.length > 2)) &&
    !(starts.length === 2 && cells.every(([label = ""]) => LABEL.test(label))) &&
    cells.every((row) => row.filter((cell) => cell !== "").length > 1) &&
    starts.slice(1).some((_, column) => usualLength(cells, column + 1) <= CELL_CHARACTERS);
  return { rows: isTable ? cells : null, end: from + block.length };
};

function columnStarts(lines: string[]): number[] {
  const width = Math.max(0, ...lines.map((line) => line.length));
  const starts: number[] = [];
  let blank = 2;
  for (let at = 0; at < width; at++) {
    const isBlank = lines.every((line) => (line[at] ?? " ") === " ");
    if (!isBlank && blank > 1) starts.push(at);
    blank = isBlank ? blank + 1 : 0;
  }
  return starts;
}

function usualLength(rows: string[][], column: number): number {
  const lengths = rows.map((cells) => cells[column]?.length ?? 0).sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 0;
}
