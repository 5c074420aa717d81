import type { Merged } from "#reading/extract/sheet/grid.ts";
import { longestKept, longestTitle, mostColumns, mostFound } from "./layout.ts";
import type { ChosenPlace, Place } from "./layout.ts";

/** The cells of a sheet or a table with text, by row and column. */
export type Cells = ReadonlyMap<number, ReadonlyMap<number, string>>;

export type Grid = {
  cells: Cells;
  merged: readonly Merged[];
  /** What a cell holds: something; no answer of its own, since the question goes over it; or nothing. */
  stateOf(row: number, column: number): "filled" | "covered" | "empty";
};

/** The title of the column that holds questions, in the languages that answers are given in. */
const questionWords = new Set(
  "question questions requirement requirements query inquiry enquiry frage fragen anforderung pregunta preguntas domanda domande vraag vragen pergunta perguntas".split(
    " ",
  ),
);
const answerWords = new Set(
  "answer answers response responses reply antwort antworten réponse réponses reponse respuesta respuestas risposta risposte antwoord antwoorden resposta respostas".split(
    " ",
  ),
);
/** They make another column of it: 'Question ID', 'Response type'. */
const otherWords = new Set(
  "no nr id number type category ref reference options format score weight date by owner status".split(" "),
);
/** How a question begins that ends without a question mark. */
const openers = new Set(
  "do does did is are was were has have had can could will would should may must what when where which who whom whose why how please describe provide list explain state specify confirm indicate detail outline identify give attach summarize summarise define".split(
    " ",
  ),
);
const longestTitleWords = 6;
/** A title above this many rows of text is not a title of the table. */
const titleWithin = 50;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function looksLikeQuestion(text: string): boolean {
  if (/[?？]/.test(text)) return true;
  const [first = "", ...rest] = wordsOf(withoutLabel(text));
  return rest.length >= 2 && openers.has(first);
}

const label =
  /^(?:Q\d{1,4}[.):]?|\d{1,3}(?:\.\d{1,3}){0,4}[.):]|\d{1,3}(?:\.\d{1,3}){1,4}|\([a-z0-9]{1,3}\)|[a-z][.)])\s+/i;

/** `1.2) Do you …` without its number. */
export const withoutLabel = (text: string): string => text.replace(label, "");

export const hasLabel = (text: string): boolean => label.test(text);

const isTitle = (text: string, words: ReadonlySet<string>): boolean => {
  const own = wordsOf(text);
  return (
    own.length <= longestTitleWords &&
    !text.includes("?") &&
    own.some((word) => words.has(word)) &&
    !own.some((word) => otherWords.has(word))
  );
};

/** The columns of a place and its questions, as far as the text says it, or as a person chose. */
export function recognize(
  grid: Grid,
  name: string,
  chosen: ChosenPlace | undefined,
): { place: Place; questions: { row: number; text: string }[] } {
  const rows = [...grid.cells.keys()].toSorted((one, other) => one - other);
  const header = rows
    .slice(0, titleWithin)
    .find((row) => [...(grid.cells.get(row)?.values() ?? [])].some((text) => isTitle(text, questionWords)));
  const titled = header === undefined ? undefined : columnWith(grid.cells.get(header), questionWords);
  const questionColumn = chosen === undefined ? (titled ?? likeliest(grid.cells)) : chosen.questionColumn;
  const headerRow = header ?? headerAbove(grid.cells, rows, questionColumn);
  const found = questionColumn === null ? [] : questionsIn(grid, { rows, headerRow, questionColumn });
  const answerColumn =
    chosen === undefined
      ? answerColumnOf(grid, headerRow, found, questionColumn)
      : chosen.answerColumn === questionColumn
        ? null
        : chosen.answerColumn;
  const open = found.filter(
    ({ row }) => answerColumn === null || grid.stateOf(row, answerColumn) !== "filled",
  );
  const isUsed = chosen?.isUsed ?? open.length > 0;
  return {
    place: {
      name,
      columns: columnsOf(grid.cells, headerRow),
      ...{ headerRow, questionColumn, answerColumn, isUsed },
      answered: found.length - open.length,
    },
    questions: isUsed ? open.slice(0, mostFound) : [],
  };
}

function columnWith(cells: ReadonlyMap<number, string> | undefined, words: ReadonlySet<string>) {
  for (const [column, text] of cells ?? []) if (isTitle(text, words)) return column;
  return undefined;
}

/** The column with most questions; null if no cell is one. */
function likeliest(cells: Cells): number | null {
  const counts = new Map<number, number>();
  for (const row of cells.values())
    for (const [column, text] of row)
      if (looksLikeQuestion(text)) counts.set(column, (counts.get(column) ?? 0) + 1);
  let best: number | null = null;
  for (const [column, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = column;
  return best;
}

/** Without a title of its own: the row above the first question, if it has several short texts. */
function headerAbove(cells: Cells, rows: readonly number[], column: number | null): number | null {
  if (column === null) return null;
  const first = rows.find((row) => looksLikeQuestion(cells.get(row)?.get(column) ?? ""));
  const above = first === undefined ? undefined : cells.get(first - 1);
  if (first === undefined || above === undefined || above.size < 2 || !above.has(column)) return null;
  return [...above.values()].every((text) => wordsOf(text).length <= longestTitleWords) ? first - 1 : null;
}

type Where = { rows: readonly number[]; headerRow: number | null; questionColumn: number };

function questionsIn(
  { cells, merged }: Grid,
  { rows, headerRow, questionColumn }: Where,
): { row: number; text: string }[] {
  const title = headerRow === null ? undefined : cells.get(headerRow)?.get(questionColumn);
  const found: { row: number; text: string }[] = [];
  for (const row of rows) {
    if (headerRow !== null && row <= headerRow) continue;
    const own = cells.get(row);
    const text = own?.get(questionColumn);
    // a title that is repeated on each printed page
    if (own === undefined || text === undefined || text === title) continue;
    if (!looksLikeQuestion(text)) {
      if (headerRow === null || own.size === 1 || wordsOf(text).length < 3) continue;
      const isAcross = merged.some(
        (one) => one.top === row && one.left <= questionColumn && one.right > one.left,
      );
      if (isAcross) continue;
    }
    found.push({ row, text: withoutLabel(text).slice(0, longestKept).toWellFormed() });
  }
  return found;
}

/** The column with a title for answers, if at least half of its cells are empty. */
function answerColumnOf(
  { cells, stateOf }: Grid,
  headerRow: number | null,
  found: readonly { row: number }[],
  questionColumn: number | null,
): number | null {
  if (headerRow === null) return null;
  for (const [column, text] of cells.get(headerRow) ?? []) {
    if (column === questionColumn || !isTitle(text, answerWords)) continue;
    const taken = found.filter(({ row }) => stateOf(row, column) !== "empty").length;
    if (taken * 2 <= found.length) return column;
  }
  return null;
}

function columnsOf(cells: Cells, headerRow: number | null): Place["columns"] {
  const used = new Set<number>();
  for (const row of cells.values()) for (const column of row.keys()) used.add(column);
  return [...used]
    .toSorted((one, other) => one - other)
    .slice(0, mostColumns)
    .map((index) => {
      const title = headerRow === null ? undefined : cells.get(headerRow)?.get(index);
      return { index, title: (title ?? `Column ${lettersOf(index)}`).slice(0, longestTitle).toWellFormed() };
    });
}

/** `27` is `AB`. */
export function lettersOf(column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
