import { splitCells } from "#engine/text/rows.ts";
import type { Block, Extraction, Page } from "./extraction.ts";
import { areNames, barred, countTables, joinLevels, MOST_LEVELS, tabbed } from "./tables.ts";

/**
 * Puts tables that stand side by side, and that a file writes as one, below each other: those whose column names repeat, such as
 * 'Service | Branch | Service | Branch'.
 */
export function partTables(extraction: Extraction): Extraction {
  const pages = extraction.pages.map(partOn);
  const isParted = pages.some((page, at) => page !== extraction.pages[at]);
  return isParted ? { ...extraction, pages, tables: countTables(pages) } : extraction;
}

type Row = { block: Block; cells: string[]; isTabbed: boolean };
/** Rows `from` up to `to` of a run; row `names` has `width` column names, which repeat. */
type Tables = { from: number; names: number; to: number; width: number };

/** The page itself, if it has no such tables. */
function partOn(page: Page): Page {
  const blocks: Block[] = [];
  let text = "";
  let copied = 0;
  let isParted = false;
  const add = (block: Block, own: string) => {
    blocks.push({ ...block, start: text.length, end: text.length + own.length });
    text += own;
    copied = block.end;
  };
  for (let at = 0; at < page.blocks.length;) {
    const run = rowsFrom(page, at);
    const tables = findTables(run);
    const whole = page.blocks.slice(at, at + (tables?.from ?? Math.max(1, run.length)));
    for (const block of whole) {
      text += page.text.slice(copied, block.start);
      add(block, page.text.slice(block.start, block.end));
    }
    at += whole.length;
    if (tables === null) continue;
    isParted = true;
    text += page.text.slice(copied, run[tables.from]?.block.start);
    for (const [place, { block, cells, isTabbed }] of partsOf(run, tables).entries()) {
      if (place > 0) text += "\n";
      add(block, isTabbed ? tabbed(cells) : barred(cells));
    }
    copied = run[tables.to - 1]?.block.end ?? copied;
    at += tables.to - tables.from;
  }
  return isParted ? { ...page, text: text + page.text.slice(copied), blocks } : page;
}

/** Adjacent rows from a block on, with nothing between them. */
function rowsFrom({ text, blocks }: Page, at: number): Row[] {
  const rows: Row[] = [];
  let end = blocks[at]?.start ?? 0;
  for (let next = at; next < blocks.length; next++) {
    const block = blocks[next];
    if (block?.type !== "table_row" || text.slice(end, block.start).trim() !== "") break;
    const own = text.slice(block.start, block.end);
    rows.push({ block, cells: splitCells(own), isTabbed: own.includes("\t") });
    end = block.end;
  }
  return rows;
}

function findTables(run: Row[]): Tables | null {
  for (const [names, { cells }] of run.slice(0, -1).entries()) {
    const width = repeated(cells);
    if (width === null) continue;
    const isOther = (row: Row) => row.cells.length !== cells.length;
    const after = run.findIndex((row, place) => place > names && isOther(row));
    const to = after === -1 ? run.length : after;
    const above = run.slice(Math.max(0, names - MOST_LEVELS), names).findLastIndex(isOther);
    const from = Math.max(0, names - MOST_LEVELS) + above + 1;
    if (areLabeled(run.slice(names + 1, to), width)) return { from, names, to, width };
  }
  return null;
}

/** The number of column names after which they begin anew; null if they don't. */
function repeated(cells: string[]): number | null {
  for (let width = 2; width <= cells.length / 2; width++) {
    const names = cells.slice(0, width);
    const isAgain = cells.length % width === 0 && cells.every((cell, at) => cell === names[at % width]);
    if (isAgain)
      return new Set(names).size === width && !names.includes("") && areNames(names) ? width : null;
  }
  return null;
}

/**
 * Whether rows below the names are those of several tables: the first columns of all name them, else a row may be one, such as
 * 'from | to | from | to'. A single row is a drawing or a further line of names.
 */
function areLabeled(rows: Row[], width: number): boolean {
  const labels = rows.flatMap(({ cells }) => cells.filter((cell, at) => at % width === 0 && cell !== ""));
  const areAlike = rows.every(({ cells }) => cells.every((cell, at) => cell === cells[at % width]));
  const isList = rows.length > 1 && labels.length > rows.length && !areAlike;
  return isList && labels.every((label) => /\p{L}/u.test(label));
}

function partsOf(run: Row[], { from, names, to, width }: Tables): Row[] {
  const levels = run.slice(from, names + 1);
  const starts = Array.from({ length: (run[names]?.cells.length ?? 0) / width }, (_, table) => table * width);
  return starts.flatMap((start) => {
    const part = (row: Row) => ({ ...row, cells: row.cells.slice(start, start + width) });
    const header = levels.slice(-1).map(({ block, isTabbed }) => ({
      block: { ...block, header: true as const },
      cells: joinLevels(levels.map((level) => spread(part(level).cells))),
      isTabbed,
    }));
    const rows = run.slice(names + 1, to).map(part);
    return [...header, ...rows.filter(({ cells }) => cells.some((cell) => cell !== ""))];
  });
}

/** A title over several columns belongs to each of them. */
function spread(names: string[]): string[] {
  let title = "";
  return names.map((name) => (title = name === "" ? title : name));
}
