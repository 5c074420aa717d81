import type { Merged } from "#reading/extract/sheet/grid.ts";
import { longestKept, longestTitle, mostColumns, mostFound, type ChosenPlace, type Place } from "./layout.ts";
import { pairsIn } from "./pairs.ts";
import {
  answerWords,
  asks,
  isTitle,
  longestTitleWords,
  looksLikeQuestion,
  questionWords,
  withoutLabel,
  wordsOf,
} from "./words.ts";

/** The cells of a sheet or a table with text, by row and column. */
export type Cells = ReadonlyMap<number, ReadonlyMap<number, string>>;

export type Grid = {
  cells: Cells;
  merged: readonly Merged[];
  /** What a cell holds: a text; something that is not seen, or another cell goes over it, so that it takes no answer; or nothing. */
  stateOf(row: number, column: number): "filled" | "covered" | "empty";
};

/** A title above this many rows of text is not a title of the table. */
const titleWithin = 50;

/** Of the rows below its header, as far as the next table's. */
export type Table = {
  headerRow: number | null;
  questionColumn: number | null;
  answerColumn: number | null;
  /** How many rows below its question an answer stands. */
  answerBelow: 0 | 1;
};

type Found = { row: number; text: string }[];

/** The tables of a place and its questions, as far as the text says it, or as a person chose. */
export function recognize(
  grid: Grid,
  name: string,
  chosen: ChosenPlace | undefined,
): { place: Place; tables: Table[]; questions: Found } {
  const all = readPairs(grid, chosen) ?? readTables(grid, chosen);
  const tables = all.map(({ table }) => table);
  const open = all.flatMap(({ found, table: { answerColumn, answerBelow } }) =>
    found.filter(
      ({ row }) => answerColumn === null || grid.stateOf(row + answerBelow, answerColumn) !== "filled",
    ),
  );
  const isUsed = chosen?.isUsed ?? open.length > 0;
  const { headerRow, questionColumn, answerColumn } = tableOf(tables, 0);
  return {
    place: {
      name,
      columns: columnsOf(grid.cells, headerRow),
      ...{ headerRow, questionColumn, answerColumn, isUsed },
      answered: all.reduce((sum, { found }) => sum + found.length, 0) - open.length,
    },
    tables,
    questions: isUsed ? open.slice(0, mostFound) : [],
  };
}

type Read = { table: Table; found: Found }[];

/** Null if a header names columns, or a person chose others. */
function readPairs({ cells }: Grid, chosen: ChosenPlace | undefined): Read | null {
  const pairs = pairsIn(cells);
  const [first] = pairs;
  if (first === undefined) return null;
  const { column } = first;
  if (chosen !== undefined && (chosen.questionColumn !== column || chosen.answerColumn !== column))
    return null;
  const rows = new Set(pairs.map(({ row }) => row));
  const headers = headersIn(cells, sortedRows(cells));
  if (headers.some((row) => !rows.has(row) && cells.get(row)?.size !== 1)) return null;
  const found = pairs.map(({ row, text }) => ({ row, text: askedOf(text) }));
  const table = { headerRow: null, questionColumn: column, answerColumn: column, answerBelow: 1 } as const;
  return [{ table, found: found.toSorted((one, other) => one.row - other.row) }];
}

const sortedRows = (cells: Cells) => [...cells.keys()].toSorted((one, other) => one - other);

const askedOf = (text: string) => withoutLabel(text).slice(0, longestKept).toWellFormed();

function readTables(grid: Grid, chosen: ChosenPlace | undefined): Read {
  const rows = sortedRows(grid.cells);
  const headers = headersIn(grid.cells, rows);
  const titled = headers.map((row) => columnWith(grid.cells.get(row), questionWords) ?? null);
  const [own = likeliest(grid.cells)] = titled;
  // a choice that repeats what was found leaves each table its own columns
  const isChosen = chosen !== undefined && chosen.questionColumn !== own;
  const first = isChosen ? chosen.questionColumn : own;
  const starts = headers.length > 0 ? headers : [headerAbove(grid.cells, rows, first)];
  const rowsBelow = below(rows, starts);
  const read = starts.map((headerRow, at) => {
    const questionColumn = isChosen ? first : (titled[at] ?? first);
    const isNamed = isChosen || headers.length > 0;
    const found = questionsIn(grid, { rows: rowsBelow[at] ?? [], headerRow, questionColumn, isNamed });
    return { headerRow, questionColumn, found, ...answersOf(grid, headerRow, found, questionColumn) };
  });
  const isTaken = read.some(({ found }) => found.length > 0) && read.every(({ open }) => open === 0);
  const named = isTaken ? null : (read[0]?.answerColumn ?? null);
  const isAnswerChosen = chosen !== undefined && chosen.answerColumn !== named;
  return read.map(({ headerRow, questionColumn, found, ...titledAs }) => {
    const column = isAnswerChosen ? chosen.answerColumn : isTaken ? null : titledAs.answerColumn;
    const answerColumn = column === questionColumn ? null : column;
    return { table: { headerRow, questionColumn, answerColumn, answerBelow: 0 }, found };
  });
}

/** The table in which a row stands: the one of the nearest header above it, or the first. */
export const tableOf = (tables: readonly Table[], row: number): Table =>
  tables.findLast(({ headerRow }) => headerRow !== null && headerRow < row) ??
  tables[0] ?? { headerRow: null, questionColumn: null, answerColumn: null, answerBelow: 0 };

