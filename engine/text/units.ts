import { cellsOf, columnsOf, isRow } from "./rows.ts";
import { itemMark, sentencesOf, type Sentence } from "./sentences.ts";

/**
 * A part of a passage that can be quoted and still be understood: a sentence (with the previous one if it begins by
 * pointing back), a whole list with its lead-in, one of its items, a table row, a short table with its introductory sentence.
 * Offsets are UTF-16 code units of the passage.
 */
export type Unit = {
  kind: "sentence" | "list" | "item" | "row" | "table";
  start: number;
  end: number;
  /** Its sentences; for a list the lead-in and the items, for a table the introductory sentence and the rows. */
  parts: Sentence[];
  /** For a row or a table: the column names, if known. */
  columns: string[];
  /** For an item: the lead-in of its list; '' if it has none. */
  leadIn: string;
};

const bullet = /^[-•*–]\s/;
/** Whether it is in a sentence, as opposed to a table caption. */
const namesTable = /\b(?:(?:the|this|following|next) table\b|table (?:below|\d))/i;
const pointsAtTable = (sentence: string) => /[.:]$/.test(sentence) && namesTable.test(sentence.slice(0, -1));
/** A larger table is too long for an answer; its rows are quoted one by one. */
const mostRows = 12;
const mostColumns = 4;
/** A caption may come between a table and its introductory sentence. */
const mostCaptions = 2;
const leadsIn = /[:—–-]\s*$/;
const pointsBack =
  /^(?:this|these|that|those|such|it|they|the (?:above|foregoing|same|latter|former)|in (?:this|that|such) (?:case|event)|in addition|however|otherwise|if so|if not)\b/i;

/** The first words refer to the previous sentence. */
const pointsBackWithin = /^(?:\S+\s+){0,4}(?:this|these|that|those|such|it|they|them|its|their)\b/i;

/** `section` is the path of headings above the text. */
export function unitsOf(text: string, section: string): Unit[] {
  const sentences = sentencesOf(text);
  const units: Unit[] = [];
  for (let index = 0; index < sentences.length; index++) {
    const sentence = sentences[index];
    if (sentence === undefined) continue;
    const list = listAt(text, sentences, index);
    if (list !== null) {
      units.push(unitOf("list", list.parts), ...itemUnitsOf(list.parts));
      index += list.sentences - 1;
      continue;
    }
    const previous = units.at(-1)?.kind === "sentence" ? sentences[index - 1] : undefined;
    const before =
      previous !== undefined && isWhole(previous.text) && pointsBack.test(sentence.text)
        ? previous
        : undefined;
    const table = pointsAtTable(sentence.text) ? tableAfter(sentences, index, section) : null;
    if (table !== null) units.push(table);
    else if (isRow(sentence.text))
      units.push(unitOf("row", [sentence], columnsOf(sentences, index, section)));
    else units.push(unitOf("sentence", before ? [before, sentence] : [sentence]));
  }
  return units;
}

/** The items of a list, each as a unit: one of eight may be the whole answer. */
function itemUnitsOf(parts: Sentence[]): Unit[] {
  const [first, ...rest] = parts;
  if (first === undefined || itemMark.test(first.text)) return parts.map((item) => unitOf("item", [item]));
  return rest.map((item) => ({ ...unitOf("item", [item]), leadIn: first.text }));
}

/** The lead-in of the sentence's list; '' if it isn't a list item. */
export function leadInOf(sentences: Sentence[], place: number): string {
  if (!itemMark.test(sentences[place]?.text ?? "")) return "";
  for (const { text } of sentences.slice(0, place).reverse()) {
    if (leadsIn.test(text)) return text;
    if (!itemMark.test(text)) break;
  }
  return "";
}

/** Whether the first words of a sentence refer to the previous one. */
export function isPointingBack(text: string): boolean {
  return pointsBack.test(text) || pointsBackWithin.test(text);
}

/** A heading has no final full stop, and a sentence that points back doesn't point to a heading. */
function isWhole(text: string): boolean {
  return /[.!?]["”')\]]*$/.test(text);
}

/** A list under a heading, or one cut off from its lead-in, is quoted whole up to this length. */
const shortList = 500;

/** The list that begins with the sentence at `place`, its lead-in or its first bullet; null if there is none. */
function listAt(
  text: string,
  sentences: Sentence[],
  place: number,
): { parts: Sentence[]; sentences: number } | null {
  const first = sentences[place];
  if (first === undefined) return null;
  if (leadsIn.test(first.text)) {
    const { items, sentences: taken } = itemsFrom(text, sentences, place + 1);
    return items.length > 0 ? { parts: [first, ...items], sentences: taken + 1 } : null;
  }
  if (!bullet.test(first.text)) return null;
  const { items, sentences: taken } = itemsFrom(text, sentences, place);
  const isShort = (items.at(-1)?.end ?? 0) - first.start <= shortList;
  return items.length > 1 && isShort ? { parts: items, sentences: taken } : null;
}

/** The items from `place` on, each with all its sentences, and the number of sentences. */
function itemsFrom(text: string, sentences: Sentence[], place: number) {
  const items: Sentence[] = [];
  let taken = 0;
  for (const sentence of sentences.slice(place)) {
    const last = items.at(-1);
    const goesOn = last !== undefined && !text.slice(last.end, sentence.start).includes("\n");
    if (goesOn) {
      items[items.length - 1] = {
        text: text.slice(last.start, sentence.end),
        start: last.start,
        end: sentence.end,
      };
    } else if (itemMark.test(sentence.text)) items.push(sentence);
    else break;
    taken += 1;
  }
  return { items, sentences: taken };
}

/** The sentence at `place` with the rows of the table after it; null if there is none or it is large. */
function tableAfter(sentences: Sentence[], place: number, section: string): Unit | null {
  const sentence = sentences[place];
  const from = sentences.findIndex(({ text }, at) => at > place && isRow(text));
  if (sentence === undefined || isRow(sentence.text) || from < 0 || from > place + 1 + mostCaptions)
    return null;
  const end = sentences.findIndex(({ text }, at) => at > from && !isRow(text));
  const rows = sentences.slice(from, end < 0 ? undefined : end);
  const columns = columnsOf(sentences, from + rows.length - 1, section);
  const [first, ...rest] = rows;
  const isHeader = cellsOf(first?.text ?? "").join() === columns.join();
  const told = isHeader ? rest : rows;
  const isShown =
    told.length > 0 && told.length <= mostRows && columns.length > 0 && columns.length <= mostColumns;
  return isShown ? unitOf("table", [sentence, ...told], columns) : null;
}

function unitOf(kind: Unit["kind"], parts: Sentence[], columns: string[] = []): Unit {
  return { kind, parts, columns, leadIn: "", start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
}
