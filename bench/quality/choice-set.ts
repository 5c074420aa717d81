import type { Evidence, Retrieved } from "#engine/evidence.ts";
import { planQuestion } from "#engine/query/question-plan.ts";
import { answeringUnitsOf, type DescribedUnit } from "#engine/quote/answering-units.ts";
import { describeUnits, readingsOf } from "#engine/quote/unit-features.ts";
import { languageOf } from "#engine/text/language.ts";
import { fits, type AskedQuestion } from "./asked-set.ts";

/** Sets of questions with the words of a right quote. */
export const choiceSets = ["asked", "customers", "public", "newcomers"];
/** As in the product (`server/answering/answers/retrieve.ts`). */
export const passagesUsed = 10;
/** Questions of other themes asked of each. */
const strangers = 2;

/** Some questions of other themes, evenly spread, which this theme doesn't answer. */
export function strangersTo(theme: string, questions: readonly AskedQuestion[]): AskedQuestion[] {
  const others = questions.filter((question) => question.theme !== theme);
  const step = Math.max(1, others.length / strangers);
  const isTaken = (place: number) => Math.floor(place / step) !== Math.floor((place - 1) / step);
  return others.filter((_, index) => isTaken(index)).map((question) => ({ ...question, right: [] }));
}

/** The question as quotes are chosen for it. */
export const quotedAs = (text: string, { readAs }: Retrieved): string =>
  planQuestion({ question: text, readAs }).quotedFor;

/** The units of what was found, with their figures and which are right. */
export function describeFound(question: string, found: Retrieved, right: string[][]) {
  const language = languageOf(found.language);
  return describeUnits(
    found.evidence.flatMap((passage) => answeringUnitsOf(passage, language)),
    question,
    language,
    readingsOf(found),
  ).map((unit) => ({ ...unit, isRight: fits(shown(unit), right) }));
}

/** The words that a reader sees of a marked unit: its own, its columns' names and the headings above it. */
function shown({ evidence, unit, text }: DescribedUnit<Evidence>): string {
  return [evidence.documentName, evidence.section, ...unit.columns, text].join("\n");
}

/** A document as the search of a bench knows it. */
export const withIds = <Read extends { passages: readonly unknown[] }>(document: Read) => ({
  ...document,
  ids: document.passages.map((_, at) => `${at}`),
});
