import type { Cell } from "./cell.ts";

/** A spreadsheet runs a text that begins like this as a formula; the wide forms, too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Texts that a spreadsheet turns into a number or a date, and so changes: phone numbers with a plus or zeros in front,
 * long numbers, powers of ten, versions and ranges.
 */
const changed =
  /^(?:\+[\d ()./-]*\d[\d ()./-]*|0\d[\d ()./-]*|\d{16,}|\d+(?:\.\d+)?[Ee][+-]?\d+|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?)$/;
const isoDay = /^\d{4}-\d\d-\d\d$/;

/**
 * Makes a cell text, is invisible, and readers of the file trim it: an apostrophe would be displayed, and LibreOffice
 * reads a number after a no-break space.
 */
const figureSpace = "\u2007";

/** What spreadsheets need to read UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Rows as CSV (RFC 4180), with no cell that a spreadsheet would run or change. */
export function csvRows(rows: Cell[][]): string {
  return rows.map((row) => `${row.map((cell) => quoted(csvText(cell))).join(",")}\r\n`).join("");
}

function csvText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === "object") return cell.day;
  if (changed.test(cell) && !isoDay.test(cell)) return `${figureSpace}${cell}`;
  return formula.test(cell) ? `'${cell}` : cell;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
