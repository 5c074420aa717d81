import { type Engine, putText, SCRATCH_BYTES } from "./engine.ts";

/** The part of a file's own structure that contains a line (ISO 32000-2, 14.8.4). */
export type Tag = {
  /** The heading, paragraph or list item: its position among those of the page. */
  element: number;
  type: "heading" | "paragraph" | "list_item";
  /** Depth of a heading; 1 is the outermost. */
  level: number;
  /** The innermost cell around it. */
  cell: Cell | null;
};

/**
 * A table cell. `table` counts the tables of the page; `row` counts the rows of the table from 1, including those on earlier pages; `column` counts from 0. `isName` is set if it names a column or a row; `rows` and `columns` are those that it covers. A drawn cell also has its left and right side.
 */
export type Cell = {
  table: number;
  row: number;
  column: number;
  isName: boolean;
  rows: number;
  columns: number;
  drawn?: { left: number; right: number };
};

/** Far more elements than any page of the test files has; hostile files have more. */
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 60;
const MOST_ATTRIBUTES = 16;
/** No table of the test files has nearly as many columns; limits false spans. */
const MOST_COLUMNS = 200;

/** Elements that contain text of their own; `Div` doesn't, because some programs make one for each line. */
const TEXT = new Set("P TD TH Caption BlockQuote Note FENote TOCI Figure Formula Code".split(" "));

/** Elements that contain rows. */
const ROWS = new Set(["Table", "THead", "TBody", "TFoot"]);

/** The surroundings of an element: its text element, its cell, and whether it is in the header of a table. */
type Around = { tag: Tag | null; cell: Cell | null; isHead: boolean };

/**
 * The tags of a page's marked content, by its number in the page's content; null for a page without tags. Only the
 * structure is used, never the replacement texts that it may contain: a reader of the page doesn't see them.
 */
export function readStructure(engine: Engine, page: number): Map<number, Tag> | null {
  const tree = engine.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return null;
  const walk = newWalk(engine);
  const top = Math.min(engine.FPDF_StructTree_CountChildren(tree), MAX_ELEMENTS);
  for (let index = 0; index < top; index++) {
    const element = engine.FPDF_StructTree_GetChildAtIndex(tree, index);
    if (element !== 0) visit(walk, element, { tag: null, cell: null, isHead: false }, 0);
  }
  engine.FPDF_StructTree_Close(tree);
  return walk.tags.size === 0 ? null : withoutTables(walk.tags, walk.uneven);
}

/** Only cells of other tables: the content of these tables is read as it is drawn. */
export function withoutTables(tags: Map<number, Tag>, tables: Set<number>): Map<number, Tag> {
  return new Map([...tags].filter(([, { cell }]) => cell === null || !tables.has(cell.table)));
}

type Walk = {
  engine: Engine;
  tags: Map<number, Tag>;
  seen: Set<number>;
  elements: number;
  tables: number;
  table: Table;
  /** Tables whose rows differ in width, or are wider than any real one. */
  uneven: Set<number>;
};

/**
 * The open table. `reaching` has, by column, the number of following rows that a cell reaches into; `widths` the number of
 * columns of each row.
 */
type Table = { number: number; rows: number; reaching: number[]; widths: number[] };

const newTable = (number: number): Table => ({ number, rows: 0, reaching: [], widths: [] });

const newWalk = (engine: Engine): Walk => ({
  engine,
  tags: new Map(),
  seen: new Set(),
  elements: 0,
  tables: 0,
  table: newTable(0),
  uneven: new Set(),
});

function visit(walk: Walk, element: number, around: Around, depth: number): void {
  if (depth > MAX_DEPTH || walk.seen.size >= MAX_ELEMENTS || walk.seen.has(element)) return;
  walk.seen.add(element);
  const type = typeOf(walk.engine, element);
  const inside = enter(walk, type, around);
  if (type === "TR") return visitRow(walk, element, inside, depth);
  const outer = walk.table;
  if (type === "Table") walk.table = newTable(++walk.tables);
  for (const { child, content } of childrenOf(walk.engine, element)) {
    if (child !== 0) visit(walk, child, inside, depth + 1);
    else if (content >= 0 && inside.tag !== null) walk.tags.set(content, inside.tag);
    // a row of another page
    else if (content < 0 && ROWS.has(type)) walk.table.rows++;
  }
  if (type === "Table") {
    if (isUneven(walk.table)) walk.uneven.add(walk.table.number);
    walk.table = outer;
  }
}

