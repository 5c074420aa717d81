import { parseWhole } from "#reading/extract/office/xml.ts";
import type { Zip } from "#reading/extract/office/zip.ts";
import { columnOf } from "#reading/extract/sheet/worksheet.ts";

/** Ends of tags; a tag's start is found from its end (`startOf`). */
export type WrittenCell = {
  column: number;
  openEnd: number;
  end: number;
  style: string | undefined;
  /** It has a formula, or a value that is more than white space. */
  isFilled: boolean;
};
export type WrittenRow = { openEnd: number; closeEnd: number; tag: string; cells: WrittenCell[] };

/** The text of a sheet, and where the requested rows and their cells stand in it. */
export type SheetText = {
  whole: string;
  rows: Map<number, WrittenRow>;
  dimension: { end: number; ref: string; tag: string } | null;
  /** Columns' widths: the list, and its elements with their first and last column. */
  widths: { openEnd: number; closeEnd: number } | null;
  each: { end: number; from: number; to: number }[];
  /** The list of rows: widths stand before it. */
  data: { openEnd: number; tag: string };
};

/** @param wanted rows, from 0 @param texts those that cells name by number */
export async function scanSheet(
  zip: Zip,
  part: string,
  wanted: ReadonlySet<number>,
  texts: readonly string[],
): Promise<SheetText> {
  const found: Omit<SheetText, "whole"> = {
    ...{ rows: new Map(), dimension: null, widths: null, each: [] },
    data: { openEnd: 0, tag: "sheetData" },
  };
  const at: { row: number; column: number; written: WrittenRow | null; cell: WrittenCell | null } = {
    ...{ row: -1, column: -1, written: null, cell: null },
  };
  const value = { text: "", isText: false, isShared: false };
  const whole = await parseWhole(zip, part, {
    open: ({ name, attribute }, { end, tag, isEmpty }) => {
      if (name === "s:row") {
        at.row = attribute("r") === undefined ? at.row + 1 : Number(attribute("r")) - 1;
        at.column = -1;
        const isWanted = wanted.has(at.row) && !isEmpty;
        at.written = isWanted ? { openEnd: end, closeEnd: end, tag, cells: [] } : null;
        if (at.written !== null) found.rows.set(at.row, at.written);
      } else if (name === "s:c") {
        at.column = columnOf(attribute("r")) ?? at.column + 1;
        if (at.written === null) return;
        at.cell = { column: at.column, openEnd: end, end, style: attribute("s"), isFilled: false };
        at.written.cells.push(at.cell);
        Object.assign(value, { text: "", isShared: attribute("t") === "s" });
      } else if (name === "s:f") {
        if (at.cell !== null) at.cell.isFilled = true;
      } else if (name === "s:v" || name === "s:t") value.isText = at.cell !== null;
      else if (name === "s:dimension") found.dimension = { end, ref: attribute("ref") ?? "", tag };
      else if (name === "s:cols") found.widths = { openEnd: end, closeEnd: end };
      else if (name === "s:col")
        found.each.push({ end, from: Number(attribute("min")) - 1, to: Number(attribute("max")) - 1 });
      else if (name === "s:sheetData") found.data = { openEnd: end, tag };
    },
    text: (text) => {
      if (value.isText) value.text += text;
    },
    close: (name, end) => {
      if (name === "s:v" || name === "s:t") value.isText = false;
      else if (name === "s:c") {
        if (at.cell !== null) {
          at.cell.end = end;
          // a shared text that reads as nothing may be one that was struck out
          const shown = value.isShared ? texts[Number(value.text)] || "unseen" : value.text;
          at.cell.isFilled ||= shown.trim() !== "";
        }
        at.cell = null;
      } else if (name === "s:row") {
        if (at.written !== null) at.written.closeEnd = end;
        at.written = null;
      } else if (name === "s:cols" && found.widths !== null) found.widths.closeEnd = end;
    },
  });
  return { whole, ...found };
}
