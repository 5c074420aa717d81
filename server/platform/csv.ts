import { stringify } from "csv-stringify/sync";

/** Rows as CSV text: UTF-8 with BOM for spreadsheets, and no cell that a spreadsheet would run as a formula. */
export async function* csvOf(
  header: string[],
  batches: AsyncIterable<(string | number | null)[][]>,
): AsyncGenerator<string> {
  yield `\ufeff${stringify([header])}`;
  for await (const rows of batches) yield stringify(rows, { escape_formulas: true });
}
