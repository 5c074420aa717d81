import type { Sentence } from "./sentences.ts";

/** The number or letter of a paragraph, separated by a tab. */
const numbered = /^(?:\([\p{L}\d]{1,4}\)|[\p{L}\d]{1,4}[.)]|\d+(?:\.\d+)+[.)]?)\t/u;

/** A tab or a bar separates table cells; a tab after a paragraph's number doesn't make a row. */
export function isRow(text: string): boolean {
  return /\t| \| /.test(text.replace(numbered, ""));
}

/** An empty cell precedes the first bar, lies between two, or follows the last. */
const cellBreak = /\t|(?<=^| )\|(?= |$)/;
/** All cells of a text that is known to be a row. */
export const splitCells = (row: string) => row.split(cellBreak).map((cell) => cell.trim());

/** '$ 25 $ 56', '(4) —': amounts too close together to be read as cells. */
const amountBreak = /(?<=[\d)%—])\s+(?=[\p{Sc}(—])/u;

export function cellsOf(row: string): string[] {
  if (!isRow(row)) return [];
  return splitCells(row.replaceAll("\n", " ")).flatMap((cell) =>
    /\p{L}/u.test(cell) ? cell : cell.split(amountBreak),
  );
}

/** A longer first cell is no name. */
const longestGroup = 80;

/** Whether the first cell of a row is blank before others with words: the row belongs to the group of a row above. */
export const isOfGroup = (row: string) => /^\s*\|(?!\s*(?:sub|grand )?totals?\b)[^|\t]*\p{L}/iu.test(row);

/** The group of a row: its first cell, or that of the rows above where it is blank. */
export function groupOf(row: string, above: string): string {
  if (isOfGroup(row)) return above;
  const [first = "", ...others] = splitCells(row);
  const isName = others.length > 0 && /\p{L}/u.test(first) && first.length <= longestGroup;
  return isName ? first.replace(/\s+/g, " ") : "";
}

/**
 * What names a row: its first cell, or the group of the rows above with the next cell where it is blank.
 * @param group the first cell of the nearest row above that has one; '' if there is none
 */
export function labelOf(row: string, group: string): string {
  const [first = "", ...others] = cellsOf(row);
  if (first !== "" || group === "") return first;
  return `${group} ${others.find((cell) => cell !== "") ?? ""}`;
}

/**
 * The column names of a row, one for each cell, from the lines above it in its passage or, if a long table was cut, from
 * the last part of its section (`reading/split/split.ts`). Empty if unknown.
 * @param lines of the passage, as sentencesOf cuts it; the row is the one at `place`
 */
export function columnsOf(lines: Pick<Sentence, "text">[], place: number, section: string): string[] {
  const cells = cellsOf(lines[place]?.text ?? "");
  const rows: string[][] = [];
  for (let above = place - 1; above >= 0; above -= 1) {
    const line = lines[above]?.text ?? "";
    const other = cellsOf(line);
    if (other.length === 0 && isSubheading(line)) continue;
    const names = fitted(other, cells);
    const [label = ""] = names;
    // '4.1 | June 1, 2025 | …' is a row of its own
    if (isPeriods(names.slice(1)) && (!/^\d/.test(label) || year.test(label))) return names;
    if (other.length !== cells.length) break;
    rows.push(other);
  }
  const known = fitted(splitCells(section.split(" › ").at(-1) ?? ""), cells);
  if (known.length > 0) return known;
  const [label = "", ...names] = rows.at(-1) ?? [];
  return names.length > 0 && [label, ...names].every((name) => !/\d/.test(name)) && !names.includes("")
    ? [label, ...names]
    : [];
}

/** The headings of a section, without the column names that splitting adds for ranking; '' if there are none. */
export function headingsOf(section: string): string {
  return section
    .split(" › ")
    .filter((part) => !isRow(part))
    .join(" › ");
}

/** The heading directly above a text; '' if there is none. */
export const lastHeadingOf = (section: string): string => headingsOf(section).split(" › ").at(-1) ?? "";

/** From this many cells on, years and words without a figure are column names, not values. */
const wideRow = 4;

/** Whether a row with unknown columns is itself a header row: 'Fiscal 2025 | opened | closed | end of year'. */
export function isHeaderRow(row: string): boolean {
  const cells = cellsOf(row);
  return cells.length >= wideRow && isPeriods(cells);
}

/** 'Cash flows from investing activities:' is a label between the rows of one table. */
function isSubheading(line: string): boolean {
  return line.length < 80 && !/[.!?]$/.test(line);
}

/** The cell above the row labels is often missing. */
function fitted(names: string[], cells: string[]): string[] {
  if (names.length === cells.length && names.length > 1) return names;
  return names.length === cells.length - 1 && isPeriods(names) ? ["", ...names] : [];
}

const year = /\b(?:19|20)\d\d\b/;
const dated = /\b(?:19|20)\d\d\b|\bQ[1-4]\b|\b\p{L}{1,20} \d{1,2}\b/gu;

/** 'December 31, 2022', 'Q2 2023', '2022 vs. 2021', 'Change': names of numeric columns. */
function isPeriods(names: string[]): boolean {
  const isName = (cell: string) => cell !== "" && !/\d/.test(cell.replace(dated, ""));
  return names.every(isName) && names.some((cell) => year.test(cell));
}
