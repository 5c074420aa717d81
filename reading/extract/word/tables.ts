import { looksLikeHeader, ROW_CHARACTERS, rowPiece } from "../tables.ts";
import type { BodyPiece } from "./pieces.ts";

/** A cell over `span` columns; `begins` and `goes on` mark cells merged over several rows. */
export type Cell = { pieces: BodyPiece[]; span: number; down: "begins" | "goes on" | null };
export type Row = { cells: Cell[]; header: boolean };

export const emptyCell = (span: number): Cell => ({ pieces: [], span, down: null });

/** No table of 18 real documents has more columns; limits a false count. */
const MOST_COLUMNS = 64;

/**
 * Table rows as single lines of cells; layout tables become paragraphs. A nested row stays in its cell. Empty cells follow
 * a cell over several columns, so that each text is in its own column.
 */
export function rowPieces(rows: Row[], nested: boolean): BodyPiece[] {
  const pieces: BodyPiece[] = [];
  let names: "before" | "here" | "below" = "before";
  let isTall = false;
  for (const row of rows) {
    const filled = row.cells.filter((cell) => cell.pieces.length > 0);
    if (filled.length === 0) continue;
    if (!nested && (row.cells.length === 1 || lengthOf(row) > ROW_CHARACTERS || filled.some(hasHeading))) {
      pieces.push(...filled.flatMap((cell) => cell.pieces));
      continue;
    }
    const texts = row.cells.map(textOf);
    // Column names continue if the file says so, and beside a name that spans rows.
    const goesOn: boolean = row.header || (isTall && row.cells.some((cell) => cell.down === "goes on"));
    const isFirst: boolean =
      names === "before" && (row.header || (rows.length > 1 && looksLikeHeader(texts)));
    names = isFirst || (names === "here" && goesOn) ? "here" : "below";
    isTall = names === "here" && (isTall || row.cells.some((cell) => cell.down === "begins"));
    pieces.push(rowPiece(inColumns(row.cells, texts), names === "here"));
  }
  return pieces;
}

function inColumns(cells: Cell[], texts: string[]): string[] {
  return cells.flatMap(({ span }, index) => [
    texts[index] ?? "",
    ...Array.from({ length: Math.min(span, MOST_COLUMNS) - 1 }, () => ""),
  ]);
}

const textOf = ({ pieces }: Cell) => pieces.map((piece) => piece.text.replaceAll("\n", " ")).join(" ");
const lengthOf = ({ cells }: Row) =>
  cells.reduce((sum, { pieces }) => sum + pieces.reduce((total, { text }) => total + text.length, 0), 0);
const hasHeading = ({ pieces }: Cell) => pieces.some((piece) => piece.type === "heading");
