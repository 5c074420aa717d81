import { CELL_GAP, isSignOf, NARROW, NARROW_GAP } from "./gaps.ts";
import type { Line } from "./letters.ts";
import type { WallBetween } from "./walls.ts";
import { raised, settleRaised } from "../raised.ts";

/** Cells of a header row come column by column, each with two or three lines, no further apart than this. */
const REACH = 6;
const CELL_CHARACTERS = 32;
/** Cells with more lines than this rarely begin in the middle of a sentence. */
const RUNNING_LINES = 3;
/** Baselines that differ by less than this share of the font size are one line; superscripts differ by 0.3. */
const SAME_LINE = 0.35;
/** Narrower than a space of any usual font, wider than the gap between letters drawn one by one. */
const WORD_GAP = 0.25;
/** A longer text isn't the mark of a note. */
const MARK_CHARACTERS = 8;

/** Joins text on one baseline that the file has as several lines: table rows drawn cell by cell. */
export function mergeRows(lines: Line[], wallBetween: WallBetween | null = null): Line[] {
  const merged: Line[] = [];
  for (const line of lines) {
    const at = findRow(merged, line);
    const row = at === null ? undefined : merged[at];
    if (at === null || row === undefined) merged.push(line);
    else merged[at] = join(row, line, wallBetween?.(row.right, line.left, line.y, line.size) === true);
  }
  return merged;
}

function findRow(merged: Line[], line: Line): number | null {
  // A hyphenated word stays with its end.
  if (line.hyphen || merged.at(-1)?.hyphen === true) return null;
  for (let back = 1; back <= REACH; back++) {
    const other = merged[merged.length - back];
    if (other === undefined) return null;
    // Anything longer in between is running text of another column, and so are short lines that continue.
    if (back > 1 && !(isCell(line) && isCell(other))) return null;
    if (runsOn(merged.slice(merged.length - back + 1))) return null;
    if (isOneLine(other, line)) return merged.length - back;
  }
  return null;
}

/** A mark in smaller type that stands higher than the line before it. */
function isMark(row: Line, line: Line): boolean {
  const height = (line.y - row.y) / row.size;
  const isRaised = height > 0.15 && height < 0.75 && line.size <= row.size * 0.85;
  return isRaised && line.text.length <= MARK_CHARACTERS && line.left - row.right < WORD_GAP * row.size;
}

function isOneLine(row: Line, line: Line): boolean {
  if (row.turned || line.turned) return false;
  const apart = line.left - row.right;
  if (isMark(row, line)) return apart > -1;
  return Math.abs(row.y - line.y) < SAME_LINE * Math.max(row.size, line.size) && apart > -1;
}

/** Several lines in the middle of a sentence: a narrow text column, not column names. */
const runsOn = (between: Line[]) =>
  between.filter(({ text }) => /^\p{Ll}/u.test(text)).length >= RUNNING_LINES;

const isCell = (line: Line) => line.text.length / line.cells <= CELL_CHARACTERS && !/[.;:]$/.test(line.text);

function join(row: Line, line: Line, isWalled: boolean): Line {
  const size = Math.max(row.size, line.size);
  const apart = line.left - row.right;
  const isSign = isSignOf(row.text, line.text);
  const text = isMark(row, line) ? raised(line.text) : line.text;
  const gap =
    isWalled || (apart > CELL_GAP * Math.max(size, 4) && !isSign)
      ? "\t"
      : apart > NARROW_GAP * Math.max(size, 4) && !isSign
        ? NARROW
        : apart > WORD_GAP * size
          ? " "
          : "";
  return {
    ...row,
    text: settleRaised(`${row.text}${gap}${text}`).text,
    right: Math.max(row.right, line.right),
    foot: line.foot,
    gaps:
      gap === "\t" || gap === NARROW
        ? [...row.gaps, row.right, line.left, ...line.gaps]
        : [...row.gaps, ...line.gaps],
    cells: row.cells + line.cells - (gap === "\t" ? 0 : 1),
    hyphen: line.hyphen,
  };
}
