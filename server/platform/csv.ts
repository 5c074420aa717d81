import { stringify } from "csv-stringify/sync";

/** A plus and what people write between digits: no sum, and nothing else that a spreadsheet would run. */
const phone = (cell: string) => /^\+[\d ()./-]+$/.test(cell) && /\d/.test(cell);

/**
 * A spreadsheet would make a number of a phone number and drop its plus, and shows an apostrophe before it. A no-break
 * space makes it text, is not seen, and is trimmed away by whoever reads the file.
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
