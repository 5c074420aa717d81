import type { Evidence } from "#engine/evidence.ts";
import { defines } from "#engine/text/abbreviations.ts";
import { cellsOf, isHeaderRow, isRow } from "#engine/text/rows.ts";
import type { Unit } from "#engine/text/units.ts";

/** The words of a unit itself: the lead-in of a list, or only the sentence itself if it points back. */
export function wordsOf(evidence: Pick<Evidence, "text">, unit: Unit): string {
  if (unit.kind === "list") return evidence.text.slice(unit.start, unit.end);
  return unit.parts.at(unit.kind === "table" ? 0 : -1)?.text ?? "";
}

/** Minimum words of a sentence set as a heading. */
const leastStatement = 6;

/** Words in a web address don't match: 'https://example.com/refund-policy' isn't a refund policy. */
export function withoutAddresses(text: string): string {
  return text.replace(/\bhttps?:\/\/\S+|\bwww\.\S+/gi, " ");
}

/** A heading, a line of a table of contents, a page number or a line of column names has no content by itself. */
export function isQuotable(unit: Unit, text: string, section: string): boolean {
  if (
    (section.includes(text) && !isStatement(text)) ||
    /^(?:table|figure|appendix)\s+[\dA-Z]+\b[^.]*$/i.test(text)
  )
    return false;
  const isEntry = unit.kind === "row" && unit.columns.length > 0 && cellsOf(text).filter(Boolean).length > 1;
  if (isEntry) return !isContents(text) && !isForm(text);
  if (/^(?:annex|chapter|part|schedule|section)\s+[\dA-Z]+$/i.test(text)) return false;
  if (text.length < 80 && /^\d+(?:\.\d+)*\.?\s+\p{Lu}[^.!?;]*$/u.test(text) && !isRow(text)) return false;
  if (isTitle(text) || isContents(text) || isMarkup(text) || isForm(text)) return false;
  if (unit.kind === "row" && unit.columns.length === 0)
    return (/\d/.test(text) && !isHeaderRow(text)) || isStatement(text) || defines(text);
  return (
    text.length >= 25 ||
    isTicked(text) ||
    isField(text) ||
    isShortStatement(text) ||
    (text.length >= 8 && /\d/.test(text) && /\p{L}/u.test(text)) ||
    defines(text)
  );
}

/** Set as a heading, yet a statement: 'FORMS WITHOUT A SIGNATURE ARE SENT BACK.' */
function isStatement(text: string): boolean {
  return /[\p{L})][.!]$/u.test(text) && (text.match(/\p{L}{2,}/gu) ?? []).length >= leastStatement;
}

/** '☐ Floor wetted', 'Floor wetted ☒' */
const isTicked = (text: string) => /^[☐☑☒✓✔] ?\p{L}{2}|\p{L}{2} ?[☐☑☒]$/u.test(text);

/** 'Dress code: casual' */
const isField = (text: string) => /^\p{L}[^:.!?]{2,40}: ?[\p{L}\d]/u.test(text);

/** 'Alarms are tested twice.' */
function isShortStatement(text: string): boolean {
  return /\p{Ll}[.!]$/u.test(text) && (text.match(/\p{L}+/gu) ?? []).length > 2;
}

/** Short, without a figure or a full stop, and with every longer word capitalized: 'Returns and Refunds Policy'. */
function isTitle(text: string): boolean {
  if (text.length > 80 || /[\d.!?:;]/.test(text)) return false;
  const long = text.match(/\p{L}{4,}/gu) ?? [];
  return long.length > 1 && long.every((word) => /^\p{Lu}/u.test(word));
}

/** Source code or part of a data file, not prose. */
function isMarkup(text: string): boolean {
  return (text.match(/<\/?[a-z][\w:-]*(?:\s[^<>]*)?>/gi) ?? []).length >= 3;
}

/** 'Place of business: ____________' is an empty form field; a contract with a few blanks still has content. */
function isForm(text: string): boolean {
  const blanks = (text.match(/_{4,}/g) ?? []).join("").length;
  return blanks > text.length / 5;
}

/** 'Refunds ........ 12' leads to a page, 'Wiring change ........' to a missing cell. */
function isContents(text: string): boolean {
  return /(?<!\.)\.{5,}\s{0,20}(?:\d{1,4}(?!\d)\s{0,20}(?=$|\d|\p{Lu})|$)/u.test(text);
}
