import { parse } from "csv-parse/sync";
import { decodeText } from "../plain/encoding.ts";
import type { Extraction } from "../extraction.ts";
import { extractionOf } from "../from-pieces.ts";
import { characterBudget, Unreadable } from "../reading.ts";
import { gridPieces, MOST_ROWS, tooManyRows } from "./grid.ts";

const DELIMITERS = [",", ";", "\t", "|"];
/** Lines that decide which delimiter separates the values. */
const SAMPLE_LINES = 50;

/** Reads comma-separated values, also with semicolons, tabs or bars: one table, or several parted by empty lines. */
export async function readCsv(bytes: Uint8Array): Promise<Extraction> {
  const { text, warnings } = await decodeText(bytes);
  characterBudget()(text.length);
  const grid = new Map<number, Map<number, string>>();
  for (const [row, values] of parseRows(text).entries()) {
    const cells = values.flatMap((value, column) => {
      const shown = value.replace(/\s+/g, " ").trim();
      return shown === "" ? [] : [[column, shown] as const];
    });
    if (cells.length > 0) grid.set(row, new Map(cells));
  }
  return extractionOf({ kind: "csv", title: null, pieces: gridPieces(grid), warnings });
}

function parseRows(text: string): string[][] {
  const rows = parsed(text);
  if (rows.length > MOST_ROWS) throw tooManyRows("This file");
  return rows;
}

function parsed(text: string): string[][] {
  try {
    return parse(text, {
      to: MOST_ROWS + 1,
      bom: true,
      delimiter: delimiterOf(text),
      // a stray quotation mark is part of its value
      relax_quotes: true,
      relax_column_count: true,
    });
  } catch {
    throw new Unreadable(
      "damaged",
      "A quoted value of this file never ends, so its columns are unknown. Save it again as CSV and upload it.",
    );
  }
}

/** The delimiter that gives the most lines the same number of values, more than one. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/, SAMPLE_LINES).filter((line) => line.trim() !== "");
  const votes = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length).filter((count) => count > 1);
    const most = Math.max(0, ...counts.map((count) => counts.filter((other) => other === count).length));
    return { delimiter, most };
  });
  return votes.reduce((best, vote) => (vote.most > best.most ? vote : best)).delimiter;
}
