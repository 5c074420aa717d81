import type { Evidence } from "#engine/evidence.ts";
import { cellsOf, isHeaderRow, isRow } from "#engine/text/rows.ts";
import type { Unit } from "#engine/text/units.ts";

/** What a unit says itself: of a list its lead-in, of a sentence that points back the sentence alone. */
export function wordsOf(evidence: Evidence, unit: Unit): string {
  if (unit.kind === "list") return evidence.text.slice(unit.start, unit.end);
  return unit.parts.at(unit.kind === "table" ? 0 : -1)?.text ?? "";
}

/** Words of a sentence that stands as a heading. */
const leastStatement = 6;

/** What is written as a web address says nothing: 'https://example.com/refund-policy' is no refund policy. */
export function withoutAddresses(text: string): string {
  return text.replace(/\bhttps?:\/\/\S+|\bwww\.\S+/gi, " ");
}

/** A heading, a line of a table of contents, a page number or a table's line of column names alone says nothing. */
export function isQuotable(unit: Unit, text: string, section: string): boolean {
  if (
    (section.includes(text) && !isStatement(text)) ||
    /^(?:table|figure|appendix)\s+[\dA-Z]+\b[^.]*$/i.test(text)
  )
    return false;
  if (/^(?:annex|chapter|part|schedule|section)\s+[\dA-Z]+$/i.test(text)) return false;
  if (text.length < 80 && /^\d+(?:\.\d+)*\.?\s+\p{Lu}[^.!?;]*$/u.test(text) && !isRow(text)) return false;
  if (isTitle(text) || isContents(text) || isMarkup(text) || isForm(text)) return false;
  if (unit.kind === "row" && unit.columns.length === 0) return /\d/.test(text) && !isHeaderRow(text);
  return text.length >= 25 || (text.length >= 8 && /\d/.test(text) && /\p{L}/u.test(text));
}

/** Set as a heading, and says something all the same: 'FORMS WITHOUT A SIGNATURE ARE SENT BACK.' */
function isStatement(text: string): boolean {
  return /[\p{L})][.!]$/u.test(text) && (text.match(/\p{L}{2,}/gu) ?? []).length >= leastStatement;
}

/** Short, without a figure or a stop, and every longer word with a capital: 'Returns and Refunds Policy'. */
function isTitle(text: string): boolean {
  if (text.length > 80 || /[\d.!?:;]/.test(text)) return false;
  const long = text.match(/\p{L}{4,}/gu) ?? [];
  return long.length > 1 && long.every((word) => /^\p{Lu}/u.test(word));
}

/** A piece of a program or of a data file: nobody's sentence. */
function isMarkup(text: string): boolean {
  return (text.match(/<\/?[a-z][\w:-]*(?:\s[^<>]*)?>/gi) ?? []).length >= 3;
}

/** 'Place of business: ____________' waits to be filled in; a contract with a blank here and there says the rest. */
function isForm(text: string): boolean {
  const blanks = (text.match(/_{4,}/g) ?? []).join("").length;
  return blanks > text.length / 5;
}

/** 'Refunds ........ 12' leads to a page, 'Wiring change ........' to a cell that is not here. */
function isContents(text: string): boolean {
  return /(?<!\.)\.{5,}\s{0,20}(?:\d{1,4}(?!\d)\s{0,20}(?=$|\d|\p{Lu})|$)/u.test(text);
}

/** Whether a row holds the names of the columns of another one. */
export function namesColumnsOf(row: Unit, other: Unit): boolean {
  const names = other.columns.filter((name) => name !== "").join("\t");
  return (
    row.kind === "row" &&
    names !== "" &&
    cellsOf(row.parts.at(-1)?.text ?? "")
      .filter((cell) => cell !== "")
      .join("\t") === names
  );
}
