import { characterJoin } from "../joining.ts";
import {
  areNames,
  joinLevels,
  looksLikeHeader,
  MOST_LEVELS,
  ROW_CHARACTERS,
  tabbed,
  spreadsTo,
} from "../tables.ts";
import { joinWrappedCells } from "./cells.ts";
import { isDrawn } from "./grids.ts";
import { isCurrency } from "./gaps.ts";
import type { Line } from "./letters.ts";
import { mergeRows } from "./rows.ts";
import type { Cell } from "./structure.ts";
import type { WallBetween } from "./walls.ts";

/** Fewer broken sentences than this say nothing about the tags of a page. */
const FEWEST_BROKEN = 4;

/** Lines of a page: each row of a tagged or drawn table becomes one line of whole cells, and untagged lines are read as drawn. */
export function joinTagged(lines: Line[], wallBetween: WallBetween | null = null): Line[] {
  const tables = Map.groupBy(lines, (line) => line.tag?.cell?.table);
  const begun = new Set<number>();
  const out: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const place = placeOf(lines[at]);
    let end = at + 1;
    while (end < lines.length && placeOf(lines[end]) === place) end++;
    const run = lines.slice(at, end);
    const table = run[0]?.tag?.cell?.table;
    if (table !== undefined) {
      // a table stays together, wherever the file draws parts of it
      out.push(...rowsOf(tables.get(table) ?? []));
      tables.delete(table);
    } else
      out.push(...mergeRows(place === "drawn" ? joinWrappedCells(run) : withBullet(run, begun), wallBetween));
    at = end;
  }
  return out;
}

/** A bullet drawn as a shape isn't a letter. */
function withBullet(item: Line[], begun: Set<number>): Line[] {
  const [first, ...others] = item;
  if (first?.tag?.type !== "list_item" || begun.has(first.tag.element)) return item;
  begun.add(first.tag.element);
  return LABEL.test(first.text) ? item : [{ ...first, text: `• ${first.text}` }, ...others];
}

