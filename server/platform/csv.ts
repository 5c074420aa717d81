import { stringify } from "csv-stringify/sync";

/**
 * A plus and the characters that people write between digits: no formula, and nothing else that a spreadsheet would run.
 */
const phone = (cell: string) => /^\+[\d ()./-]+$/.test(cell) && /\d/.test(cell);

/**
 * A spreadsheet turns a phone number into a number without its plus, and displays an apostrophe prefix. A no-break space
 * makes the cell text, is invisible, and readers of the file trim it.
 */
function asText<Cell extends string | number | null>(cell: Cell): Cell | string {
  return typeof cell === "string" && phone(cell) ? `\u00a0${cell}` : cell;
}

/** Rows as CSV text: UTF-8 with BOM for spreadsheets, and no cell that a spreadsheet would run as a formula. */
export async function* csvOf(
  header: string[],
  batches: AsyncIterable<(string | number | null)[][]>,
): AsyncGenerator<string> {
  yield `\ufeff${stringify([header])}`;
  for await (const rows of batches)
    yield stringify(
      rows.map((row) => row.map(asText)),
      { escape_formulas: true },
    );
}
