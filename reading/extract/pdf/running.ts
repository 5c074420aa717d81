import { isPartLabel } from "../plain/lines.ts";
import type { PageLines } from "./lines.ts";

/** Half of the 5,100 running lines of 40 measured PDFs are within 0.116 of the page's height from its edge. */
const EDGE = 0.125;
/** A line on fewer pages than this may be a coincidence. */
const FEWEST_PAGES = 3;
/** Left and right pages, and chapters, change the running line; it recurs within this many pages. */
const REACH = 4;
/** Minimum difference in height, in points, between pages of two formats. */
const OTHER_SHAPE = 36;

/**
 * The running headers and footers of each page: lines at the edge that recur on neighboring pages with the same words
 * (numbers aside) at the same height; on a page of another format, anywhere at its edge. Returns one set of line indexes
 * per page.
 */
export function findRunningLines(pages: PageLines[]): Set<number>[] {
  const seen = new Map<string, number[]>();
  const labels = new Map<string, string[]>();
  const keys = pages.map((page, index) => {
    const own = new Map<number, string>();
    for (const line of edgeLines(page)) {
      const key = keyOf(page, line);
      if (key === null) continue;
      own.set(line, key);
      const text = page.lines[line]?.text ?? "";
      if (isPartLabel(text)) {
        const parts = labels.get(key);
        if (parts === undefined) labels.set(key, [text]);
        else parts.push(text);
      }
      const places = seen.get(key) ?? [];
      if (places.at(-1) !== index) places.push(index);
      seen.set(key, places);
    }
    return own;
  });
  const numbers = findPageNumbers(pages);
  const often = [...seen].filter(([, places]) => places.length >= FEWEST_PAGES);
  const words = new Map(often.map(([key, [first = 0]]) => [wordsOf(key), heightOf(pages[first])]));
  words.delete("");
  const ofBoth = pages.length === 2 ? linesOfBoth(pages, keys) : [];
  return keys.map((own, index) => {
    const running = new Set([...(numbers[index] ?? []), ...(ofBoth[index] ?? [])]);
    for (const [line, key] of own) {
      const places = seen.get(key) ?? [];
      // `Schedule 2` above the page of each schedule is its heading
      const parts = labels.get(key) ?? [];
      if (parts.length === places.length && new Set(parts).size === parts.length) continue;
      const near = places.some((place) => place !== index && Math.abs(place - index) <= REACH);
      const usual = words.get(wordsOf(key));
      const elsewhere = usual !== undefined && Math.abs(usual - heightOf(pages[index])) > OTHER_SHAPE;
      if ((places.length >= FEWEST_PAGES && near) || elsewhere) running.add(line);
    }
    return running;
  });
}

/** In font sizes: the lines of a text are closer to each other. */
const CLEAR = 1.8;

/**
 * The running lines of a file of two pages, where two of a kind may be a coincidence: small, and clear of all other lines,
 * unlike titles and the names of a table's columns.
 */
function linesOfBoth(pages: readonly PageLines[], keys: readonly Map<number, string>[]): number[][] {
  const [first, second] = keys.map((own) => new Set(own.values()));
  const shared = keys.map((own) =>
    [...own].flatMap(([line, key]) => (first?.has(key) === true && second?.has(key) === true ? [line] : [])),
  );
  const clear = pages.map(({ lines }, page) => {
    const own = new Set(shared[page]);
    const sizes = lines.map(({ size }) => size).toSorted((one, other) => one - other);
    const usual = sizes[sizes.length >> 1] ?? 0;
    const others = lines.filter((line, at) => !own.has(at) && !line.turned);
    return [...own].filter((at) => {
      const line = lines[at];
      return (
        line !== undefined &&
        line.size <= usual &&
        others.every((other) => Math.abs(other.y - line.y) > CLEAR * Math.max(line.size, other.size))
      );
    });
  });
  const words = clear.map((own, page) => new Set(own.map((at) => keys[page]?.get(at))));
  return clear.map((own, page) => own.filter((at) => words.every((all) => all.has(keys[page]?.get(at)))));
}

/** A longer line that ends with a number is one of the text. */
const FOOTER_CHARACTERS = 80;

/**
 * Footers placed right after the text of the page, at any height: the lowest line ends with a number that grows with the
 * page, after the same words, as on at least two of the four neighbors; a bare number may also be the highest line.
 */
