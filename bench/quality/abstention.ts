import { writeFileSync } from "node:fs";
import { confidenceFor, passagesWeighed } from "#engine/quote/extractive.ts";
import type { BenchOptions } from "../options.ts";
import { askerOver, openCorpus, type AskedCorpus } from "./retrieval/asker.ts";
import { findSets, readSet, type QuestionSet } from "./retrieval/question-set.ts";

/** Multiples of the least confidence; the product declines below 1. */
const thresholds = [0.6, 0.8, 1, 1.2, 1.5, 2];
/** Number of other sets' questions asked of each set; enough for a standard error of 0.02. */
const strangers = 400;

type Row = {
  set: string;
  engine: "footnote";
  threshold: number;
  declinedAnswerable: number;
  declinedNearMisses: number | null;
  declinedWithoutDocument: number | null;
  declinedOtherSubject: number;
  aucNearMisses: number | null;
  aucWithoutDocument: number | null;
  aucOtherSubject: number;
};

/**
 * The abstention curve: at each threshold, the share declined of answerable questions, of near misses (if the set marks
 * them), of questions whose document is absent (each half of the documents is asked the other half's questions), and of
 * questions on another subject.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const sets = findSets(data).map(readSet);
  const rows: Row[] = [];
  for (const set of sets) rows.push(...(await curveOf(set, questionsOfOthers(set, sets))));
  process.stdout.write(
    "set               threshold  answerable  near misses  document absent  other subject  (shares declined)   AUC near  absent  other\n",
  );
  for (const row of rows)
    process.stdout.write(
      `${row.set.padEnd(16)}  ${row.threshold.toFixed(1).padStart(9)}  ${shown(row.declinedAnswerable, 10)}  ${shown(row.declinedNearMisses, 11)}  ${shown(row.declinedWithoutDocument, 15)}  ${shown(row.declinedOtherSubject, 13)}  ${shown(row.aucNearMisses, 27)}  ${shown(row.aucWithoutDocument, 6)}  ${shown(row.aucOtherSubject, 5)}\n`,
    );
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

async function curveOf(set: QuestionSet, texts: string[]): Promise<Row[]> {
  const corpus = await openCorpus(set);
  const figures = figuresFrom(corpus);
  const questions = (wanted: boolean) =>
    set.questions.filter((question) => (question.answerable !== false) === wanted);
  const answerable = await figures(questions(true).map(({ text }) => text));
  const near = await figures(questions(false).map(({ text }) => text));
  const absent = corpus.documents.length < leastDocuments ? [] : await halvesOf(set, corpus, questions(true));
  const step = Math.max(1, Math.floor(texts.length / strangers));
  const other = await figures(texts.filter((_, index) => index % step === 0));
  return thresholds.map((threshold) => ({
    set: set.name,
    engine: "footnote",
    threshold,
    declinedAnswerable: shareBelow(answerable, threshold) ?? 0,
    declinedNearMisses: shareBelow(near, threshold),
    declinedWithoutDocument: shareBelow(absent, threshold),
    declinedOtherSubject: shareBelow(other, threshold) ?? 0,
    aucNearMisses: near.length === 0 ? null : areaUnderCurve(answerable, near),
    aucWithoutDocument: absent.length === 0 ? null : areaUnderCurve(answerable, absent),
    aucOtherSubject: areaUnderCurve(answerable, other),
  }));
}

const leastDocuments = 4;

/**
 * Every second document in one theme, the others in another: each is asked the questions of the other one's documents.
 */
async function halvesOf(
  set: QuestionSet,
  { documents, encoder }: AskedCorpus,
  questions: QuestionSet["questions"],
): Promise<number[]> {
  const figures: number[] = [];
  for (const half of [0, 1]) {
    const held = documents.filter((_, index) => index % 2 === half);
    const ids = new Set(held.flatMap((document) => document.ids));
    const strange = questions.filter(({ id }) =>
      [...(set.gold.get(id) ?? [])].every((entry) => !ids.has(entry)),
    );
    figures.push(...(await figuresFrom({ documents: held, encoder })(strange.map(({ text }) => text))));
  }
  return figures;
}

/** Questions of sets about other subjects; sets over the same corpus share the first part of their names. */
export function questionsOfOthers(set: QuestionSet, sets: QuestionSet[]): string[] {
  return sets
    .filter(({ name }) => name.split("-")[0] !== set.name.split("-")[0])
    .flatMap(({ questions }) => questions.map(({ text }) => text));
}

/** The confidence in these documents' lead for each of the questions, as a multiple of the least. */
export function figuresFrom(corpus: AskedCorpus): (questions: string[]) => Promise<number[]> {
  const ask = askerOver(corpus);
  return async (questions) => {
    const figures: number[] = [];
    for (const question of questions) {
      const { confidence, least } = confidenceFor(question, await ask(question, passagesWeighed));
      figures.push(confidence / least);
    }
    return figures;
  };
}

export function shareBelow(figures: number[], threshold: number): number | null {
  return figures.length === 0 ? null : figures.filter((figure) => figure < threshold).length / figures.length;
}

/** How often a value of the first kind exceeds one of the second (AUC). */
function areaUnderCurve(above: number[], under: number[]): number {
  let wins = 0;
  for (const one of above) for (const other of under) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / Math.max(1, above.length * under.length);
}

/** A share in a column of this width, '-' where there is none. */
export function shown(figure: number | null, width: number): string {
  return (figure === null ? "-" : figure.toFixed(3)).padStart(width);
}
