import type { SheetText, WrittenRow } from "./sheet-text.ts";
import { lettersOf } from "./recognize.ts";
import { edited, prefixOf, startOf, xmlText, type Edit } from "./written.ts";

/** A text for a cell; `like` is the column whose cell in this row lends its look if the cell has none. */
export type CellText = { row: number; column: number; text: string; like: number };

/** Characters that a cell may hold (Excel's limit). */
const longestCell = 32_767;
/** In characters: an answer of some sentences is readable without being as wide as a screen. */
const widthOf = { wide: 60, narrow: 24 } as const;

/**
 * The sheet with these texts in its cells. A text is an inline string, which no program computes, so a text that begins with
 * `=` stays one. Nothing but the named cells, the sheet's extent and the widths of new columns changes.
 */
export function withTexts(
  sheet: SheetText,
  texts: readonly CellText[],
  newColumns: readonly { column: number; width: keyof typeof widthOf }[],
): string {
  const edits: Edit[] = [];
  const byRow = Map.groupBy(texts, ({ row }) => row);
  for (const [row, own] of byRow) {
    const written = sheet.rows.get(row);
    if (written !== undefined) edits.push(...rowEdits(sheet.whole, { row, written }, own));
  }
  return edited(sheet.whole, [...edits, ...extentEdits(sheet, texts), ...widthEdits(sheet, newColumns)]);
}

function rowEdits(
  whole: string,
  { row, written }: { row: number; written: WrittenRow },
  texts: readonly CellText[],
): Edit[] {
  const edits: Edit[] = [];
  const { cells, tag, openEnd } = written;
  const prefix = prefixOf(tag);
  for (const { column, text, like } of texts.toSorted((one, other) => one.column - other.column)) {
    const own = cells.find((cell) => cell.column === column);
    if (own?.isFilled === true) continue;
    const style = own === undefined ? cells.find((cell) => cell.column === like)?.style : own.style;
    const look = style === undefined ? "" : ` s="${xmlText(style)}"`;
    const cell = `<${prefix}c r="${lettersOf(column)}${row + 1}"${look} t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">${cellText(text)}</${prefix}t></${prefix}is></${prefix}c>`;
    if (own !== undefined) {
      edits.push({ start: startOf(whole, own.openEnd), end: own.end, text: cell });
      continue;
    }
    const after = cells.find((one) => one.column > column);
    const place = startOf(whole, after === undefined ? written.closeEnd : after.openEnd);
    edits.push({ start: place, end: place, text: cell });
  }
  // the first and last column of a row that now goes further
  const start = startOf(whole, openEnd);
  const open = whole.slice(start, openEnd);
  const plain = open.replace(/ spans="[\d: ]*"/, "");
  return plain === open ? edits : [...edits, { start, end: openEnd, text: plain }];
}

/** `_x000D_` in a cell is a character by its code (ECMA-376 18.9.5), unless its underscore is one. */
const cellText = (text: string) =>
  xmlText(text.slice(0, longestCell).replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_"));

/** Some readers read no further than the extent that a sheet states. */
function extentEdits({ whole, dimension }: SheetText, texts: readonly CellText[]): Edit[] {
  const [, from = "", letters = "", bottom = ""] =
    /^([A-Z]{1,3}\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(dimension?.ref ?? "") ?? [];
  if (dimension === null || from === "") return [];
  const last = Math.max(...texts.map(({ column }) => column));
  const right = lettersOf(last);
  const isFurther = right.length > letters.length || (right.length === letters.length && right > letters);
  if (!isFurther) return [];
  const start = startOf(whole, dimension.end);
  const open = whole.slice(start, dimension.end);
  return [{ start, end: dimension.end, text: open.replace(dimension.ref, `${from}:${right}${bottom}`) }];
}

/** New columns are shown and wide, also where the sheet hides every column after its own. */
function widthEdits(
  { whole, widths, each, data }: SheetText,
  newColumns: readonly { column: number; width: keyof typeof widthOf }[],
): Edit[] {
  if (newColumns.length === 0) return [];
  const prefix = prefixOf(data.tag);
  const own = newColumns.map(({ column, width }) => ({
    from: column,
    to: column,
    text: `<${prefix}col min="${column + 1}" max="${column + 1}" width="${widthOf[width]}" customWidth="1"/>`,
  }));
  const first = Math.min(...newColumns.map(({ column }) => column));
  const last = Math.max(...newColumns.map(({ column }) => column));
  const before = each.flatMap(({ end, from, to }) => {
    const text = whole.slice(startOf(whole, end), end);
    const ranges =
      to < first || from > last
        ? [[from, to]]
        : [
            [from, first - 1],
            [last + 1, to],
          ].filter(([a = 0, b = 0]) => a <= b);
    return ranges.map(([a = 0, b = 0]) => ({
      ...{ from: a, to: b },
      text: text.replace(/ min="\d{1,5}"/, ` min="${a + 1}"`).replace(/ max="\d{1,5}"/, ` max="${b + 1}"`),
    }));
  });
  // elements that aren't empty would be cut: such a list stays as it is
  if (before.some(({ text }) => !text.endsWith("/>"))) return [];
  const all = [...before, ...own].toSorted((one, other) => one.from - other.from);
  const list = all.map(({ text }) => text).join("");
  if (widths !== null && widths.closeEnd > widths.openEnd)
    return [{ start: widths.openEnd, end: startOf(whole, widths.closeEnd), text: list }];
  const start = startOf(whole, data.openEnd);
  return [{ start, end: start, text: `<${prefix}cols>${list}</${prefix}cols>` }];
}
