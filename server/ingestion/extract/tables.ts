import type { Page } from "./extraction.ts";

/** Cells of a row in Word and text files; PDF rows keep the tab, so that the page stays the file's own text. */
export const CELL_SEPARATOR = " | ";

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
