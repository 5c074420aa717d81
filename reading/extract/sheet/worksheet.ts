import { isSet, parsePart } from "../office/xml.ts";
import type { Zip } from "../office/zip.ts";
import { type Merged, MOST_ROWS, tooManyRows } from "./grid.ts";
import { type Formats, numberText } from "./number-text.ts";
import { type Look, richText } from "./workbook.ts";

/** What cells need of the whole file. */
export type Shared = { texts: readonly string[]; looks: readonly Look[]; formats: Formats };

/** Counts of a workbook's content that is hidden or not read. */
export type Unseen = { rows: number; columns: number; struck: number; formulas: number };

export type Worksheet = { grid: Map<number, Map<number, string>>; merged: Merged[]; leftOut: Set<number> };

/** Cells that the file names one by one; a merged range over more is a whole column. */
const MOST_MERGED = 20_000;

/**
 * The cells of a sheet as they are shown. Hidden rows and columns and struck-out cells are left out and counted; formulas
 * are never computed: their stored result is read.
 */
export async function readWorksheet(
  zip: Zip,
  part: string,
  { texts, looks, formats }: Shared,
  unseen: Unseen,
  budget: (characters: number) => void,
): Promise<Worksheet> {
  const grid = new Map<number, Map<number, string>>();
  const merged: Merged[] = [];
  const leftOut = new Set<number>();
  const hiddenColumns: [from: number, to: number][] = [];
  const inline = richText();
  let row = -1;
  let column = -1;
  let isHidden = false;
  let cell = { type: "n", style: 0, value: "", isFormula: false };
  let isValue = false;

  const shown = (): string => {
    const { type, value, style } = cell;
    const own = inline.take();
    if (type === "inlineStr") return own;
    if (value === "") return "";
    if (type === "s") return texts[Number(value)] ?? "";
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (type === "str" || type === "e" || type === "d") return value;
    const number = Number(value);
    return Number.isFinite(number) ? numberText(number, looks[style]?.format ?? 0, formats) : value;
  };
  const keep = () => {
    const text = shown().replace(/\s+/g, " ").trim();
    if (cell.isFormula && cell.value === "") unseen.formulas += 1;
    if (text === "") return;
    const isStruck = looks[cell.style]?.isStruck === true;
    if (isStruck) unseen.struck += 1;
    if (isStruck || isHidden || hiddenColumns.some(([from, to]) => column >= from && column <= to)) {
      leftOut.add(row);
      return;
    }
    budget(text.length);
    const cells = grid.get(row) ?? new Map<number, string>();
    if (cells.size === 0 && grid.size >= MOST_ROWS) throw tooManyRows("A sheet of this file");
    grid.set(row, cells.set(column, text));
  };

  await parsePart(zip, part, {
    open: (element) => {
      const { name, attribute } = element;
      inline.open(element);
      if (name === "s:row") {
        row = attribute("r") === undefined ? row + 1 : Number(attribute("r")) - 1;
        column = -1;
        isHidden = isSet(attribute("hidden"));
        if (isHidden) unseen.rows += 1;
      } else if (name === "s:col" && isSet(attribute("hidden"))) {
        hiddenColumns.push([Number(attribute("min")) - 1, Number(attribute("max")) - 1]);
        unseen.columns += 1;
      } else if (name === "s:c") {
        column = columnOf(attribute("r")) ?? column + 1;
        const style = Number(attribute("s") ?? 0);
        cell = { type: attribute("t") ?? "n", style, value: "", isFormula: false };
      } else if (name === "s:f") cell.isFormula = true;
      else if (name === "s:v") isValue = true;
      else if (name === "s:mergeCell" && merged.length < MOST_MERGED) {
        const range = rangeOf(attribute("ref"));
        if (range !== null) merged.push(range);
      }
    },
    text: (text) => {
      inline.text(text);
      if (isValue) cell.value += text;
    },
    close: (name) => {
      inline.close(name);
      if (name === "s:v") isValue = false;
      else if (name === "s:c") keep();
    },
  });
  unseen.struck += inline.struck();
  return { grid, leftOut, merged };
}

/** `B7`: the second column, 1. */
export function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function rangeOf(reference: string | undefined): Merged | null {
  const [from = "", to = ""] = (reference ?? "").split(":");
  const [left, right] = [columnOf(from), columnOf(to)];
  const [top, bottom] = [from, to].map(
    (corner) => Number(/^[A-Z]{1,3}(\d{1,7})$/.exec(corner)?.[1] ?? 0) - 1,
  );
  if (left === null || right === null || top === undefined || bottom === undefined) return null;
  return top < 0 || bottom < top || right < left ? null : { top, left, bottom, right };
}
