import type { Cell, SpreadsheetFormat } from "#spreadsheets/cell.ts";
import { byteOrderMark, csvRows } from "#spreadsheets/csv.ts";
import { sheetEnd, sheetPath, sheetRows, sheetStart, workbookParts, xlsxType } from "#spreadsheets/xlsx.ts";
import { saveFile } from "./save-file.ts";

/** Rows of cells, starting with the header. */
export type Table = [header: string[], ...rows: Cell[][]];

/** @param name without its extension */
export async function saveSpreadsheet(name: string, format: SpreadsheetFormat, table: Table): Promise<void> {
  if (format === "csv") saveFile(`${name}.csv`, "text/csv", byteOrderMark + csvRows(table));
  else saveFile(`${name}.xlsx`, xlsxType, await workbookOf(name, table));
}

async function workbookOf(name: string, [header, ...rows]: Table): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import("fflate");
  const sheet = sheetStart(header) + sheetRows(rows, 2) + sheetEnd;
  const parts = [...workbookParts(name, 1), [sheetPath(1), sheet]] as const;
  return zipSync(Object.fromEntries(parts.map(([path, xml]) => [path, strToU8(xml)])));
}
