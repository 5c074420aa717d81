import { partOf } from "#reading/extract/office/main-part.ts";
import { openPackage } from "#reading/extract/office/package.ts";
import type { Zip } from "#reading/extract/office/zip.ts";
import { characterBudget } from "#reading/extract/reading.ts";
import {
  scanDocument,
  type DocumentText,
  type WrittenParagraph,
  type WrittenTableCell,
} from "./document-text.ts";
import {
  longestKept,
  mostFound,
  mostPlaces,
  titles,
  type ChosenPlace,
  type FilledAnswer,
  type FoundQuestion,
  type Layout,
  type Place,
} from "./layout.ts";
import { recognize, tableOf, type Grid, type Table } from "./recognize.ts";
import { checkRewritable, rewritten } from "./rewrite.ts";
import { asks, hasLabel, withoutLabel } from "./words.ts";
import { edited, prefixOf, startOf, xmlText, type Edit } from "./written.ts";

/** `table` is null for the paragraphs, whose place is the first. */
type Read = {
  place: Place;
  tables: Table[];
  questions: { row: number; text: string }[];
  table: WrittenTableCell[][] | null;
};

async function readDocument(
  zip: Zip,
  chosen: readonly ChosenPlace[] | null,
): Promise<{ part: string; document: DocumentText; places: Read[] }> {
  checkRewritable(zip.names);
  const part = await partOf(zip, "word/document.xml");
  const document = await scanDocument(zip, part);
  const budget = characterBudget();
  for (const { text } of document.paragraphs) budget(text.length);
  const places: Read[] = [readParagraphs(document.paragraphs, chosen?.[0])];
  for (const [index, table] of document.tables.slice(0, mostPlaces - 1).entries()) {
    const found = recognize(gridOf(table, budget), `Table ${index + 1}`, chosen?.[index + 1]);
    places.push({ ...found, table });
  }
  return { part, document, places };
}

function readParagraphs(paragraphs: readonly WrittenParagraph[], chosen: ChosenPlace | undefined): Read {
  const questions = paragraphs.flatMap(({ text, isNumbered }, row) => {
    const isOne = asks(text) && (text.endsWith("?") || isNumbered || hasLabel(text));
    return isOne ? [{ row, text: withoutLabel(text).slice(0, longestKept).toWellFormed() }] : [];
  });
  const isUsed = chosen?.isUsed ?? questions.length > 0;
  return {
    place: {
      ...{ name: "Paragraphs", columns: [], headerRow: null, questionColumn: null, answerColumn: null },
      ...{ isUsed, answered: 0 },
    },
    questions: isUsed ? questions.slice(0, mostFound) : [],
    ...{ tables: [], table: null },
  };
}

function gridOf(table: WrittenTableCell[][], budget: (characters: number) => void): Grid {
  const cells = new Map<number, Map<number, string>>();
  for (const [row, own] of table.entries())
    for (const cell of own) {
      const text = cell.paragraphs
        .map((paragraph) => paragraph.text)
        .filter((one) => one !== "")
        .join(" ");
      if (text === "") continue;
      budget(text.length);
      const texts = cells.get(row) ?? new Map<number, string>();
      cells.set(row, texts.set(cell.column, text));
    }
  const merged = table.flatMap((own, row) =>
    own.flatMap(({ column, span }) =>
      span > 1 ? [{ top: row, bottom: row, left: column, right: column + span - 1 }] : [],
    ),
  );
  const stateOf = (row: number, column: number) => {
    const seenIn = cellIn(table[row], column)?.seenIn ?? null;
    if (seenIn === null) return "covered";
    return cells.get(seenIn)?.has(column) === true ? "filled" : "empty";
  };
  return { cells, merged, stateOf };
}

const cellIn = (row: readonly WrittenTableCell[] | undefined, column: number | null) =>
  row?.find((cell) => cell.column === column);

export async function readDocxQuestions(
  bytes: Uint8Array,
  chosen: readonly ChosenPlace[] | null,
): Promise<Layout> {
  const { places } = await readDocument(await openPackage(bytes, "Word"), chosen);
  return {
    kind: "docx",
    places: places.map(({ place }) => place),
    questions: places.flatMap(({ questions }, place): FoundQuestion[] =>
      questions.map((question) => ({ place, ...question })),
    ),
  };
}

/** The document with answers in their column, or as paragraphs after their question: answer, sources, confidence. */
export async function fillDocx(
  bytes: Uint8Array,
  chosen: readonly ChosenPlace[] | null,
  answers: readonly FilledAnswer[],
): Promise<Buffer> {
  const { part, document, places } = await readDocument(await openPackage(bytes, "Word"), chosen);
  const { whole, paragraphs } = document;
  const edits = answers.flatMap((answer): Edit[] => {
    const read = places[answer.place];
    if (read === undefined) return [];
    if (read.table !== null) return cellEdits(whole, read.table, tableOf(read.tables, answer.row), answer);
    const question = paragraphs[answer.row];
    return question === undefined
      ? []
      : [{ start: question.closeEnd, end: question.closeEnd, text: threeParagraphs(question.tag, answer) }];
  });
  return rewritten(bytes, new Map([[part, edited(whole, edits)]]));
}

function cellEdits(
  whole: string,
  table: readonly WrittenTableCell[][],
  { questionColumn, answerColumn, answerBelow }: Table,
  answer: FilledAnswer,
): Edit[] {
  const at = answer.row + answerBelow;
  const row = table[at];
  const seenIn = cellIn(row, answerColumn)?.seenIn ?? null;
  const target = seenIn === null ? cellIn(row, questionColumn) : cellIn(table[seenIn], answerColumn);
  if (target === undefined) return [];
  const end = startOf(whole, target.closeEnd);
  const [first] = target.paragraphs;
  const isOwnColumn = seenIn === at;
  // an empty paragraph has the look that answers should have
  if (!isOwnColumn || first === undefined || first.text !== "" || first.isInField)
    return [{ start: end, end, text: threeParagraphs(target.tag, answer, !isOwnColumn) }];
  const prefix = prefixOf(first.tag);
  const run = runOf(prefix, answer.answer);
  const start = startOf(whole, first.closeEnd);
  const isEmpty = first.openEnd === first.closeEnd;
  const open = `${whole.slice(start, first.closeEnd).replace(/\/>$/, "")}>`;
  return [
    isEmpty
      ? { start, end: first.closeEnd, text: `${open}${run}</${first.tag}>` }
      : { start, end: start, text: run },
    { start: end, end, text: threeParagraphs(target.tag, { ...answer, answer: "" }) },
  ];
}

function threeParagraphs(
  tag: string,
  { answer, sources, confidence }: Pick<FilledAnswer, "answer" | "sources" | "confidence">,
  namesAnswer = true,
): string {
  const prefix = prefixOf(tag);
  const one = (title: string, text: string) =>
    text === ""
      ? ""
      : `<${prefix}p>${title === "" ? "" : runOf(prefix, `${title}: `, true)}${runOf(prefix, text)}</${prefix}p>`;
  return `${one(namesAnswer ? titles.answer : "", answer)}${one(titles.sources, sources)}${one(titles.confidence, confidence)}`;
}

function runOf(prefix: string, text: string, isBold = false): string {
  if (text === "") return "";
  const look = isBold ? `<${prefix}rPr><${prefix}b/></${prefix}rPr>` : "";
  const lines = xmlText(text)
    .split("\n")
    .map((line) => `<${prefix}t xml:space="preserve">${line}</${prefix}t>`);
  return `<${prefix}r>${look}${lines.join(`<${prefix}br/>`)}</${prefix}r>`;
}
