import { findLetters, lettersOf } from "#engine/text/find-letters.ts";
import type { Engine } from "./engine.ts";

/** A rectangle in the points of a drawn page, from its upper left corner. */
export type Area = { left: number; top: number; right: number; bottom: number };

/** Number of letters of a page to compare; the densest page of the test files has 14,000. */
const MOST_LETTERS = 100_000;

/**
 * The position of words on a page, as one area per line; empty if the page lacks them. The extracted text and the page
 * differ in white space, hyphens and ligatures, so only letters and digits are compared. Words that continue on the next
 * page are found by their beginning.
 * @param size of the drawn page in points, the unit of the areas
 */
export function wordsOnPage(
  engine: Engine,
  page: number,
  words: string,
  size: { width: number; height: number },
): Area[] {
  const text = engine.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const places: number[] = [];
  let letters = "";
  const count = Math.min(MOST_LETTERS, Math.max(0, engine.FPDFText_CountChars(text)));
  for (let index = 0; index < count; index++) {
    const code = engine.FPDFText_GetUnicode(text, index);
    const letter = code > 0x10ffff ? "" : lettersOf(String.fromCodePoint(code));
    letters += letter;
    for (let unit = 0; unit < letter.length; unit++) places.push(index);
  }
  const found = findLetters(letters, lettersOf(words));
  const areas: Area[] = [];
  if (found !== null) {
    const last = places[found.start + found.length - 1] ?? -1;
    for (let index = places[found.start] ?? 0; index <= last; index++) {
      const area = areaOf(engine, page, text, index, size);
      if (area !== null) addTo(areas, area);
    }
  }
  engine.FPDFText_ClosePage(text);
  return joinRows(areas);
}

/** The position of one letter according to its font; null for white space, which has none. */
function areaOf(
  engine: Engine,
  page: number,
  text: number,
  index: number,
  { width, height }: { width: number; height: number },
): Area | null {
  const at = engine.scratch;
  if (engine.FPDFText_GetUnicode(text, index) <= 32) return null;
  if (engine.FPDFText_GetLooseCharBox(text, index, at) === 0) return null;
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) => engine.float(at + offset));
  // hundredths of a point, because device coordinates are integers
  const fine = 100;
  const corner = (x: number, y: number) => {
    engine.FPDF_PageToDevice(page, 0, 0, width * fine, height * fine, 0, x, y, at, at + 4);
    return { x: engine.integer(at) / fine, y: engine.integer(at + 4) / fine };
  };
  const [one, other] = [corner(left, top), corner(right, bottom)];
  const area = {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y),
  };
  return area.right > area.left && area.bottom > area.top ? area : null;
}

/** Letters of a line share this much of their height. */
const SAME_LINE = 0.5;
/** Lines share more than this where a cell is centered beside two of them. */
const OVERLAPPING = 0.2;

/** Merges adjacent letters of a line into one area, so that no seams show between words. */
function addTo(areas: Area[], area: Area): void {
  const last = areas.at(-1);
  if (last === undefined || sharedHeight(last, area) < SAME_LINE) areas.push({ ...area });
  else extend(last, area);
}

/** The lines of a table row with centered cells as one area: each would run through the words of the next. */
function joinRows(lines: Area[]): Area[] {
  const rows: Area[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    const isApart = last === undefined || last.right <= line.left || line.right <= last.left;
    if (isApart || sharedHeight(last, line) <= OVERLAPPING) rows.push(line);
    else extend(last, line);
  }
  return rows;
}

/** As a share of the lower one's height; negative apart. */
function sharedHeight(one: Area, other: Area): number {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared / Math.min(one.bottom - one.top, other.bottom - other.top);
}

function extend(area: Area, by: Area): void {
  area.left = Math.min(area.left, by.left);
  area.top = Math.min(area.top, by.top);
  area.right = Math.max(area.right, by.right);
  area.bottom = Math.max(area.bottom, by.bottom);
}
