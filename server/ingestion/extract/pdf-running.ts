import type { PageLines } from "./pdf-lines.ts";

/** Running lines stand in the outer eighth of the page (measured on filings, reports and standards: 0.02 to 0.11). */
const EDGE = 0.125;
/** A line on fewer pages than this may be chance. */
const FEWEST_PAGES = 3;
/** Left and right pages, and chapters, change the running line; it comes back within this many pages. */
const REACH = 4;

/**
 * The lines of each page that are running headers or footers: at the edge of the page, and again on neighbouring
 * pages with the same words (numbers aside) at the same height. Returns one set of line indexes per page.
 */
export function findRunningLines(pages: PageLines[]): Set<number>[] {
  const seen = new Map<string, number[]>();
  const keys = pages.map((page, index) => {
    const own = new Map<number, string>();
    for (const line of edgeLines(page)) {
      const key = keyOf(page, line);
      if (key === null) continue;
      own.set(line, key);
      const places = seen.get(key) ?? [];
      if (places.at(-1) !== index) places.push(index);
      seen.set(key, places);
    }
    return own;
  });
  return keys.map((own, index) => {
    const running = new Set<number>();
    for (const [line, key] of own) {
      const places = seen.get(key) ?? [];
      const near = places.some((place) => place !== index && Math.abs(place - index) <= REACH);
      if (places.length >= FEWEST_PAGES && near) running.add(line);
    }
    return running;
  });
}

/** Up to three lines at the top and three at the bottom, as they stand on the page, not as the file orders them. */
function edgeLines(page: PageLines): number[] {
  const height = page.top - page.bottom;
  if (height <= 0) return [];
  const upright = page.lines
    .map((line, index) => ({ index, at: (page.top - line.y) / height, turned: line.turned }))
    .filter((line) => !line.turned);
  const sorted = upright.sort((a, b) => a.at - b.at);
  const top = sorted.filter((line) => line.at < EDGE).slice(0, 4);
  const bottom = sorted.filter((line) => line.at > 1 - EDGE).slice(-4);
  return [...new Set([...top, ...bottom].map((line) => line.index))];
}

function keyOf(page: PageLines, index: number): string | null {
  const line = page.lines[index];
  if (line === undefined || line.text.length > 160) return null;
  const words = line.text
    .toLowerCase()
    .replace(/\d+/g, "#")
    .replace(/^[ivxlc]{1,7}$/, "#")
    .replace(/\s+/g, " ");
  // Heights are compared in steps of 1 % of the page: hand-set footers wander by a point or two.
  const height = Math.round(((page.top - line.y) / (page.top - page.bottom)) * 50);
  return `${height}:${words}`;
}
