import type { Block, Page } from "./extraction.ts";
import type { Piece } from "./parts.ts";

/** Separates cells in Word and text files; PDF rows keep the tab, so that the page stays the file's own text. */
export const CELL_SEPARATOR = " | ";

const HEADER_CELL_CHARACTERS = 80;
/** A row with more text than this is a page laid out as a table, not a data row. */
export const ROW_CHARACTERS = 1_500;

/** A table row as one line of its cells; `header` if it names the columns. */
export function rowPiece(cells: string[], header: boolean): Piece & { type: "table_row" } {
  const text = barred(cells);
  return { type: "table_row", text, ...(header ? { header: true as const } : {}) };
}

/** A row with bars, which keep an empty first or last cell in its column when the line is trimmed. */
export function barred(cells: string[]): string {
  return cells
    .map((cell) => cell.replaceAll(CELL_SEPARATOR, ", "))
    .join(CELL_SEPARATOR)
    .trim();
}

/** Rows of column names above each other; more are data that the file marks wrongly. */
export const MOST_LEVELS = 3;

/** Short names without figures in the cells that have any: a lower level of column names. */
export const areNames = (cells: string[]) => looksLikeHeader(["", ...cells.filter((cell) => cell !== "")]);

/** The full name of each column: those of all its levels, a repeated one once. */
export function joinLevels(levels: string[][]): string[] {
  const width = Math.max(0, ...levels.map((names) => names.length));
  return Array.from({ length: width }, (_, column) =>
    [...new Set(levels.map((names) => names[column] ?? "").filter((name) => name !== ""))].join(" "),
  );
}

/** A row of a PDF: parted by tabs, unless its first or last cell is empty. */
export function tabbed(cells: string[]): string {
  return cells[0] === "" || cells.at(-1) === "" ? barred(cells) : cells.join("\t");
}

/** `2025`, `FY 2025`, `2024/25`, `2025 Budget`: a year names a column. */
const YEAR = /^(?:FY ?)?(?:19|20)\d\d(?:[-–/]\d{2,4}|[AEF])?$/i;
const FIGURE = /^[\s$€£(]*[\d.,]{2,}/;
const BEGINS_WITH_YEAR = /^(?:19|20)\d\d\s+\p{L}/u;

/**
 * Short names in every column but perhaps the first, and no figures: then the first of several rows may name the columns.
 */
export function looksLikeHeader(cells: string[]): boolean {
  const names = cells.slice(1);
  const years = new Set(names.filter((name) => YEAR.test(name)));
  const isName = (name: string) =>
    name !== "" &&
    name.length <= HEADER_CELL_CHARACTERS &&
    (!FIGURE.test(name) || years.has(name) || BEGINS_WITH_YEAR.test(name)) &&
    !/[.;]$/.test(name);
  // `Founded | 1987` names no columns; `Line | 2024 | 2025` does.
  const isOneYear = years.size === 1 && names.every((name) => years.has(name)) && cells[0] !== "";
  return names.length > 0 && names.every(isName) && !isOneYear;
}

/** Tables are runs of adjacent rows; a run across a page break is counted on each page. */
export function countTables(pages: Page[]): number {
  let tables = 0;
  for (const page of pages) {
    let before: Block | null = null;
    for (const block of page.blocks) {
      const begins = before?.type !== "table_row" || (block.header === true && before.header !== true);
      if (block.type === "table_row" && begins) tables++;
      before = block;
    }
  }
  return tables;
}

/** Longer cells are sentences, not values: once is enough. */
const VALUE_CHARACTERS = 40;

/**
 * Whether a value over several columns counts for one of them, too: both have names of their own. What stands in the first
 * column names the row.
 */
export function spreadsTo(text: string, names: string[], from: number, to: number): boolean {
  const [first = "", other = ""] = [names[from], names[to]];
  const isValue = from > 0 && text.length <= VALUE_CHARACTERS;
  return isValue && first !== "" && other !== "" && first !== other;
}
