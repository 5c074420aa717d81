import type { Box } from "./find-on-page.ts";

/** Around the column, in shares of the page's width. */
const margin = 0.03;
/** Of a few cited words the column is wider than the words: two columns are the most that pages commonly have. */
const narrowest = 0.5;

/** The part of a page's width with the cited words, for screens too narrow for a whole page; in shares of the width. */
export function citedColumn(boxes: readonly Box[]): { start: number; width: number } {
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  if (boxes.length === 0) return { start: 0, width: 1 };
  const width = Math.min(1, Math.max(narrowest, right - left + 2 * margin));
  const start = (left + right - width) / 2;
  return { start: Math.max(0, Math.min(1 - width, start)), width };
}
