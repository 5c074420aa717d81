import { FIGURES } from "./cells.ts";
import { type CellAt, isDrawn } from "./grids.ts";
import { type Line, widthOfFirstWord } from "./letters.ts";
import type { Tag } from "./structure.ts";

/** If more than this share of rows have column gaps inside a cell, some columns have no line between them. */
const MOST_GAPS = 0.2;
/** If more than this share of lines continue in the next cell, the lines are drawn across the text. */
const MOST_CROSSED = 0.1;
/** The end of a sentence, or dots that lead to the next cell. */
const END = /[.:;]$/;
/** Lines this close, in points, are at the same height. */
const SAME_HEIGHT = 4;

/**
 * Drawings that aren't tables, and tables without lines between all rows and columns. They are read as if nothing were drawn, since the lines would join cells instead of separating them. `crossings` has the tag of each cell whose side a line of text crosses.
 */
export function unlikelyTables(lines: Line[], crossings: Tag[]): Set<number> {
  const drawn = lines.filter(({ tag }) => isDrawn(tag));
  const tables = Map.groupBy(drawn, ({ tag }) => tag?.cell?.table ?? 0);
  const crossed = Map.groupBy(crossings, ({ cell }) => cell?.table ?? 0);
  return new Set(
    [...tables].flatMap(([table, own]) =>
      (crossed.get(table)?.length ?? 0) > own.length * MOST_CROSSED || isUnlikely(own) ? [table] : [],
    ),
  );
}

/** Tagged tables whose drawn cells also have sideways text, which some programs leave out of the tags. */
export function partlyTagged(lines: Line[], cellAt: CellAt | null): number[] {
  const sideways = lines.filter(({ tag, turned }) => turned && isDrawn(tag));
  const drawn = new Set(sideways.map(({ tag }) => tag?.cell?.table));
  if (drawn.size === 0) return [];
  return lines.flatMap(({ tag, left, right, y, size }) => {
    if (!tag?.cell || isDrawn(tag)) return [];
    const around = cellAt?.((left + right) / 2, y + size / 3)?.cell?.table;
    return around !== undefined && drawn.has(around) ? [tag.cell.table] : [];
  });
}

function isUnlikely(lines: Line[]): boolean {
  const rows = [...Map.groupBy(lines, ({ tag }) => tag?.cell?.row ?? 0).values()];
  const single = rows.filter((row) => new Set(row.map(columnOf)).size === 1);
  const gaps = rows.filter((row) => row.some(({ cells }) => cells > 1));
  if (single.length * 2 > rows.length || gaps.length > rows.length * MOST_GAPS) return true;
  // the names of columns may be wrapped anywhere
  return rows.some(hasColumnOfFigures) || rows.slice(1).some(isUndivided);
}

const columnOf = ({ tag }: Line) => tag?.cell?.column ?? 0;
const cellsOf = (row: Line[]) => [...Map.groupBy(row, columnOf).values()];

const hasColumnOfFigures = (row: Line[]) =>
  cellsOf(row).some((cell) => cell.filter(({ text }) => FIGURES.test(text)).length > 1);

/** Whether several cells begin at one height, and none continues there. */
function isUndivided(row: Line[]): boolean {
  const begun = new Map<number, boolean[]>();
  for (const cell of cellsOf(row))
    for (const [index, line] of cell.entries()) {
      const above = cell[index - 1];
      if (above === undefined) continue;
      const height = Math.round(line.y / SAME_HEIGHT);
      const level = [height, height - 1, height + 1].find((near) => begun.has(near)) ?? height;
      const anew = begun.get(level) ?? [];
      begun.set(level, anew);
      anew.push(beginsAnew(above, line));
    }
  return [...begun.values()].some((anew) => anew.length > 1 && anew.every(Boolean));
}

/** Whether the line above ends although the first word of this one, with a margin for wide letters, would have fit. */
function beginsAnew(above: Line, line: Line): boolean {
  const sides = line.tag?.cell?.drawn;
  if (sides === undefined || END.test(above.text)) return true;
  const free =
    sides.right - sides.left - (above.right - above.left) - 2 * Math.max(1, line.left - sides.left);
  return free > widthOfFirstWord(line, 1) * 1.1;
}
