import { numberInWords } from "#engine/text/numbers.ts";

const NAMED = new RegExp(
  String.raw`^(?:(PART|TITLE)|(ARTICLE|ITEM|CHAPTER|APPENDIX|ANNEX|SCHEDULE|EXHIBIT)|(SECTION|RULE|CLAUSE|§+))\s*([\dIVXLC]+[A-Z]?(?:\.\d+)*|[A-Z]|one|${numberInWords})\b`,
  "i",
);
const NUMBERED = /^(\d+(?:\.\d+){0,5})\.?\s/;
/** Depths below the numbered ones: a heading in capitals, and a heading by typeface only. */
const CAPITALS_LEVEL = 3;
export const PLAIN_LEVEL = 4;
/** Longer lines are sentences: of 1,085 headings in 18 Word files 99% have at most 80 characters. */
export const HEADING_CHARACTERS = 90;

/** Depth of a heading by its number (`4.1.2` is 3), or null if the line by itself isn't a heading. */
export function headingLevel(line: string): number | null {
  const text = line.trim();
  if (
    text.length > HEADING_CHARACTERS ||
    text.length < 3 ||
    /[.;,:]$/.test(text.replace(/^[\dIVXLC.]+$/, ""))
  )
    return null;
  const markdown = /^(#{1,6})\s+\S/.exec(text);
  if (markdown?.[1] !== undefined) return markdown[1].length;
  if (!/\p{L}{2}/u.test(text) || /\s{3,}|\.{4,}|\t/.test(text)) return null;
  const named = NAMED.exec(text);
  if (named !== null && !/\.\s+\S.*\.\s/.test(text)) {
    if (named[1] !== undefined) return 1;
    // above the sections and rules that it has, which are numbered through
    if (named[2] !== undefined) return 1.5;
    return 1 + depthOf(named[4] ?? "");
  }
  const number = NUMBERED.exec(text)?.[1];
  if (number !== undefined && /\s[\p{Lu}\p{Lo}]/u.test(text.slice(text.lastIndexOf(".") + 1)))
    return Math.min(depthOf(number), 6);
  const words = text.split(/\s+/);
  const letters = text.replace(/[^\p{L}]/gu, "");
  const capitals =
    letters.length >= 4 && words.length <= 12 && text === text.toUpperCase() && text !== text.toLowerCase();
  return capitals ? CAPITALS_LEVEL : null;
}

/** Whether a line begins with the kind and number of a part: `Chapter Two`, `Article IV`. */
export const isNamedPart = (line: string) => NAMED.test(line);

/** Whether a line is the kind and number of a part and nothing else: `Chapter 2`. */
export const isPartLabel = (line: string) => NAMED.exec(line.trim())?.[0] === line.trim();

/** `Figure 3: …` names a picture, not a section. */
export function isCaption(line: string): boolean {
  return /^(?:Figure|Fig\.|Table|Chart|Graph|Diagram|Box)\s*[A-Z]?\d/i.test(line);
}

const depthOf = (number: string) => number.split(".").filter((part) => part !== "").length;
