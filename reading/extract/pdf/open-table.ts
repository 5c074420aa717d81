import { splitCells } from "#engine/text/rows.ts";
import type { Block } from "../extraction.ts";
import { tabbed } from "../tables.ts";
import type { Line } from "./letters.ts";

/** Lines of one block; a row has one. */
type Group = { type: Block["type"]; header?: true; lines: Line[] };

/** The table with which a page ends: the line that names its columns, and its last row. */
export type OpenTable = { names: Line; last: Line } | null;

/** Goes on with the table of the page before, if these groups do. */
export function continueTable(groups: Group[], open: NonNullable<OpenTable>): void {
  const [first, second] = groups;
  if (first?.header === true && goesOn(open.names, first.lines, second?.lines)) delete first.header;
  continueMerged(groups, open);
}

/**
 * A row at the top of a page names no columns if the table before it has as many, and either only its names are bold or the row has
 * figures as the next one has, where they have none.
 */
function goesOn(names: Line, [row]: Line[], [next]: Line[] = []): boolean {
  if (row === undefined || row.cells !== names.cells) return false;
  if (names.bold && !row.bold) return true;
  const [above, own, below] = [names, row, next].map((line) => splitCells(line?.text ?? "").map(formOf));
  return own?.some((form, at) => form.includes("9") && form === below?.[at] && form !== above?.[at]) === true;
}

/** `5 am` and `11 pm` have one form, years have none: they name columns. */
const formOf = (text: string) =>
  /^(?:19|20)\d\d$/.test(text) ? "" : text.replace(/\d+/g, "9").replace(/\p{L}+/gu, "a");

/** Repeats the values that are merged over rows of two pages in those at the top of the second one. */
function continueMerged(groups: Group[], { names, last }: NonNullable<OpenTable>): void {
  const above = splitCells(last.text);
  const isRepeated = groups[0]?.header === true && groups[0].lines[0]?.text === names.text;
  const merged = new Set(last.merged);
  const rows: { line: Line; cells: string[] }[] = [];
  for (const { type, header, lines } of groups.slice(isRepeated ? 1 : 0)) {
    const [line] = lines;
    const cells = splitCells(line?.text ?? "");
    if (type !== "table_row" || header === true || line === undefined || cells.length !== above.length) break;
    for (const column of line.merged ?? []) merged.add(column);
    rows.push({ line, cells });
  }
  for (const column of merged) {
    const next = rows.findIndex(({ cells }) => cells[column] !== "");
    for (const { line, cells } of rows.slice(0, next < 0 ? rows.length : next)) {
      cells[column] = above[column] ?? "";
      line.text = tabbed(cells);
    }
  }
}

/** The table with which a page of these groups ends. */
export function openTable(groups: Group[], before: OpenTable): OpenTable {
  const start = groups.findLastIndex(({ type }) => type !== "table_row") + 1;
  if (start === groups.length) return groups.length === 0 ? before : null;
  const names = groups.slice(start).findLast(({ header }) => header === true)?.lines[0];
  const last = groups.at(-1)?.lines[0];
  const known = names ?? (start === 0 ? before?.names : undefined);
  return known === undefined || last === undefined ? null : { names: known, last };
}