function visitRow(walk: Walk, element: number, inside: Around, depth: number): void {
  const { engine } = walk;
  const { number: table, reaching } = walk.table;
  const row = ++walk.table.rows;
  let column = 0;
  const skip = () => {
    for (; (reaching[column] ?? 0) > 0; column++) reaching[column] = (reaching[column] ?? 0) - 1;
  };
  for (const { child } of childrenOf(engine, element)) {
    skip();
    const isName = inside.isHead || (child !== 0 && typeOf(engine, child) === "TH");
    const [width, height] =
      child === 0 ? [1, 1] : [spanOf(engine, child, "ColSpan"), spanOf(engine, child, "RowSpan")];
    const cell = { table, row, column, isName, rows: height, columns: width };
    if (child !== 0) visit(walk, child, { ...inside, tag: null, cell }, depth + 1);
    for (const end = column + width; column < end; column++) reaching[column] = height - 1;
  }
  skip();
  walk.table.widths.push(column);
}

/** If more than this share of rows differ in width from most, the table's columns can't be told from its cells. */
const MOST_UNEVEN = 0.2;

function isUneven({ widths }: Table): boolean {
  if (widths.some((width) => width > MOST_COLUMNS)) return true;
  const rows = [...Map.groupBy(widths, (width) => width).values()].map((same) => same.length);
  return widths.length - Math.max(0, ...rows) > widths.length * MOST_UNEVEN;
}

function enter(walk: Walk, type: string, { tag, cell, isHead }: Around): Around {
  const level = headingLevel(type);
  // a list item stays one, whatever it is made of; a list within it has its own items
  const kind =
    level !== null
      ? "heading"
      : type === "LI"
        ? "list_item"
        : TEXT.has(type) && tag?.type !== "list_item"
          ? "paragraph"
          : null;
  return {
    tag: kind === null ? tag : { element: walk.elements++, type: kind, level: level ?? 0, cell },
    cell,
    isHead: isHead || type === "THead",
  };
}

function* childrenOf(engine: Engine, element: number): Generator<{ child: number; content: number }> {
  const count = Math.min(engine.FPDF_StructElement_CountChildren(element), MAX_ELEMENTS);
  for (let index = 0; index < count; index++) {
    const child = engine.FPDF_StructElement_GetChildAtIndex(element, index);
    const content = child === 0 ? engine.FPDF_StructElement_GetChildMarkedContentID(element, index) : -1;
    yield { child, content };
  }
}

/** The standard type: the file's own names are mapped to it. */
function typeOf(engine: Engine, element: number): string {
  const length = engine.FPDF_StructElement_GetType(element, engine.scratch, SCRATCH_BYTES);
  return length > 2 && length <= SCRATCH_BYTES ? engine.wide(engine.scratch, length) : "";
}

function headingLevel(type: string): number | null {
  if (type === "H" || type === "Title") return 1;
  return /^H[1-9]$/.test(type) ? Number(type.slice(1)) : null;
}

/** The number of columns or rows that a cell covers. */
function spanOf(engine: Engine, cell: number, name: "ColSpan" | "RowSpan"): number {
  const count = Math.min(engine.FPDF_StructElement_GetAttributeCount(cell), MOST_ATTRIBUTES);
  for (let index = 0; index < count; index++) {
    const attributes = engine.FPDF_StructElement_GetAttributeAtIndex(cell, index);
    const value =
      attributes === 0 ? 0 : engine.FPDF_StructElement_Attr_GetValue(attributes, putText(engine, name));
    if (value !== 0 && engine.FPDF_StructElement_Attr_GetNumberValue(value, engine.scratch) !== 0)
      return Math.min(Math.max(1, Math.round(engine.float(engine.scratch))), MOST_COLUMNS);
  }
  return 1;
}
