import type { Borders, Ruling } from "./rulings.ts";
import type { Cell, Tag } from "./structure.ts";

/**
 * A table with drawn lines: the positions of its columns from left to right, of its rows from top to bottom, in points,
 * and for each position (row by row) the tag of the cell that covers it.
 */
type Grid = { columns: number[]; rows: number[]; tags: Tag[] };

/** Lines this close, in points, count as one: a double line, or the borders of two neighboring cells. */
const SAME = 2.5;
/** Parts of a line with a smaller gap between them count as one. */
const GAP = 4;
/** Lines meet if they come this close. */
const MEET = 3;
/** A line beyond the last crossing one is the open side of a table if it is this long. */
const OPEN_SIDE = 12;
/** A cell ends where a line covers this share of its side. */
const COVERED = 0.7;
/** A single row that is narrower than half a page is a box around some figures of a larger table. */
const LEAST_WIDTH = 300;
/** More positions than any table of the test files has. */
const MOST_PLACES = 10_000;

/** The cell at a point of the page, in the form of the file's own tags: the cell of the innermost table there. */
export type CellAt = (x: number, y: number) => Tag | null;

/** Whether a tag belongs to a drawn cell. */
export const isDrawn = (tag: Tag | null): tag is Tag & { cell: Cell } => tag?.cell?.drawn !== undefined;

/**
 * The tables formed by the drawn lines of a page; null if there are none. The numbers of these tables and cells are negative, to differ from those of the file's own tags.
 */
export function findGrids(rulings: Borders): CellAt | null {
  if (rulings.across.length === 0 || rulings.down.length === 0) return null;
  const across = joinParts(rulings.across);
  const down = joinParts(rulings.down);
  let elements = 0;
  const grids = connected(across, down)
    .flatMap((group, index) => toGrid(group, -1 - index, () => --elements))
    .toSorted((one, other) => areaOf(one) - areaOf(other));
  if (grids.length === 0) return null;
  return (x, y) => {
    for (const grid of grids) {
      const column = intervalAt(grid.columns, x);
      const row = intervalAt(grid.rows, -y);
      if (column >= 0 && row >= 0) return grid.tags[row * (grid.columns.length - 1) + column] ?? null;
    }
    return null;
  };
}

/** Merges lines that overlap or continue each other. */
function joinParts(rulings: Ruling[]): Ruling[] {
  const sorted = rulings.toSorted((one, other) => one.at - other.at);
  const joined: Ruling[] = [];
  for (let start = 0; start < sorted.length;) {
    const at = sorted[start]?.at ?? 0;
    let end = start;
    while (end < sorted.length && (sorted[end]?.at ?? 0) - at <= SAME) end++;
    let open: Ruling | null = null;
    for (const { from, to } of sorted.slice(start, end).toSorted((one, other) => one.from - other.from)) {
      if (open !== null && from <= open.to + GAP) open.to = Math.max(open.to, to);
      else joined.push((open = { at, from, to }));
    }
    start = end;
  }
  return joined;
}

type Group = { across: Ruling[]; down: Ruling[] };

/** Groups lines that meet, directly or through others. */
function connected(across: Ruling[], down: Ruling[]): Group[] {
  const groups = new Map<number, Group>();
  const names = across.map((_, index) => index);
  const nameOf = (index: number): number => {
    let name = index;
    for (let next = names[name] ?? name; next !== name; next = names[name] ?? name) name = next;
    return (names[index] = name);
  };
  const met = down.map((line) => {
    const meeting = across.flatMap((other, index) => (meets(line, other) ? [index] : []));
    const name = Math.min(...meeting.map(nameOf));
    for (const index of meeting) names[nameOf(index)] = name;
    return meeting[0];
  });
  const groupOf = (index: number) => {
    const name = nameOf(index);
    const group = groups.get(name) ?? { across: [], down: [] };
    groups.set(name, group);
    return group;
  };
  for (const [index, line] of across.entries()) groupOf(index).across.push(line);
  for (const [index, line] of down.entries()) {
    const one = met[index];
    if (one !== undefined) groupOf(one).down.push(line);
  }
  return [...groups.values()];
}

const meets = (one: Ruling, other: Ruling) =>
  one.at >= other.from - MEET &&
  one.at <= other.to + MEET &&
  other.at >= one.from - MEET &&
  other.at <= one.to + MEET;

/** At least two columns; a table that continues from another page may have a single row here. */
function toGrid({ across, down }: Group, table: number, nextElement: () => number): Grid[] {
  const columns = edges(down, across);
  // from top to bottom
  const rows = edges(across, down)
    .map((y) => -y)
    .toSorted((one, other) => one - other);
  const [width, height] = [columns.length - 1, rows.length - 1];
  const isBox = height === 1 && (columns.at(-1) ?? 0) - (columns[0] ?? 0) < LEAST_WIDTH;
  if (width < 2 || height < 1 || isBox || width * height > MOST_PLACES) return [];
  const tags: Tag[] = [];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [left = 0, right = 0] = [columns[column], columns[column + 1]];
      const [top, bottom] = [-(rows[row] ?? 0), -(rows[row + 1] ?? 0)];
      const beside = column > 0 && !isCovered(down, left, bottom, top) ? tags.at(-1) : undefined;
      const above = row > 0 && !isCovered(across, top, left, right) ? tags.at(-width) : undefined;
      const cell = {
        table,
        row: row + 1,
        column,
        isName: false,
        rows: 1,
        columns: 1,
        drawn: { left, right },
      };
      if (beside?.cell?.drawn) {
        beside.cell.drawn.right = Math.max(beside.cell.drawn.right, right);
        beside.cell.columns = Math.max(beside.cell.columns, column + 1 - beside.cell.column);
      }
      if (above?.cell) above.cell.rows = row + 2 - above.cell.row;
      tags.push(beside ?? above ?? { element: nextElement(), type: "paragraph", level: 0, cell });
    }
  return [{ columns, rows, tags }];
}

/** The distinct positions of the lines and, where a side is open, the ends of the lines that cross them. */
function edges(lines: Ruling[], crossing: Ruling[]): number[] {
  const found: number[] = [];
  for (const { at } of lines) if (at - (found.at(-1) ?? -Infinity) > SAME) found.push(at);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = crossing.reduce((least, { from }) => Math.min(least, from), first);
  const end = crossing.reduce((most, { to }) => Math.max(most, to), last);
  return [...(first - start > OPEN_SIDE ? [start] : []), ...found, ...(end - last > OPEN_SIDE ? [end] : [])];
}

/** Whether lines at a position cover most of a side. */
function isCovered(lines: Ruling[], at: number, from: number, to: number): boolean {
  const covered = lines.reduce(
    (sum, line) =>
      Math.abs(line.at - at) > SAME
        ? sum
        : sum + Math.max(0, Math.min(line.to, to) - Math.max(line.from, from)),
    0,
  );
  return covered >= (to - from) * COVERED;
}

const areaOf = ({ columns, rows }: Grid) =>
  ((columns.at(-1) ?? 0) - (columns[0] ?? 0)) * ((rows.at(-1) ?? 0) - (rows[0] ?? 0));

/** The interval that contains a value; -1 outside. */
function intervalAt(sorted: number[], value: number): number {
  return value < (sorted[0] ?? 0)
    ? -1
    : sorted.findIndex((start, index) => value >= start && value < (sorted[index + 1] ?? -Infinity));
}
