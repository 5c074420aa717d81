import type { Page } from "./extraction.ts";
import type { Piece } from "./parts.ts";

/** Cells of a row in Word and text files; PDF rows keep the tab, so that the page stays the file's own text. */
export const CELL_SEPARATOR = " | ";

const HEADER_CELL_CHARACTERS = 80;

/** A row of a table as one line of its cells; `header` when it names the columns. */
export function rowPiece(cells: string[], header: boolean): Piece & { type: "table_row" } {
  const text = cells
    .map((cell) => cell.replaceAll(CELL_SEPARATOR, ", "))
    .join(CELL_SEPARATOR)
    .trim();
  return { type: "table_row", text, ...(header ? { header: true as const } : {}) };
}

/** Short names in every column but perhaps the first, and no figures: the first of several rows may name the columns. */
export function looksLikeHeader(cells: string[]): boolean {
  return (
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

/** Tables are runs of neighbouring rows; a run that goes on over a page break is counted on each page. */
export function countTables(pages: Page[]): number {
  let tables = 0;
  for (const page of pages) {
    let inside = false;
    for (const block of page.blocks) {
      const row = block.type === "table_row";
      if (row && (!inside || block.header === true)) tables++;
      inside = row;
    }
  }
  return tables;
}
