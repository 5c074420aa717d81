import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { SpreadsheetFormat } from "#contract/kernel/spreadsheet-format.ts";
import type { Cell } from "#spreadsheets/cell.ts";
import { byteOrderMark, csvRows } from "#spreadsheets/csv.ts";
import {
  mostRows,
  sheetEnd,
  sheetPath,
  sheetRows,
  sheetStart,
  workbookParts,
  xlsxType,
} from "#spreadsheets/xlsx.ts";
import { fileResponse, type RawResponse } from "./response.ts";

type Spreadsheet = {
  /** Without its extension. */
  name: string;
  header: string[];
  batches: AsyncIterable<Cell[][]>;
};

/** A list as an attachment, streamed batch by batch: CSV, or XLSX with typed cells. */
export function spreadsheetResponse(format: SpreadsheetFormat, sheet: Spreadsheet): RawResponse {
  return format === "csv"
    ? fileResponse({ name: `${sheet.name}.csv`, type: "text/csv; charset=utf-8", body: csvOf(sheet) })
    : fileResponse({
        name: `${sheet.name}.xlsx`,
        type: xlsxType,
        body: xlsxOf(sheet),
      });
}

async function* csvOf({ header, batches }: Spreadsheet): AsyncGenerator<string> {
  yield byteOrderMark + csvRows([header]);
  for await (const rows of batches) yield csvRows(rows);
}

/** The next sheet begins where Excel's last row is reached. */
function xlsxOf(sheet: Spreadsheet): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  void writeSheets(zip, output, sheet).catch((error: Error) => output.destroy(error));
  return output;
}

async function writeSheets(zip: ZipFile, output: Readable, { name, header, batches }: Spreadsheet) {
  const closed = once(output, "close");
  closed.catch(() => {});
  let sheets = 0;
  let next = mostRows + 1;
  let part: PassThrough | null = null;
  const end = (one: PassThrough | null) => one?.end(sheetEnd);
  const begin = () => {
    end(part);
    sheets += 1;
    next = 2;
    const stream = new PassThrough();
    zip.addReadStream(stream, sheetPath(sheets));
    stream.write(sheetStart(header));
    return stream;
  };
  part = begin();
  for await (const rows of batches) {
    for (let from = 0; from < rows.length;) {
      if (next > mostRows) part = begin();
      const fitting = rows.slice(from, from + mostRows + 1 - next);
      const isTaken = part.write(sheetRows(fitting, next));
      next += fitting.length;
      from += fitting.length;
      if (!isTaken && !output.destroyed) await Promise.race([once(part, "drain"), closed]);
    }
    if (output.destroyed) return;
  }
  end(part);
  for (const [path, xml] of workbookParts(name, sheets)) zip.addBuffer(Buffer.from(xml), path);
  zip.end();
}