/** The rows below each of these, as far as the next; below null: all. */
function below(rows: readonly number[], starts: readonly (number | null)[]): number[][] {
  const parts = starts.map((): number[] => []);
  let at = starts[0] === null ? 0 : -1;
  for (const row of rows)
    if (starts[at + 1] === row) at++;
    else parts[at]?.push(row);
  return parts;
}

/** Rows that name a column of questions and one of answers; without any, the first that names questions. */
function headersIn(cells: Cells, rows: readonly number[]): number[] {
  const named = rows.flatMap((row) => {
    const question = columnWith(cells.get(row), questionWords);
    const answer = columnWith(cells.get(row), answerWords, question);
    return question === undefined || answer === undefined ? [] : [{ row, question, answer }];
  });
  const rowsBelow = below(
    rows,
    named.map(({ row }) => row),
  );
  const titled = rows
    .slice(0, titleWithin)
    .filter((row) => columnWith(cells.get(row), questionWords) !== undefined);
  const top = titled.find((row) => (cells.get(row)?.size ?? 0) > 1);
  const headers = named.filter(({ row, question, answer }, at) => {
    const own = cells.get(row);
    const isBare = [question, answer].every((column) => wordsOf(own?.get(column) ?? "").length === 1);
    if (row === top || isBare) return true;
    // "Requirement 5 | Incident response" names no columns: the cells below such an answer are full
    const texts =
      rowsBelow[at]?.flatMap((one) => cells.get(one) ?? []).filter((one) => one.has(question)) ?? [];
    return texts.filter((one) => one.has(answer)).length * 2 <= texts.length;
  });
  const found = headers.map(({ row }) => row);
  // a banner such as "Vendor questions" is a title only if no other is there
  const first = top ?? (found.length === 0 ? titled[0] : undefined);
  return first === undefined || first >= (found[0] ?? Infinity) ? found : [first, ...found];
}

function columnWith(
  cells: ReadonlyMap<number, string> | undefined,
  words: ReadonlySet<string>,
  except?: number,
): number | undefined {
  for (const [column, text] of cells ?? []) if (column !== except && isTitle(text, words)) return column;
  return undefined;
}

/** The column with most questions; null if no cell is one. */
function likeliest(cells: Cells): number | null {
  const counts = new Map<number, number>();
  for (const row of cells.values())
    for (const [column, text] of row) if (asks(text)) counts.set(column, (counts.get(column) ?? 0) + 1);
  let best: number | null = null;
  for (const [column, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = column;
  return best;
}

/** Without a title of its own: the row above the first question, if it has several short texts. */
function headerAbove(cells: Cells, rows: readonly number[], column: number | null): number | null {
  if (column === null) return null;
  const first = rows.find((row) => asks(cells.get(row)?.get(column) ?? ""));
  const above = first === undefined ? undefined : cells.get(first - 1);
  if (first === undefined || above === undefined || above.size < 2 || !above.has(column)) return null;
  return [...above.values()].every((text) => wordsOf(text).length <= longestTitleWords) ? first - 1 : null;
}

type Where = Pick<Table, "headerRow" | "questionColumn"> & {
  rows: readonly number[];
  /** A title or a person names the column. */
  isNamed: boolean;
};

function questionsIn({ cells, merged }: Grid, { rows, headerRow, questionColumn, isNamed }: Where): Found {
  if (questionColumn === null) return [];
  const title = headerRow === null ? undefined : cells.get(headerRow)?.get(questionColumn);
  const found: Found = [];
  for (const row of rows) {
    const own = cells.get(row);
    const text = own?.get(questionColumn);
    // a title that is repeated on each printed page
    if (own === undefined || text === undefined || text === title) continue;
    if (!(isNamed ? looksLikeQuestion(text) : asks(text))) {
      if (headerRow === null || own.size === 1 || wordsOf(text).length < 3) continue;
      const isAcross = merged.some(
        (one) => one.top === row && one.left <= questionColumn && one.right > one.left,
      );
      if (isAcross) continue;
    }
    found.push({ row, text: askedOf(text) });
  }
  return found;
}

/** Of the columns with a title for answers the one with most cells that can take one, and how many these are. */
function answersOf(
  { cells, stateOf }: Grid,
  headerRow: number | null,
  found: Found,
  questionColumn: number | null,
): { answerColumn: number | null; open: number } {
  let best: { answerColumn: number | null; open: number } = { answerColumn: null, open: 0 };
  for (const [column, text] of cells.get(headerRow ?? -1) ?? []) {
    if (column === questionColumn || !isTitle(text, answerWords)) continue;
    const open = found.filter(({ row }) => stateOf(row, column) === "empty").length;
    if (best.answerColumn === null || open > best.open) best = { answerColumn: column, open };
  }
  return best;
}

function columnsOf(cells: Cells, headerRow: number | null): Place["columns"] {
  const used = new Set<number>();
  for (const row of cells.values()) for (const column of row.keys()) used.add(column);
  return [...used]
    .toSorted((one, other) => one - other)
    .slice(0, mostColumns)
    .map((index) => {
      const title = headerRow === null ? undefined : cells.get(headerRow)?.get(index);
      return { index, title: (title ?? `Column ${lettersOf(index)}`).slice(0, longestTitle).toWellFormed() };
    });
}

/** `27` is `AB`. */
export function lettersOf(column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
