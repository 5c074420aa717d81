import type { BodyPiece } from "./docx-body.ts";
import { CELL_SEPARATOR } from "./tables.ts";

export type Row = { cells: BodyPiece[][]; header: boolean };

/** A row with more text than this is a page laid out with a table, not a row of data. */
const ROW_CHARACTERS = 1_500;
const HEADER_CELL_CHARACTERS = 80;

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
    const cells = row.cells.map((cell) =>
      cell.map((piece) => piece.text.replaceAll("\n", " ").replaceAll(CELL_SEPARATOR, ", ")).join(" "),
    );
    const header = first && (row.header || looksLikeHeader(cells, rows.length));
    pieces.push({
      type: "table_row",
      text: cells.join(CELL_SEPARATOR).trim(),
      ...(header ? { header: true as const } : {}),
    });
    first = false;
  }
  return pieces;
}

const hasHeading = (cell: BodyPiece[]) => cell.some((piece) => piece.type === "heading");

/** Short names in every column but perhaps the first, and no figures. */
function looksLikeHeader(cells: string[], rows: number): boolean {
  return (
    rows > 1 &&
    cells.length > 1 &&
    cells
      .slice(1)
      .every(
        (cell) =>
          cell !== "" &&
          cell.length <= HEADER_CELL_CHARACTERS &&
          !/^[\s$€£(]*[\d.,]{2,}/.test(cell) &&
          !/[.;]$/.test(cell),
      )
  );
}
