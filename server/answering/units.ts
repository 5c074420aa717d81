import { sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";

/**
 * What can be quoted from a passage and still be understood: a sentence (with the one before it, when it begins by
 * pointing back), a list whole with the words that lead into it, a row of a table. Offsets are UTF-16 units of the passage.
 */
export type Unit = {
  kind: "sentence" | "list" | "row";
  start: number;
  end: number;
  /** Its sentences; for a list the lead-in and the items. */
  parts: Sentence[];
  /** Of a row: the names of its columns, where the row that names them stands above it. */
  columns: string[];
};

const itemMark = /^(?:[-•*–]|\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})[.)])\s/i;
const leadsIn = /[:—–-]\s*$/;
const pointsBack =
  /^(?:this|these|that|those|such|it|they|the (?:above|foregoing|same|latter|former)|in (?:this|that|such) (?:case|event)|in addition|however|otherwise|if so|if not)\b/i;

export function unitsOf(text: string): Unit[] {
  const sentences = sentencesOf(text);
  const units: Unit[] = [];
  for (let place = 0; place < sentences.length; place++) {
    const sentence = sentences[place];
    if (sentence === undefined) continue;
    const items = leadsIn.test(sentence.text) ? itemsAfter(sentences, place) : [];
    if (items.length > 0) {
      units.push(unitOf("list", [sentence, ...items]));
      place += items.length;
      continue;
    }
    const previous = units.at(-1)?.kind === "sentence" ? sentences[place - 1] : undefined;
    const before =
      previous !== undefined && isWhole(previous.text) && pointsBack.test(sentence.text)
        ? previous
        : undefined;
    if (isRow(sentence.text)) units.push(unitOf("row", [sentence], columnsAbove(sentences, place)));
    else units.push(unitOf("sentence", before ? [before, sentence] : [sentence]));
  }
  return units;
}

/** A heading ends in no stop; what points back does not point to it. */
function isWhole(text: string): boolean {
  return /[.!?]["”')\]]*$/.test(text);
}

/** The items that stand right after a lead-in; an item of several sentences takes them along. */
function itemsAfter(sentences: Sentence[], leadIn: number): Sentence[] {
  const items: Sentence[] = [];
  for (const sentence of sentences.slice(leadIn + 1)) {
    if (!itemMark.test(sentence.text)) break;
    items.push(sentence);
  }
  return items;
}

/** The cells of the first of the rows that stand together, when it names columns: as many as the row has, no figures. */
function columnsAbove(sentences: Sentence[], place: number): string[] {
  const cells = cellsOf(sentences[place]?.text ?? "");
  let header: string[] = [];
  for (let above = place - 1; above >= 0; above -= 1) {
    const row = cellsOf(sentences[above]?.text ?? "");
    if (row.length !== cells.length) break;
    header = row;
  }
  return header.every((name) => name !== "" && !/\d/.test(name)) ? header : [];
}

function unitOf(kind: Unit["kind"], parts: Sentence[], columns: string[] = []): Unit {
  return { kind, parts, columns, start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
}

/** The number or letter of a paragraph, set apart from it by a tab. */
const numbered = /^(?:\([\p{L}\d]{1,4}\)|[\p{L}\d]{1,4}[.)]|\d+(?:\.\d+)+[.)]?)\t/u;

/** Cells of a table stand apart by a tab or a bar; a paragraph's number does too, and makes no row. */
export function isRow(text: string): boolean {
  return /\t| \| /.test(text.replace(numbered, ""));
}

/**
 * A unit as an answer shows it, in Markdown: its words stay as they are, a list keeps its lines, a row its cells. Where
 * the names of the columns are known (above the row, or in the last part of the section where a long table was cut, see
 * `server/ingestion/split.ts`) each cell has its own.
 */
export function readable(unit: Unit, text: string, section: string): string {
  if (unit.kind === "row") return readableRow(text.slice(unit.start, unit.end), unit.columns, section);
  const [first, ...rest] = unit.parts.map((part) => part.text.replace(/\s*[\n\t]\s*/g, " "));
  if (unit.kind === "sentence") return [first, ...rest].join(" ");
  return [first, ...rest.map((item) => `- ${item.replace(/^[-•*–]\s+/, "")}`)].join("\n");
}

const cellBreak = /\s*\t\s*|\s+\|\s+/;

function cellsOf(row: string): string[] {
  return isRow(row) ? row.replaceAll("\n", " ").split(cellBreak) : [];
}

function readableRow(row: string, above: string[], section: string): string {
  const cells = cellsOf(row);
  const columns = above.length > 0 ? above : (section.split(" › ").at(-1) ?? "").split(cellBreak);
  const fits = columns.length === cells.length && columns.length > 1;
  return cells
    .map((cell, place) => (fits && cell !== "" && columns[place] ? `${columns[place]}: ${cell}` : cell))
    .filter((cell) => cell !== "")
    .join(" · ");
}
