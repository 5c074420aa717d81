import { type Engine, SCRATCH_BYTES } from "./engine.ts";
import type { HeadingLines } from "./blocks.ts";
import type { Line } from "./letters.ts";
import type { PageLines } from "./lines.ts";
import { headingLevel, isCaption, PLAIN_LEVEL } from "../plain/lines.ts";

export type OutlineEntry = { title: string; page: number; level: number };

/** More bookmarks than this are an index, not an outline; this limit also ends loops. */
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 8;
/** Letters this much larger than the body are headings: recall .88, precision .99 (measured on a tagged standard). */
const LARGER = 1.12;
const HEADING_CHARACTERS = 150;

/** The file's own outline, flattened, without entries that lead to no page. */
export function readOutline(engine: Engine, doc: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const walk = (parent: number, level: number) => {
    if (level > MAX_DEPTH) return;
    for (
      let mark = engine.FPDFBookmark_GetFirstChild(doc, parent);
      mark !== 0;
      mark = engine.FPDFBookmark_GetNextSibling(doc, mark)
    ) {
      if (seen.has(mark) || entries.length >= MAX_ENTRIES) return;
      seen.add(mark);
      const page = pageOf(engine, doc, mark);
      const length = engine.FPDFBookmark_GetTitle(mark, engine.scratch, SCRATCH_BYTES);
      const title = length > 2 && length <= SCRATCH_BYTES ? engine.wide(engine.scratch, length).trim() : "";
      if (page >= 0 && title !== "") entries.push({ title, page, level });
      walk(mark, level + 1);
    }
  };
  walk(0, 1);
  return entries;
}

function pageOf(engine: Engine, doc: number, mark: number): number {
  let dest = engine.FPDFBookmark_GetDest(doc, mark);
  if (dest === 0) {
    const action = engine.FPDFBookmark_GetAction(mark);
    if (action !== 0) dest = engine.FPDFAction_GetDest(doc, action);
  }
  return dest === 0 ? -1 : engine.FPDFDest_GetDestPageIndex(doc, dest);
}

/**
 * Heading lines of every page. The outline decides if there is one (font sizes alone found .15 of the headings of a LaTeX
 * standard whose outline names .97); else the file's tags, on pages that have them; else size, weight and numbering.
 */
export function findHeadings(
  pages: PageLines[],
  outline: OutlineEntry[],
  running: Set<number>[],
): HeadingLines[] {
  const byOutline = matchOutline(pages, outline, running);
  const matched = byOutline.reduce((sum, page) => sum + page.size, 0);
  // An outline that names slides or only a few chapters ("Cover", "Page 2") doesn't describe the sections.
  const trusted =
    outline.length >= 3 && matched >= outline.length * 0.4 && outline.length >= pages.length / 8;
  if (trusted) return byOutline;
  const byTags = matchTags(pages);
  const tagged = byTags.reduce((sum, page) => sum + page.size, 0);
  const byLook = matchLook(pages, running);
  const areTagged = tagged >= FEWEST_TAGGED && tagged >= pages.length / 8;
  return pages.map((page, index) => {
    const isTagged = areTagged && page.lines.some(({ tag }) => tag !== null);
    const found = isTagged ? [byTags] : [byLook, byTags];
    return new Map([...found, byOutline].flatMap((levels) => [...(levels[index] ?? [])]));
  });
}

/** If only the title is tagged, fall back to visual headings. */
const FEWEST_TAGGED = 3;

/** A paragraph in a heading style is not a heading. */
function matchTags(pages: PageLines[]): HeadingLines[] {
  return pages.map(({ lines }) => {
    const elements = Map.groupBy(lines.keys(), (index) => lines[index]?.tag?.element);
    return new Map(
      [...elements.values()].flatMap((indexes) => {
        const tag = lines[indexes[0] ?? 0]?.tag;
        const letters = indexes.reduce((sum, index) => sum + (lines[index]?.text.length ?? 0), 0);
        return tag?.type === "heading" && letters <= HEADING_CHARACTERS
          ? indexes.map((index) => [index, tag.level] as const)
          : [];
      }),
    );
  });
}

function matchOutline(pages: PageLines[], outline: OutlineEntry[], running: Set<number>[]): HeadingLines[] {
  const found: HeadingLines[] = pages.map(() => new Map());
  for (const entry of outline) {
    const wanted = squeeze(entry.title);
    if (wanted.length < 2) continue;
    const lines = pages[entry.page]?.lines ?? [];
    const start = lines.findIndex(
      (line, index) =>
        !running[entry.page]?.has(index) &&
        !found[entry.page]?.has(index) &&
        begins(squeeze(line.text), wanted),
    );
    if (start < 0) continue;
    let have = squeeze(lines[start]?.text ?? "");
    found[entry.page]?.set(start, entry.level);
    // A title may run over two or three lines.
    for (
      let next = start + 1;
      next < start + 3 && have.length < wanted.length && wanted.startsWith(have);
      next++
    ) {
      const more = have + squeeze(lines[next]?.text ?? "");
      if (!wanted.startsWith(more) && !more.startsWith(wanted)) break;
      have = more;
      found[entry.page]?.set(next, entry.level);
    }
  }
  return found;
}