/** `•`, `1.`, `(b)`, `4.2`: a sign or a number before the text of a list item. */
const LABEL = /^(?:[^\p{L}\p{N}"'“‘$€£(]|\(?(?:\d{1,3}|\p{L}{1,4})[.)]|\d+(?:\.\d+)+)/u;

/** Lines are joined only with lines of the same place in the structure. */
function placeOf(line: Line | undefined): string {
  const tag = line?.tag ?? null;
  if (tag === null) return "drawn";
  return tag.cell === null ? `element ${tag.element}` : `table ${tag.cell.table}`;
}

/**
 * Tables whose tags don't show what a reader sees: amounts divided into sign and figure, or cells of one row that aren't
 * beside each other. They are read as drawn.
 */
export function misleadingTables(lines: Line[]): Set<number> {
  const found = new Set<number>();
  for (const row of Map.groupBy(lines, rowKey).values()) {
    const cell = row[0]?.tag?.cell ?? null;
    if (cell !== null && (row.some(({ text }) => isSign(text)) || !areBeside(row))) found.add(cell.table);
  }
  return found;
}

const isSign = (text: string) => isCurrency(text) || /^[%)]$/.test(text);

/** All cells of the row share a height; the text of one that reaches over several rows may stand in any of them. */
function areBeside(row: Line[]): boolean {
  let [lowestTop, highestFoot] = [Infinity, -Infinity];
  const own = row.filter(({ tag, turned }) => !turned && (tag?.cell?.rows ?? 1) === 1);
  for (const lines of Map.groupBy(own, ({ tag }) => tag?.cell?.column).values()) {
    lowestTop = Math.min(
      lowestTop,
      greatest(lines, ({ y, size }) => y + size),
    );
    highestFoot = Math.max(highestFoot, -greatest(lines, ({ foot, size }) => size - foot));
  }
  return lowestTop > highestFoot;
}

/** A hostile page has more lines than a call takes arguments. */
const greatest = (lines: Line[], of: (line: Line) => number) =>
  lines.reduce((most, line) => Math.max(most, of(line)), -Infinity);

/**
 * Whether the tags divide sentences: some programs tag each line as a paragraph. Judged by lines that continue a sentence directly below.
 */
export function divideSentences(lines: Line[]): boolean {
  let [broken, whole] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (!before?.tag || !line.tag || before.tag.cell !== null || line.tag.cell !== null) continue;
    const down = before.foot - line.y;
    const isNext = down > line.size * 0.7 && down < line.size * 2 && before.size === line.size;
    if (!isNext || /[.!?:;]["”')\]]*$/.test(before.text) || !/^\p{Ll}/u.test(line.text)) continue;
    if (before.tag.element === line.tag.element) whole++;
    else broken++;
  }
  return broken + whole >= FEWEST_BROKEN && broken > whole;
}

const rowKey = ({ tag }: Line) => (tag?.cell ? `${tag.cell.table} ${tag.cell.row}` : "");

type Row = { cells: string[]; lines: Line[]; first: Cell };

function rowsOf(lines: Line[]): Line[] {
  const rows = [...Map.groupBy(lines, rowKey).values()]
    .flatMap(readRow)
    .toSorted((one, other) => one.first.row - other.first.row);
  const used = isFromRight(lines) ? usedColumns(rows).toReversed() : usedColumns(rows);
  const isLayout = used.length === 1;
  const spans = spansOf(lines);
  let named: string[] = [];
  const valueAt = (row: Row, column: number) =>
    row.cells[column] ||
    (rowsAt(spans, row.first.row, column)?.text ??
      spans.find((over) => covers(over, row, column) && spreads(over, column))?.text ??
      "");
  const spreads = ({ cell, text }: Spanning, column: number) =>
    spreadsTo(text, named, used.indexOf(cell.column), used.indexOf(column));
  let names = true;
  // names may reach into the rows below the first
  let head = 0;
  const namesOf = new Map<number, string[]>();
  const out = rows.flatMap((row) => {
    const { cells, lines: own, first } = row;
    const isLong = cells.reduce((sum, cell) => sum + cell.length, 0) > ROW_CHARACTERS;
    if (isLayout || isLong || own.some(({ tag }) => tag?.type === "heading"))
      return own.map((line) => ({ ...line, tag: line.tag && { ...line.tag, cell: null } }));
    const texts = used.map((column) => cells[column] ?? "");
    if (names && namesOf.size === 0 && isCaption(own, used)) return lineOf(own, texts, false);
    const levelNames = used.map((column) => nameAt(spans, row, column));
    const isFirst = namesOf.size === 0 && rows.length > 1 && looksLikeHeader(levelNames);
    // a name over several columns has names below it
    const isBelow = first.row === head + 1 && dividesNames(spans, row) && areNames(texts);
    const isNamed = own.every(({ tag }) => tag?.cell?.isName === true);
    const isLower = first.row <= head || isBelow || (isNamed && (namesOf.size === 0 || areNames(texts)));
    names &&= isFirst || (isLower && namesOf.size < MOST_LEVELS);
    if (names) {
      if (namesOf.size === 0) head = first.row - 1 + greatest(own, ({ tag }) => tag?.cell?.rows ?? 1);
      namesOf.set(first.row, levelNames);
      return lineOf(own, (named = joinLevels([...namesOf.values()])), true);
    }
    const values = used.map((column) => valueAt(row, column));
    return lineOf(own, values, false).map((line) => ({ ...line, merged: mergedBelow(spans, head, used) }));
  });
  // each column has one name, made of those of all levels
  const last = out.findLastIndex(({ row }) => row === "names");
  return out.filter(({ row }, at) => row !== "names" || at === last);
}

/** A cell that covers several rows or columns, with its whole text. */
type Spanning = { cell: Cell; text: string };

function spansOf(lines: Line[]): Spanning[] {
  const cells = Map.groupBy(lines, ({ tag }) => (tag?.cell ? `${tag.cell.row} ${tag.cell.column}` : ""));
  return [...cells.values()].flatMap((own) => {
    const cell = own[0]?.tag?.cell;
    if (!cell || (cell.rows < 2 && cell.columns < 2)) return [];
    return [{ cell, text: readRow(own)[0]?.cells[cell.column] ?? "" }];
  });
}

/** The columns in which values, not names, are merged over rows. */
const mergedBelow = (spans: Spanning[], head: number, used: number[]) => [
  ...new Set(
    spans.filter(({ cell }) => cell.rows > 1 && cell.row > head).map(({ cell }) => used.indexOf(cell.column)),
  ),
];

/** One cell over the whole width of a table. */
function isCaption(own: Line[], used: number[]): boolean {
  const cell = own[0]?.tag?.cell;
  const isOne = own.every(({ tag }) => tag?.cell?.column === cell?.column);
  return cell != null && isOne && used.every((at) => at >= cell.column && at < cell.column + cell.columns);
}

/** The cell of a row above that reaches into this one. */
const rowsAt = (spans: Spanning[], row: number, column: number) =>
  spans.find(({ cell }) => cell.column === column && cell.row < row && row < cell.row + cell.rows);

/** The name of a column in one row of names: its own, or the one over several columns. */
const nameAt = (spans: Spanning[], row: Row, column: number) =>
  row.cells[column] || (spans.find((over) => covers(over, row, column))?.text ?? "");

/** Whether a cell of a row reaches over this column from an earlier one. */
const covers = ({ cell }: Spanning, { first }: Row, column: number) =>
  cell.row === first.row && cell.column < column && column < cell.column + cell.columns;

/** Whether a row lies below names over several columns, and divides one of them. */
function dividesNames(spans: Spanning[], row: Row): boolean {
  const own = row.lines.flatMap(({ tag }) => tag?.cell ?? []);
  const isWithin = (cell: Cell, name: Cell) =>
    cell.column >= name.column && cell.column + cell.columns <= name.column + name.columns;
  const isOutside = (cell: Cell, name: Cell) =>
    cell.column >= name.column + name.columns || cell.column + cell.columns <= name.column;
  const names = spans.map(({ cell }) => cell).filter((cell) => cell.row + cell.rows === row.first.row);
  return (
    names.every((name) => own.every((cell) => isWithin(cell, name) || isOutside(cell, name))) &&
    names.some(
      (name) => new Set(own.filter((cell) => isWithin(cell, name)).map(({ column }) => column)).size > 1,
    )
  );
}

/** Tags follow the order of the text; drawn columns of Hebrew and Arabic begin at the right. */
function isFromRight(lines: Line[]): boolean {
  if (!isDrawn(lines[0]?.tag ?? null)) return false;
  const text = lines.map((line) => line.text).join("");
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return count(/[\p{Script=Hebrew}\p{Script=Arabic}]/gu) > count(/\p{Script=Latin}/gu);
}

/** Removes empty columns that only add space; a table that began on an earlier page may have others. */
function usedColumns(rows: Row[]): number[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const all = Array.from({ length: width }, (_, column) => column);
  const used = all.filter((column) => rows.some(({ cells }) => (cells[column] ?? "") !== ""));
  const isWhole = rows.some(({ first }) => first.row === 1);
  return isWhole || used.length * 2 <= width ? used : all;
}

function readRow(lines: Line[]): Row[] {
  const first = lines[0]?.tag?.cell;
  if (!first) return [];
  const cells: string[] = [];
  const last = new Map<number, Line>();
  for (const line of lines) {
    const column = line.tag?.cell?.column ?? 0;
    const above = last.get(column);
    const text = line.text.replaceAll(/[\t\f]/g, " ");
    cells[column] = above === undefined ? text : characterJoin(cells[column] ?? "", text, above.hyphen);
    last.set(column, line);
  }
  return [{ cells: Array.from(cells, (cell) => cell ?? ""), lines, first }];
}

function lineOf(own: Line[], cells: string[], areNames: boolean): Line[] {
  const [first] = own;
  if (first === undefined) return [];
  const [label, ...others] = cells.filter((cell) => cell !== "");
  const isLabel = others.length === 0;
  return [
    {
      ...first,
      text: isLabel ? (label ?? "") : tabbed(cells),
      left: -greatest(own, ({ left }) => -left),
      right: greatest(own, ({ right }) => right),
      y: greatest(own, ({ y }) => y),
      foot: -greatest(own, ({ foot }) => -foot),
      bold: own.every(({ bold }) => bold),
      turned: false,
      hyphen: false,
      cells: isLabel ? 1 : cells.length,
      gaps: [],
      row: areNames ? "names" : "values",
    },
  ];
}
