/** A sheet, a table of a Word file, or the paragraphs of a Word file outside its tables. Rows and columns count from 0. */
export type Place = {
  /** `Sheet1`, `Table 2`, `Paragraphs` */
  name: string;
  /** Those with text; none for paragraphs. */
  columns: { index: number; title: string }[];
  /** The row with the columns' titles; null: there is none. */
  headerRow: number | null;
  questionColumn: number | null;
  /** null: the answer gets a place of its own, a new column or new paragraphs. */
  answerColumn: number | null;
  isUsed: boolean;
  /** Rows under a question column whose answer column holds something already. */
  answered: number;
};

/** What a person chose for a place. */
export type ChosenPlace = {
  isUsed: boolean;
  questionColumn: number | null;
  answerColumn: number | null;
};

/** `place` counts the places, `row` the rows of the sheet or table, or the paragraphs. */
export type FoundQuestion = { place: number; row: number; text: string };

export type Layout = { kind: "xlsx" | "docx"; places: Place[]; questions: FoundQuestion[] };

/** What is written beside a question. */
export type FilledAnswer = {
  place: number;
  row: number;
  answer: string;
  sources: string;
  confidence: string;
};

/** A request about a questionnaire: its questions, or the file with its answers. */
export type QuestionnaireTask = {
  chosen: ChosenPlace[] | null;
  answers: FilledAnswer[] | null;
};

/** More than a screen can offer to choose from. */
export const mostPlaces = 50;
export const mostColumns = 40;
/** Of a title that is shown. */
export const longestTitle = 80;
/** One more than a questionnaire may have: whoever counts them sees that there are more. */
export const mostFound = 1_001;
/** A longer cell isn't a question that anybody asks; what is kept of it shows which one it was. */
export const longestKept = 8_000;

export const titles = { answer: "Answer", sources: "Sources", confidence: "Confidence" } as const;