/** The line is the title, or its first part, or the title after a number that the outline omits. */
function begins(line: string, wanted: string): boolean {
  if (line.length < 2) return false;
  if (line === wanted) return true;
  if (line.length >= 8 && wanted.startsWith(line)) return true;
  return line.length <= wanted.length + 8 && line.endsWith(wanted) && wanted.length >= 4;
}

const squeeze = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function matchLook(pages: PageLines[], running: Set<number>[]): HeadingLines[] {
  const body = bodySizes(pages);
  const sizes = new Set<number>();
  const marked = pages.map((page, number) => {
    const lines = new Map<number, number | null>();
    for (const [index, line] of page.lines.entries()) {
      if (running[number]?.has(index)) continue;
      const look = looksLikeHeading(page.lines, index, body);
      if (look === "size") sizes.add(line.size);
      if (look !== null) lines.set(index, look === "size" ? null : look);
    }
    return lines;
  });
  const ranks = [...sizes].sort((a, b) => b - a);
  return marked.map((lines, number) => {
    const levels: HeadingLines = new Map();
    for (const [index, level] of lines) {
      const size = pages[number]?.lines[index]?.size ?? body.usual;
      levels.set(
        index,
        Math.min(level === null ? ranks.indexOf(size) + 1 : Math.min(ranks.length, 3) + level, 9),
      );
    }
    return levels;
  });
}

/** "size" if larger than the body, a depth if bold and numbered or alone at body size, null if not a heading. */
function looksLikeHeading(lines: Line[], index: number, body: BodySizes): "size" | number | null {
  const line = lines[index];
  if (line === undefined || line.turned || line.cells > 1) return null;
  const text = line.text;
  if (text.length > HEADING_CHARACTERS || !/\p{L}{2}/u.test(text) || /\.{4,}|(?:\. ){4,}/.test(text))
    return null;
  const isLarger = line.size >= body.largest * LARGER;
  // a numbered or bold title in larger type between two tables belongs to neither
  if (isInTable(lines, index) && !(isLarger && (line.bold || headingLevel(text) !== null))) return null;
  if (isLarger) return /[.;,]$/.test(text) && text.length > 80 ? null : "size";
  if (line.size < body.usual * 0.95) return null;
  if (!line.bold || /[.;,:]$|\(\d{4}\)/.test(text) || /^[\p{Ll}$(]/u.test(text) || isCaption(text))
    return null;
  const before = lines[index - 1];
  const after = lines[index + 1];
  // Bold inside bold running text is emphasis; a heading is followed by plain text or a larger distance.
  if (before !== undefined && before.bold && Math.abs(before.y - line.y) < line.size * 1.3) return null;
  if (after === undefined || (after.bold && after.y < line.y && line.y - after.y < line.size * 1.3))
    return null;
  // A sentence that continues in plain type began with emphasis.
  if (/^\p{Ll}/u.test(after.text)) return null;
  return headingLevel(text) ?? (text.length <= 80 ? PLAIN_LEVEL : null);
}

/** A one-cell line between rows (`Assets`, `Current liabilities:`) belongs to the table. */
function isInTable(lines: Line[], index: number): boolean {
  const wide = (at: number) => (lines[at]?.cells ?? 1) > 1;
  return (wide(index - 1) || wide(index - 2)) && (wide(index + 1) || wide(index + 2));
}

/** The size of most characters, and the largest size used for running text: tables are often smaller than the body. */
type BodySizes = { usual: number; largest: number };

/**
 * This many lines in a row are running text, not reference material; a size with this share of all letters in such lines is
 * a body size.
 */
const PROSE_LINES = 4;
const PROSE_SHARE = 0.15;

function bodySizes(pages: PageLines[]): BodySizes {
  const counts = new Map<number, { letters: number; prose: number }>();
  let all = 0;
  for (const { lines } of pages) {
    let run = { lines: 0, letters: 0 };
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1];
      const letters = line.text.length;
      const goesOn = before !== undefined && isBelow(before, line);
      run = goesOn ? { lines: run.lines + 1, letters: run.letters + letters } : { lines: 1, letters };
      const count = counts.get(line.size) ?? { letters: 0, prose: 0 };
      count.letters += letters;
      if (run.lines === PROSE_LINES) count.prose += run.letters;
      else if (run.lines > PROSE_LINES) count.prose += letters;
      counts.set(line.size, count);
      all += letters;
    }
  }
  const sizes = [...counts].toSorted(([, a], [, b]) => b.letters - a.letters);
  const usual = sizes[0]?.[0] ?? 10;
  const prose = sizes.filter(([, { prose }]) => prose >= all * PROSE_SHARE).map(([size]) => size);
  return { usual, largest: Math.max(usual, ...prose) };
}

/** The next line of the same text. */
function isBelow(before: Line, line: Line): boolean {
  const down = before.y - line.y;
  return before.size === line.size && line.cells === 1 && down > 0 && down < line.size * 2;
}
