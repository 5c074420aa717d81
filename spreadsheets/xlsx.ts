import type { Cell } from "./cell.ts";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Excel's own limits (Microsoft: "Excel specifications and limits"). */
export const mostRows = 1_048_576;
const mostCharacters = 32_767;
const cutNote = " […] Excel takes no longer text in a cell; the CSV file has all of it.";

/** Indexes into the cell formats of `styles` below. */
const style = { header: 1, day: 2, moment: 3, literal: 4 } as const;
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss&quot; UTC&quot;"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** A sheet's XML before its rows: the header stays in view, and dates fit into their columns. */
export const sheetStart = (header: string[]): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="24" customWidth="1"/></cols><sheetData>${rowXml(
    header,
    1,
    () => style.header,
  )}`;
export const sheetEnd = "</sheetData></worksheet>";

/** Rows below each other, the first in row `at` (from 1). */
export function sheetRows(rows: Cell[][], at: number): string {
  return rows.map((row, index) => rowXml(row, at + index, styleOf)).join("");
}

/** Every part of the file except its sheets, which are `sheetPath(1)` and so on. */
export function workbookParts(name: string, sheets: number): [path: string, xml: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const type = (part: string, kind: string) =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const named = (number: number) => escape(number === 1 ? sheetName(name) : sheetName(name, ` ${number}`));
  return [
    [
      "[Content_Types].xml",
      `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type("xl/workbook.xml", "sheet.main")}${type("xl/styles.xml", "styles")}${numbers.map((number) => type(sheetPath(number), "worksheet")).join("")}</Types>`,
    ],
    [
      "_rels/.rels",
      `${declaration}<Relationships xmlns="${packaged}/relationships">${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers.map((number) => `<sheet name="${named(number)}" sheetId="${number}" r:id="s${number}"/>`).join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${declaration}<Relationships xmlns="${packaged}/relationships">${numbers.map((number) => relation(`s${number}`, "worksheet", `worksheets/sheet${number}.xml`)).join("")}${relation("styles", "styles", "styles.xml")}</Relationships>`,
    ],
    ["xl/styles.xml", styles],
  ];
}

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** At most 31 characters, without those that Excel keeps for references. */
const sheetName = (name: string, end = "") =>
  name
    .replaceAll(/[[\]:*?/\\']/g, " ")
    .slice(0, 31 - end.length)
    .trim() + end;

function styleOf(cell: Cell): number {
  if (cell instanceof Date) return style.moment;
  if (typeof cell === "object") return style.day;
  // edited in Excel, a text without the mark would become a formula or a number
  return typeof cell === "string" && /^[=+\-@'\d\s]/.test(cell) ? style.literal : 0;
}

function rowXml(row: Cell[], at: number, styled: (cell: Cell) => number): string {
  const cells = row.map((cell, column) => {
    if (cell === null || cell === "") return "";
    const place = `<c r="${columnName(column)}${at}" s="${styled(cell)}"`;
    if (typeof cell === "string")
      return `${place} t="inlineStr"><is><t xml:space="preserve">${escape(cellText(cell))}</t></is></c>`;
    const number =
      typeof cell === "number" ? cell : serialOf(cell instanceof Date ? cell : new Date(cell.day));
    return Number.isFinite(number) ? `${place}><v>${number}</v></c>` : "";
  });
  return `<row r="${at}">${cells.join("")}</row>`;
}

/** Days since the end of 1899, as spreadsheets count them; by whole milliseconds, or sums of days would round. */
const serialOf = (date: Date) => date.getTime() / 86_400_000 + 25_569;

function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function cellText(text: string): string {
  const whole = text.toWellFormed().replaceAll("\r\n", "\n");
  return whole.length <= mostCharacters
    ? whole
    : whole.slice(0, mostCharacters - cutNote.length).toWellFormed() + cutNote;
}

/** XML has no control characters: they, and texts that look like one, are written by code (ECMA-376, 22.9.2.19). */
function escape(text: string): string {
  return text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll(
      // oxlint-disable-next-line no-control-regex -- those that XML 1.0 leaves out, and the one that its readers change
      /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