function findPageNumbers(pages: PageLines[]): number[][] {
  const candidates = pages.map((page, index) => {
    const upright = page.lines
      .map((line, at) => ({ at, y: line.y, text: line.text, turned: line.turned }))
      .filter((line) => !line.turned);
    const ends = upright.sort((a, b) => a.y - b.y);
    return [ends[0], ends.at(-1)].flatMap((line) => {
      const match = /(?<!\d)(\d{1,4})\s{0,9}[-–]?$/.exec(line?.text ?? "");
      if (line === undefined || match === null) return [];
      const words = line.text
        .slice(0, match.index)
        .replace(/[\s–-]+/g, " ")
        .trim()
        .toLowerCase();
      const isBare = words === "" || words === "page";
      if (!isBare && (line !== ends[0] || words.length > FOOTER_CHARACTERS)) return [];
      return [{ at: line.at, words, offset: Number(match[1]) - index }];
    });
  });
  return candidates.map((own, index) =>
    own
      .filter(
        ({ offset, words }) =>
          [index - 2, index - 1, index + 1, index + 2].filter((near) =>
            candidates[near]?.some((other) => other.offset === offset && other.words === words),
          ).length >= 2,
      )
      .map(({ at }) => at),
  );
}

/** Up to four lines at the top and four at the bottom, by position on the page, not by order in the file. */
function edgeLines(page: PageLines): number[] {
  const height = page.top - page.bottom;
  if (height <= 0) return [];
  const rows = tableRows(page);
  const upright = page.lines
    .map((line, index) => ({ index, at: (page.top - line.y) / height, turned: line.turned }))
    .filter((line) => !line.turned && !rows.has(line.index));
  const sorted = upright.sort((a, b) => a.at - b.at);
  const top = sorted.filter((line) => line.at < EDGE).slice(0, 4);
  const bottom = sorted.filter((line) => line.at > 1 - EDGE).slice(-4);
  // On a rotated page the running lines are the ones that aren't upright.
  const turned = page.lines.flatMap((line, index) => (line.turned ? [index] : []));
  return [...new Set([...top, ...bottom].map((line) => line.index)), ...turned.slice(0, 8)];
}

/** More lines of as many cells directly below each other are a table, whose names recur on each of its pages. */
const MOST_RUNNING_ROWS = 2;
/** Distance of the rows of one table, in font sizes. */
const NEAR = 2.5;

function tableRows({ lines }: PageLines): Set<number> {
  const found = new Set<number>();
  let run: number[] = [];
  const close = () => {
    if (run.length > MOST_RUNNING_ROWS) for (const index of run) found.add(index);
    run = [];
  };
  for (const [index, line] of lines.entries()) {
    const above = lines[run.at(-1) ?? -1];
    const down = above === undefined ? 0 : above.y - line.y;
    if (above !== undefined && (line.cells !== above.cells || down <= 0 || down > NEAR * line.size)) close();
    if (line.cells > 1 && !line.turned) run.push(index);
  }
  close();
  return found;
}

function keyOf(page: PageLines, index: number): string | null {
  const line = page.lines[index];
  // `(In millions)` recurs above tables and belongs to them.
  if (line === undefined || line.text.length > 160 || /^[(*]/.test(line.text)) return null;
  const words = line.text
    .toLowerCase()
    .replace(/\s+/g, " ")
    // Page numbers are at the ends; `Chapter 3 explains` isn't a running line on each page that begins so.
    .replace(/^(?:page )?[-–| ]*(?:\d+|[ivxlc]{1,7})\b(?: of \d+)?/, "#")
    .replace(/(?:(?:\bpage )?\b(?:\d{1,6}|[ivxlc]{1,7})(?: of \d{1,6})?[-–| ]{0,3}){1,3}$/, "#");
  // Heights are compared in steps of 1% of the page: hand-set footers vary by a point or two.
  const height = Math.round(((page.top - line.y) / (page.top - page.bottom)) * 50);
  return `${height}:${words}`;
}

const wordsOf = (key: string) => {
  const words = key.slice(key.indexOf(":") + 1);
  // A bare number isn't text: table figures are at edges too.
  return /\p{L}{3}/u.test(words) ? words : "";
};

const heightOf = (page: PageLines | undefined) => (page === undefined ? 0 : page.top - page.bottom);
