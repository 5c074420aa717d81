import { writeFileSync } from "node:fs";
import { answerability, leastCoverage } from "#server/answering/answerability.ts";
import { buildSegment } from "#server/retrieval/segment.ts";
import { createThemeIndex } from "#server/retrieval/theme-index.ts";
import type { BenchOptions } from "./options.ts";
import { documentsOf, findSets, readSet } from "./retrieval/question-set.ts";
import type { QuestionSet } from "./retrieval/question-set.ts";

const thresholds = [0.15, 0.2, leastCoverage, 0.25, 0.3, 0.35, 0.4, 0.5];
/** Questions of other sets that are asked of each set; enough for a standard error of 0.02. */
const strangers = 400;

type Row = {
  set: string;
  engine: "footnote";
  threshold: number;
  declinedAnswerable: number;
  declinedNearMisses: number | null;
  declinedOtherSubject: number;
  aucNearMisses: number | null;
  aucOtherSubject: number;
};

/**
 * The abstention curve: at each threshold, how many answerable questions are declined, how many that come near the subject
 * without having an answer (where the set says so), and how many of another subject.
 */
export function run({ data, json }: BenchOptions): Promise<void> {
  const sets = findSets(data).map(readSet);
  const rows = sets.flatMap((set) =>
    curveOf(
      set,
      sets.filter(({ name }) => name.split("-")[0] !== set.name.split("-")[0]),
    ),
  );
  process.stdout.write(
    "set               threshold  answerable  near misses  other subject   (shares declined)   AUC near  AUC other\n",
  );
  for (const row of rows)
    process.stdout.write(
      `${row.set.padEnd(16)}  ${row.threshold.toFixed(3).padStart(9)}  ${shown(row.declinedAnswerable, 10)}  ${shown(row.declinedNearMisses, 11)}  ${shown(row.declinedOtherSubject, 13)}  ${shown(row.aucNearMisses, 28)}  ${shown(row.aucOtherSubject, 9)}\n`,
    );
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
  return Promise.resolve();
}

function curveOf(set: QuestionSet, others: QuestionSet[]): Row[] {
  const index = createThemeIndex();
  documentsOf(set.corpus).forEach((document, place) => index.add(place, buildSegment(document)));
  const figure = (text: string) => answerability(index.search(text, { limit: 10 }));
  const figures = (wanted: boolean) =>
    set.questions
      .filter((question) => (question.answerable !== false) === wanted)
      .map(({ text }) => figure(text));
  const [answerable, near] = [figures(true), figures(false)];
  const texts = others.flatMap(({ questions }) => questions.map(({ text }) => text));
  const step = Math.max(1, Math.floor(texts.length / strangers));
  const other = texts.filter((_, place) => place % step === 0).map(figure);
  return thresholds.map((threshold) => ({
    set: set.name,
    engine: "footnote",
    threshold,
    declinedAnswerable: below(answerable, threshold) ?? 0,
    declinedNearMisses: below(near, threshold),
    declinedOtherSubject: below(other, threshold) ?? 0,
    aucNearMisses: near.length === 0 ? null : areaUnderCurve(answerable, near),
    aucOtherSubject: areaUnderCurve(answerable, other),
  }));
}

function below(figures: number[], threshold: number): number | null {
  return figures.length === 0 ? null : figures.filter((figure) => figure < threshold).length / figures.length;
}

/** How often a figure of the first kind is above one of the second. */
function areaUnderCurve(above: number[], under: number[]): number {
  let wins = 0;
  for (const one of above) for (const other of under) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / Math.max(1, above.length * under.length);
}

function shown(figure: number | null, width: number): string {
  return (figure === null ? "-" : figure.toFixed(3)).padStart(width);
}
