import { characterJoin } from "../joining.ts";
import type { Block, Page } from "../extraction.ts";
import { alignColumns } from "./columns.ts";
import { NARROW } from "./gaps.ts";
import { endWithText, interruptedBefore } from "./interruptions.ts";
import { type Line, widthOfFirstWord } from "./letters.ts";
import type { PageLines } from "./lines.ts";
import { continueTable, openTable, type OpenTable } from "./open-table.ts";
import { headingLevel, isPartLabel } from "../plain/lines.ts";

/** Line indexes of a page's headings, with their depth. */
export type HeadingLines = Map<number, number>;

type Group = { type: Block["type"]; level?: number; header?: true; lines: Line[] };

const LIST =
  /^(?:[•◦▪■●○–—·‣⁃❖➢✓✔✗✘☐☑☒\uF0B7\uF0A7]\s*\S|[-*]\s+\S|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{2,6})[.)]\s+\S|\((?:\d{1,3}|[a-zA-Z]{1,2}|[ivxlc]{1,6})\)\s*\S)/;
const SENTENCE_END = /[.!?:;”"')\]。！？]$/;
/** Lines further apart than this multiple of the usual distance begin a new paragraph. */
const PARAGRAPH_GAP = 1.3;
/** Lines of one tagged paragraph are closer than this multiple of the usual distance. */
const ELEMENT_GAP = 2;
/** Lines of one heading are closer than this many font sizes. */
const HEADING_PITCH = 1.5;
/** A table line with only one cell is a short name. */
const LABEL_CHARACTERS = 70;
/** A larger size difference means another kind of text. */
const SIZE_STEP = 1.08;
/** A line that ends this far (in font sizes) before the right edge, and ends a sentence, ends its paragraph. */
const SHORT_BY = 4;
/** The next word may have wide letters: a line may end early because it didn't fit. */
const WIDE_LETTERS = 1.25;

/**
 * Composes a page's text and blocks. Running lines stay at the page's edges, outside every block. `open` is the table with which the previous page ended; the result names the one with which this page ends. `next` is the
 * first line of the next page.
 */
export function composePage(
  page: PageLines,
  running: Set<number>,
  headings: HeadingLines,
  open: OpenTable = null,
  next?: Line,
): Pick<Page, "text" | "blocks"> & { open: OpenTable } {
  const middle = (page.top + page.bottom) / 2;
  const above: string[] = [];
  const below: string[] = [];
  const body: { line: Line; level: number | null }[] = [];
  for (const [index, line] of page.lines.entries()) {
    if (running.has(index)) (line.y > middle ? above : below).push(plain(line.text));
    else body.push({ line, level: headings.get(index) ?? null });
  }
  const groups = endWithText(
    withNotes(withLabels(groupLines(alignColumns(body), open)), page.elsewhere),
    next,
  );
  if (open !== null) continueTable(groups, open);
  let text = above.join("\n");
  const blocks: Block[] = [];
  let previous: Group | null = null;
  for (const group of groups) {
    if (text !== "") text += previous !== null && tight(previous, group) ? "\n" : "\n\n";
    const start = text.length;
    text += joinLines(group.lines);
    const { lines: _, ...kind } = group;
    // Unreadable letters stay in the page and out of every passage.
    if (isReadable(text.slice(start))) blocks.push({ ...kind, start, end: text.length });
    previous = group;
  }
  if (below.length > 0) text += (text === "" ? "" : "\n\n") + below.join("\n");
  return { text, blocks, open: openTable(groups, open) };
}

/** `Chapter 2` on a line of its own begins the heading below it. */
function withLabels(groups: Group[]): Group[] {
  const out: Group[] = [];
  for (const group of groups) {
    const above = out.at(-1);
    const [label, ...more] = above?.type === "heading" || above?.type === "paragraph" ? above.lines : [];
    const [title] = group.lines;
    const begins = label !== undefined && more.length === 0 && isPartLabel(label.text);
    if (begins && group.type === "heading" && title !== undefined && headingLevel(title.text) === null) {
      out.pop();
      out.push({ ...group, lines: [label, ...group.lines] });
    } else out.push(group);
  }
  return out;
}

/** Each note after the paragraph or the table that first refers to it. */
function withNotes(groups: Group[], elsewhere: PageLines["elsewhere"] = new Map()): Group[] {
  const own = groups.flatMap((group): [string, Group][] => {
    const note = group.type === "footnote" ? group.lines[0]?.note : undefined;
    return note === undefined ? [] : [[note, group]];
  });
  const others = [...elsewhere].map(([note, lines]): [string, Group] => [note, { type: "footnote", lines }]);
  const notes = new Map([...own, ...others]);
  if (notes.size === 0) return groups;
  const out: Group[] = [];
  let pending: string[] = [];
  const flush = () => {
    for (const label of pending) {
      const note = notes.get(label);
      if (note !== undefined) out.push(note);
      notes.delete(label);
    }
    pending = [];
  };
  for (const group of groups.filter(({ type }) => type !== "footnote")) {
    if (group.type !== "table_row") flush();
    out.push(group);
    pending.push(...group.lines.flatMap(({ cites = [] }) => cites));
    if (group.type !== "table_row") flush();
  }
  flush();
  return [...out, ...notes.values()];
}

function groupLines(body: { line: Line; level: number | null }[], above: OpenTable): Group[] {
  const lines = body.map((entry) => entry.line);
  const rows = findRows(body, above);
  const pitchOf = pitches(lines);
  const edges = rightEdges(lines);
  const groups: Group[] = [];
  let open: Group | null = null;
  for (const [index, { line, level }] of body.entries()) {
    const previous = open?.lines.at(-1) ?? null;
    const pitch = pitchOf(line.size);
    const row = rows.has(index);
    const type: Block["type"] =
      level !== null
        ? "heading"
        : line.note !== undefined
          ? "footnote"
          : row
            ? "table_row"
            : isListItem(line)
              ? "list_item"
              : "paragraph";
    const interrupted: Group | null = type === "paragraph" ? interruptedBefore(groups, line) : null;
    const goesOn =
      interrupted === null &&
      open !== null &&
      type !== "footnote" &&
      previous !== null &&
      !row &&
      open.type !== "table_row" &&
      (isSameElement(open, line, level)
        ? !isApart(previous, line, pitch)
        : type === "heading"
          ? open.type === "heading" && open.level === level && isSameHeading(previous, line, pitch)
          : type === "paragraph" && open.type !== "heading" && continues(previous, line, pitch, edges));
    if (goesOn && open !== null) {
      open.lines.push(line);
      continue;
    }
    if (interrupted !== null) {
      interrupted.lines.push(line);
      open = interrupted;
      continue;
    }
    open = level !== null ? { type, level, lines: [line] } : { type, lines: [line] };
    if (line.row === undefined) {
      const above = rows.has(index - 1) ? groups.at(-1) : undefined;
      const begins = !rows.has(index - 1) || (above?.header === true && goesUnder(above.lines[0], line));
      if (row && begins && line.cells > 1 && isColumnNames(line.text)) open.header = true;
    } else if (line.row === "names") open.header = true;
    groups.push(open);
  }
  return groups;
}

const isListItem = (line: Line) => line.tag?.type === "list_item" || LIST.test(line.text);

/** A bold first line may be the heading of a paragraph that the file tags together with it. */
function isSameElement(previous: Group, line: Line, level: number | null): boolean {
  const tag = previous.lines.at(-1)?.tag ?? null;
  if (tag === null || tag.element !== line.tag?.element) return false;
  return tag.type === "heading" || (previous.type === "heading") === (level !== null);
}

/** Splits two paragraphs that the file tags as one. */
const isApart = (previous: Line, line: Line, pitch: number) =>
  previous.foot - line.y > Math.max(pitch, previous.size) * ELEMENT_GAP;

/** Large type has wider lines than the page's text; two headings so close have numbers. */
function isSameHeading(previous: Line, line: Line, pitch: number): boolean {
  if (previous.size !== line.size || (previous.tag !== null && line.tag !== null)) return false;
  const down = previous.foot - line.y;
  const isClose = down > 0 && down < line.size * HEADING_PITCH;
  return isNext(previous, line, pitch) || (isClose && headingLevel(line.text) === null);
}

/**
 * Lines of several cells near another such line (alone, a gap is a title or a signature), and the short one-cell lines
 * between them. A line at the top of the page also belongs to the table of the page before if it has as many cells.
 */
function findRows(body: { line: Line; level: number | null }[], above: OpenTable): Set<number> {
  const rows = new Set<number>();
  const isDrawn = (index: number) => body[index]?.line.row === undefined;
  const wide = (index: number) => isDrawn(index) && (body[index]?.line.cells ?? 1) > 1;
  const near = (index: number, step: 1 | -1) => [1, 2, 3].some((distance) => wide(index + step * distance));
  for (const [index, { line, level }] of body.entries()) {
    if (level !== null) continue;
    if (!isDrawn(index)) rows.add(index);
    else if (index === 0 && wide(0) && line.cells === above?.names.cells) rows.add(index);
    else if (wide(index) ? near(index, -1) || near(index, 1) : isLabel(line) && isBetween(wide, index))
      rows.add(index);
  }
  return rows;
}

/** Names and dates, no figures: `Year ended June 30,` `2023` `2022`. */
function isColumnNames(text: string): boolean {
  return !/\d/.test(text.replace(/\b(?:19|20)\d\d\b|\b\d{1,2},/g, "")) && !/[.;]$/.test(text);
}

/**
 * Whether a second line of column names fits under the first: other cells, dates, or the end of wrapped names. Otherwise it
 * is the first row of a table of words.
 */
function goesUnder(upper: Line | undefined, lower: Line): boolean {
  return upper?.cells !== lower.cells || /\d/.test(lower.text) || /^\p{Ll}/u.test(lower.text);
}

function isBetween(wide: (index: number) => boolean, index: number): boolean {
  return (wide(index - 1) || wide(index - 2)) && (wide(index + 1) || wide(index + 2));
}

const isLabel = (line: Line) =>
  line.text.length <= LABEL_CHARACTERS && !/[.;]$/.test(line.text) && !LIST.test(line.text);

function continues(previous: Line, line: Line, pitch: number, edges: Map<Line, number>): boolean {
  if (previous.hyphen) return true;
  if (line.turned || previous.turned) return false;
  const ended = SENTENCE_END.test(previous.text);
  // two tagged paragraphs are joined only in the middle of a sentence
  if (previous.tag !== null && line.tag !== null && (ended || !/^[\p{Ll}(]/u.test(line.text))) return false;
  if (
    Math.max(line.size, previous.size) > Math.min(line.size, previous.size) * SIZE_STEP &&
    !isInline(previous, line)
  )
    return false;
  if (!isNext(previous, line, pitch)) {
    // The next column or the next page: the same sentence if it clearly continues.
    const jumped = line.y > previous.y && !ended;
    return jumped && /^[\p{Ll}(]/u.test(line.text);
  }
  if (previous.bold !== line.bold && ended) return false;
  const edge = edges.get(previous) ?? previous.right;
  const short =
    edge - previous.right > Math.max(SHORT_BY * previous.size, widthOfFirstWord(line) * WIDE_LETTERS);
  if (short && ended) return false;
  if (short && previous.bold !== line.bold) return false;
  const indented = line.left - previous.left > line.size * 0.9;
  return !(indented && ended);
}

/** Superscripts and drop capitals share the line's height. */
const isInline = (previous: Line, line: Line) =>
  Math.abs(previous.foot - line.y) < Math.max(previous.size, line.size) * 0.6;

function isNext(previous: Line, line: Line, pitch: number): boolean {
  const down = previous.foot - line.y;
  const usual = Math.max(pitch, Math.min(previous.size, line.size));
  return down < usual * PARAGRAPH_GAP && down > -previous.size * 0.6;
}

/** Number of lines that establish the line distance of a size; beyond this multiple of the size, lines stand alone. */
const LINES_OF_SIZE = 4;
const WIDE = 1.6;

/** The usual line distance of a size: small print on the page must not split the body text into paragraphs. */
function pitches(lines: Line[]): (size: number) => number {
  const all = lowerThird(lines.flatMap((_line, index) => gapAbove(lines, index)));
  const bySize = new Map(
    [...Map.groupBy(lines.keys(), (index) => lines[index]?.size ?? 0)].flatMap(([size, indexes]) => {
      const same = [...indexes].flatMap((index) =>
        lines[index - 1]?.size === size ? gapAbove(lines, index) : [],
      );
      const pitch = lowerThird(same);
      return same.length < LINES_OF_SIZE || pitch > size * WIDE ? [] : [[size, pitch] as const];
    }),
  );
  return (size) => bySize.get(size) ?? all;
}

/** The distance of a line from the one above it, in points; undefined for the first line and for another column. */
function gapAbove(lines: Line[], index: number): number[] {
  const before = lines[index - 1];
  const line = lines[index];
  if (before === undefined || line === undefined) return [];
  const down = before.foot - line.y;
  return down > line.size * 0.7 && down < line.size * 2.5 ? [down] : [];
}

/** Paragraph gaps are always wider than line gaps. */
function lowerThird(distances: number[]): number {
  return distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 3)] ?? 0;
}

const bucket = (line: Line) => Math.round(line.left / 6);

/** A column of fewer lines is as wide as other text of the page that begins at its left edge. */
const FEWEST_LINES = 4;
/** Lines of one column are closer than this many font sizes: paragraphs and headings between them are farther apart. */
const COLUMN_GAP = 4;

/** The right edge of each line's column; a column is lines of one size below each other that begin at about the same position. */
function rightEdges(lines: Line[]): Map<Line, number> {
  const ofPage = new Map<number, number>();
  const columns: Line[][] = [];
  for (const line of lines) {
    ofPage.set(bucket(line), Math.max(ofPage.get(bucket(line)) ?? 0, line.right));
    const column = columns.at(-1);
    const above = column?.at(-1);
    if (column !== undefined && above !== undefined && isColumn(above, line)) column.push(line);
    else columns.push([line]);
  }
  return new Map(
    columns.flatMap((column) => {
      const right = Math.max(...column.map((line) => line.right));
      return column.map((line) => [
        line,
        column.length < FEWEST_LINES ? (ofPage.get(bucket(line)) ?? right) : right,
      ]);
    }),
  );
}

function isColumn(above: Line, line: Line): boolean {
  const down = above.foot - line.y;
  const isBelow = down > 0 && down < COLUMN_GAP * line.size;
  return isBelow && above.size === line.size && line.cells === 1 && bucket(above) === bucket(line);
}

function isReadable(text: string): boolean {
  if (!text.includes("�")) return /\S/.test(text);
  return (text.match(/�/g)?.length ?? 0) * 2 < text.replace(/\s/g, "").length;
}

const plain = (text: string) => text.replaceAll(NARROW, " ");

function joinLines(lines: Line[]): string {
  let text = "";
  let hyphen = false;
  for (const line of lines) {
    text = text === "" ? plain(line.text) : characterJoin(text, plain(line.text), hyphen);
    hyphen = line.hyphen;
  }
  return text;
}

function tight(previous: Group, group: Group): boolean {
  return previous.type === group.type && (group.type === "list_item" || group.type === "table_row");
}
