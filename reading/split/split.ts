import type { Block, Extraction, Page } from "#reading/extract/extraction.ts";
import { groupOf, isOfGroup } from "#engine/text/rows.ts";
import { cutLong } from "./split-long.ts";
import { joinNames, oneLine } from "./split-columns.ts";
import { createHeadingPath } from "./split-headings.ts";
import type { Passage, PassageSizes } from "./passage.ts";

/** Measured in docs/results/splitting.md. */
export const PASSAGE_SIZES: PassageSizes = { target: 600, most: 900, least: 200 };

/** A section shorter than this, including its heading, doesn't stand alone. */
const TINY_SECTION = 40;
/** The longest measured file (619 pages, 1.8 M characters) makes 4,000; above this number small passages are joined. */
const MANY_PASSAGES = 20_000;

/** Longer column names add less information than they cost. */
const COLUMNS_CHARACTERS = 200;

type Unit = {
  page: number;
  start: number;
  end: number;
  type: Block["type"];
  /** The headings above it, with and without its column names. */
  path: string;
  section: string;
  header?: true;
  /** Of a table row: characters from its start to the end of its table. */
  restOfTable?: number;
};

/**
 * Cuts a document into passages: by section, paragraph, list and table first, then by size. Every character of every block
 * is in exactly one passage; text outside blocks (running headers and footers) is in none.
 */
export function splitIntoPassages(
  extraction: Pick<Extraction, "pages">,
  sizes: PassageSizes = PASSAGE_SIZES,
): Passage[] {
  const { pages } = extraction;
  const passages: Passage[] = [];
  let open: Unit[] = [];
  const close = () => {
    const passage = toPassage(pages, open);
    if (passage !== null) passages.push(passage);
    open = [];
  };
  for (const unit of withRestOfTable([...toUnits(pages, sizes)])) {
    const tiny = passages.length < MANY_PASSAGES ? TINY_SECTION : sizes.least;
    if (open.length > 0 && !fits(pages, open, unit, sizes, tiny)) {
      const carried = leadsInto(pages, open, unit) ? open.splice(-1) : [];
      close();
      open = carried;
    }
    open.push(unit);
  }
  close();
  return passages;
}

function* toUnits(pages: Page[], sizes: PassageSizes): Generator<Unit> {
  const path = createHeadingPath();
  let columns = "";
  let group = "";
  let previous: Block["type"] | null = null;
  let previousHeader = false;
  for (const [index, page] of pages.entries()) {
    for (const block of page.blocks) {
      const text = page.text.slice(block.start, block.end);
      if (block.type === "heading") path.enter(block.level ?? 1, text, previous === "heading");
      if (block.header === true)
        columns = shorten(previousHeader ? joinNames(columns, oneLine(text)) : oneLine(text));
      else if (block.type !== "table_row") columns = "";
      // The row that names the columns is marked as such.
      group = block.type === "table_row" && block.header !== true ? groupOf(text, group) : "";
      const below = block.header === true ? [] : [isOfGroup(text) ? group : "", columns];
      const section = path.with(...below.filter((part) => part !== ""));
      const header = block.header === true ? { header: true as const } : {};
      for (const { start, end } of cutLong(page.text, block.start, block.end, sizes))
        yield { page: index, start, end, type: block.type, path: path.text(), section, ...header };
      previous = block.type;
      previousHeader = block.header === true;
    }
  }
}

/** Fills in `restOfTable`: successive rows of a page are one table, up to the next row of column names. */
function withRestOfTable(units: Unit[]): Unit[] {
  let next: Unit | undefined;
  let end = 0;
  for (const unit of units.toReversed()) {
    if (next?.type !== "table_row" || next.page !== unit.page || next.header === true) end = unit.end;
    if (unit.type === "table_row") unit.restOfTable = end - unit.start;
    next = unit;
  }
  return units;
}

/** A longer paragraph isn't a lead-in. */
const LEAD_IN_CHARACTERS = 250;
/** A longer paragraph isn't a caption. */
const CAPTION_CHARACTERS = 120;

/**
 * 'The fees are:' goes with the list or table it announces, 'Table 1: Fees by product' with its table; alone it would be
 * under an unrelated heading.
 */
function leadsInto(pages: Page[], open: Unit[], unit: Unit): boolean {
  const last = open.at(-1);
  if (last === undefined || open.length < 2 || last.page !== unit.page || last.path !== unit.path)
    return false;
  if (last.type !== "paragraph" || last.end - last.start > LEAD_IN_CHARACTERS) return false;
  const isAnnounced = unit.type === "list_item" || unit.type === "table_row";
  const isBetween = pageText(pages, last.page, last.end, unit.start).trim() !== "";
  if (!isAnnounced || isBetween) return false;
  const text = pageText(pages, last.page, last.start, last.end).trimEnd();
  const isCaption = unit.type === "table_row" && text.length <= CAPTION_CHARACTERS && !/[.!?;]$/.test(text);
  return isCaption || text.endsWith(":");
}

