import type { Extraction, Warning } from "../extraction.ts";
import { extractionOf } from "../from-pieces.ts";
import { readShapes, type Shapes } from "../office/shapes.ts";
import { type Relations, readRelations } from "../office/relations.ts";
import type { Zip } from "../office/zip.ts";
import { partWarnings } from "../office/warnings.ts";
import { openPackage } from "../office/package.ts";
import type { Piece } from "../parts.ts";
import { gridPieces } from "./grid.ts";
import { openBook } from "./open-book.ts";
import type { Unseen } from "./worksheet.ts";

/** Reads an Excel workbook (.xlsx): each sheet under its name, its tables row by row, numbers as they are shown. */
export async function readXlsx(bytes: Uint8Array): Promise<Extraction> {
  const zip = await openPackage(bytes, "Excel");
  const { hidden, sheets, unseen, budget, read } = await openBook(zip);
  const pieces: Piece[] = [];
  const breaks = new Set<number>();
  let described = 0;
  for (const { name, part } of sheets) {
    const { grid, merged, leftOut } = await read(part);
    const drawn = await readDrawing(zip, await readRelations(zip, part), budget);
    described += drawn?.described ?? 0;
    const rows = [...gridPieces(grid, merged, leftOut), ...(drawn?.pieces ?? [])];
    if (rows.length === 0) continue;
    breaks.add(pieces.length);
    pieces.push({ type: "heading", level: 1, text: name });
    for (const piece of rows) pieces.push(piece);
  }
  const warnings = [...unseenWarnings(hidden, unseen), ...(await partWarnings(zip, { described }))];
  return extractionOf({ kind: "xlsx", title: null, pieces, warnings, breaks });
}

/** The boxes of text and the pictures that lie on a sheet. */
async function readDrawing(
  zip: Zip,
  relations: Relations,
  budget: (characters: number) => void,
): Promise<Shapes | null> {
  const drawing = relations.find(({ type }) => type === "drawing")?.target;
  return drawing === undefined || !zip.names.includes(drawing) ? null : readShapes(zip, drawing, budget);
}

function unseenWarnings(sheets: string[], { rows, columns, struck, formulas }: Unseen): Warning[] {
  const hidden = [
    ...(sheets.length > 0
      ? [
          `the ${sheets.length === 1 ? "sheet" : `${sheets.length} sheets`} '${sheets.slice(0, 5).join("', '")}'${sheets.length > 5 ? " and others" : ""}`,
        ]
      : []),
    ...(rows > 0 ? [count(rows, "row")] : []),
    ...(columns > 0 ? [count(columns, "range of columns", "ranges of columns")] : []),
  ];
  return [
    ...(hidden.length > 0
      ? [
          {
            code: "hidden_text" as const,
            message: `Hidden parts were left out: ${new Intl.ListFormat("en").format(hidden)}.`,
          },
        ]
      : []),
    ...(struck > 0
      ? [
          {
            code: "struck_text" as const,
            message: `Struck-out text was found in ${count(struck, "place")} and left out.`,
          },
        ]
      : []),
    ...(formulas > 0
      ? [
          {
            code: "part_not_read" as const,
            message: `${count(formulas, "formula")} without a stored result could not be read. Open the file in Excel, save it and upload it again.`,
          },
        ]
      : []),
  ];
}

const count = (number: number, one: string, more = `${one}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : more}`;
