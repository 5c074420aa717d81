import { looksLikeHeader, rowPiece } from "./tables.ts";
import type { BodyPiece } from "./word-pieces.ts";

export type Row = { cells: BodyPiece[][]; header: boolean };

/** A row with more text than this is a page laid out with a table, not a row of data. */
const ROW_CHARACTERS = 1_500;

/** Table rows as single lines of cells; layout tables give back their paragraphs. A nested row stays in its cell. */
export function rowPieces(rows: Row[], nested: boolean): BodyPiece[] {
  const pieces: BodyPiece[] = [];
  let first = true;
  for (const row of rows) {
    const filled = row.cells.filter((cell) => cell.length > 0);
    const length = row.cells.reduce(
      (sum, cell) => sum + cell.reduce((total, piece) => total + piece.text.length, 0),
      0,
    );
    if (filled.length === 0) continue;
    if (!nested && (row.cells.length === 1 || length > ROW_CHARACTERS || filled.some(hasHeading))) {
      pieces.push(...filled.flat());
      continue;
    }
    const cells = row.cells.map((cell) => cell.map((piece) => piece.text.replaceAll("\n", " ")).join(" "));
    pieces.push(rowPiece(cells, first && (row.header || (rows.length > 1 && looksLikeHeader(cells)))));
    first = false;
  }
  return pieces;
}

const hasHeading = (cell: BodyPiece[]) => cell.some((piece) => piece.type === "heading");
