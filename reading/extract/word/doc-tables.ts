import { wordAt } from "./doc-file.ts";
import type { Properties } from "./doc-properties.ts";
import type { BodyPiece } from "./pieces.ts";
import type { Cell, Row } from "./tables.ts";

/** `edges`: the left and right edges of a row's cells, in twentieths of a point; empty if the file has none. */
type PlacedRow = Row & { edges: number[] };

const HEADER_ROW = 0x3404;
const DEFINITION = 0xd608;
const CELL_BYTES = 20;
/** Edges closer to each other than this are one: drawn tables aren't exact. */
const SAME_EDGE = 40;

/** A row of the cells' pieces with the properties of its end (sprmTDefTable, MS-DOC 2.9.321). */
export function rowOf(cells: BodyPiece[][], properties: Properties): PlacedRow {
  const definition = properties.get(DEFINITION) ?? Buffer.alloc(0);
  const count = definition[0] ?? 0;
  const records = 1 + (count + 1) * 2;
  return {
    header: properties.get(HEADER_ROW)?.[0] === 1,
    cells: cells.map((pieces, index) => ({
      pieces,
      span: 1,
      down: downOf(wordAt(definition, records + index * CELL_BYTES)),
    })),
    edges:
      count !== cells.length
        ? []
        : Array.from({ length: count + 1 }, (_, edge) => (wordAt(definition, 1 + edge * 2) << 16) >> 16),
  };
}

/** Bits 5 and 6 of a cell's flags: merged with the cell above, and the first of those merged (TCGRF, MS-DOC 2.9.318). */
function downOf(flags: number): Cell["down"] {
  const merged = (flags >> 5) & 3;
  return merged === 3 ? "begins" : merged === 1 ? "goes on" : null;
}

/** Each cell with its column span: the columns are all those that any row of the table separates. */
export function withSpans(rows: PlacedRow[]): Row[] {
  const known = [...new Set(rows.flatMap(({ edges }) => edges))].sort((a, b) => a - b);
  const columns = known.filter((edge, index) => index === 0 || edge - (known[index - 1] ?? 0) > SAME_EDGE);
  return rows.map(({ cells, header, edges }) => ({
    header,
    cells: cells.map((cell, index) => {
      const [from, to] = [edges[index], edges[index + 1]];
      if (from === undefined || to === undefined) return cell;
      const span = columns.filter((edge) => edge > from + SAME_EDGE && edge <= to + SAME_EDGE).length;
      return { ...cell, span: Math.max(1, span) };
    }),
  }));
}