const shorten = (columns: string) => columns.slice(0, COLUMNS_CHARACTERS);

/** A passage may be longer by this for the end of a sentence over the page: half of one says nothing, or something else. */
const BROKEN = 1.25;

function fits(pages: Page[], open: Unit[], unit: Unit, sizes: PassageSizes, tiny: number): boolean {
  const first = open[0];
  const last = open.at(-1);
  if (first === undefined || last === undefined) return true;
  const length = lengthOf(open);
  const size = unit.end - unit.start;
  const onlyHeadings = open.every((part) => part.type === "heading" || part.header === true);
  if (unit.page !== last.page) {
    if (unit.page !== first.page + 1) return false;
    // Only a heading with its text and a sentence with its end continue over a page break.
    const broken = unit.type === "paragraph" && goesOn(pages, last, unit);
    return (onlyHeadings || broken) && length + size <= sizes.most * (broken ? BROKEN : 1);
  }
  // Text between blocks (unreadable or running lines) must not get into the passage.
  if (pageText(pages, last.page, last.end, unit.start).trim() !== "") return false;
  if (onlyHeadings) return length + size <= sizes.most + sizes.least;
  // Names of columns in the middle of rows begin another table.
  if (unit.header === true && last.type === "table_row" && last.header !== true) return false;
  // A file of tiny sections would make a passage for every line.
  if (unit.type === "heading") return length < tiny;
  if (length + size > sizes.most) return false;
  const leadIn =
    unit.type === "list_item" &&
    pages[last.page]?.text.slice(last.start, last.end).trimEnd().endsWith(":") === true;
  // A list stays whole if possible: its second half alone answers nothing.
  if (leadIn || (unit.type === "list_item" && last.type === "list_item")) return true;
  // A table starts a new passage if the current one is long enough.
  if (unit.type === "table_row" && last.type !== "table_row" && length >= sizes.target / 2) return false;
  // So does a table: its last rows in a passage of their own would look like another table.
  if (last.type === "table_row" && length + (unit.restOfTable ?? Infinity) <= sizes.most) return true;
  return length < sizes.least || length + size <= sizes.target;
}

function goesOn(pages: Page[], last: Unit, unit: Unit): boolean {
  const before = pages[last.page]?.text.slice(last.start, last.end).trimEnd() ?? "";
  const after = pages[unit.page]?.text.slice(unit.start, unit.end).trimStart() ?? "";
  if (last.type === "list_item") return /\p{Ll}$/u.test(before) && /^\p{Ll}{2}/u.test(after);
  // cells side by side are those of a running line or a form
  return (
    last.type === "paragraph" &&
    !before.includes("\t") &&
    !/[.!?:;”"')\]。！？]$/.test(before) &&
    /^[\p{Ll}\p{N}(]/u.test(after)
  );
}

function lengthOf(units: Unit[]): number {
  return units.reduce((sum, unit) => sum + unit.end - unit.start, 0);
}

function toPassage(pages: Page[], units: Unit[]): Passage | null {
  const first = units[0];
  const last = units.at(-1);
  if (first === undefined || last === undefined) return null;
  const turn = units.findLast((unit) => unit.page === first.page) ?? first;
  const next = units.find((unit) => unit.page === last.page) ?? last;
  const gap = goesOn(pages, turn, next) ? " " : "\n";
  const text =
    first.page === last.page
      ? pageText(pages, first.page, first.start, last.end)
      : `${pageText(pages, first.page, first.start, turn.end)}${gap}${pageText(pages, last.page, next.start, last.end)}`;
  return {
    text,
    section: sectionOf(units),
    pageFrom: first.page,
    pageTo: last.page,
    start: first.start,
    end: last.end,
  };
}

/** The section with the most letters, for a passage that begins with the end of a tiny one (`Chapter 2` above a title). */
function sectionOf(units: Unit[]): string {
  const told = units.filter((unit) => unit.type !== "heading");
  const letters = Map.groupBy(told, (unit) => unit.path);
  const [most] = [...letters.values()].toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return (most?.[0] ?? units.at(-1))?.section ?? "";
}

function pageText(pages: Page[], page: number, start: number, end: number): string {
  return pages[page]?.text.slice(start, end) ?? "";
}
