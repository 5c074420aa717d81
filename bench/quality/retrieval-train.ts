import { dataAt } from "#testing/sets.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Described, FEATURES } from "#engine/rank/features.ts";
import type { BenchOptions } from "../options.ts";
import { fits, readThemes } from "./asked-set.ts";
import { calibrate, dot, type Example, fitWeights } from "./retrieval/listwise.ts";
import { type Figures, figuresOf, meanFigures } from "./retrieval/metrics.ts";
import { documentsOf, findSets, type QuestionSet, readSet } from "./retrieval/question-set.ts";
import { themeOver } from "./retrieval/footnote.ts";

type Asked = Example & { set: string; half: number; ids: string[]; gold: ReadonlySet<string> };

/**
 * Fits the weights of `engine/rank/rank-weights.ts`: on each half of every set's questions, reported on the other half;
 * then on all of them, printed for that file. Sets are weighted by the square root of their number of questions. Of the
 * questions in people's own words (`asked`, `customers`) only the working ones take part.
 */
export async function run({ data, json }: BenchOptions) {
  const folder = dataAt("bench", data);
  const asked = findSets(folder).flatMap((folder) => describeSet(readSet(folder)));
  for (const name of ["asked", "customers"]) asked.push(...(await describeAsked(name, join(folder, ".."))));
  const sets = [...new Set(asked.map(({ set }) => set))];
  const size = FEATURES.length;

  const figures = new Map<string, Figures[]>(sets.map((set) => [set, []]));
  for (const half of [0, 1]) {
    const weights = fitWeights(trainable(asked.filter((question) => question.half === half)), size, decay);
    for (const question of asked.filter((other) => other.half !== half)) {
      figures.get(question.set)?.push(figuresOf(ranking(question, weights), question.gold));
    }
  }
  const rows = [...figures].map(([set, all]) => ({
    set,
    engine: "footnote-other-half",
    ...meanFigures(all),
  }));
  for (const { set, recallAt10, mapAt10 } of rows) {
    process.stdout.write(`${set.padEnd(16)} R@10 ${recallAt10.toFixed(3)}  MAP@10 ${mapAt10.toFixed(3)}\n`);
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);

  const weights = fitWeights(trainable(asked), size, decay);
  const { slope, bias } = calibrate(asked.flatMap((question) => firstTen(question, weights)));
  process.stdout.write(`\nexport const BIAS = ${bias.toFixed(3)};\n`);
  FEATURES.forEach((name, index) => {
    process.stdout.write(`  ${name}: ${(slope * (weights[index] ?? 0)).toFixed(3)},\n`);
  });
}

/** From 1e-4 to 1e-2 the figures differ by under 0.005. */
const decay = 1e-3;

function describeSet(set: QuestionSet): Asked[] {
  const documents = documentsOf(set.corpus);
  const index = themeOver(documents);
  return set.questions.map(({ id, text }, place) => {
    const described = index.describeCandidates(text, { limit: 10 });
    const ids = described.map(
      ({ candidate }) => documents[candidate.document.id]?.ids[candidate.passage] ?? "",
    );
    return askedOf(described, {
      set: set.name,
      half: place % 2,
      ids,
      gold: set.gold.get(id) ?? new Set<string>(),
      weight: 1 / Math.sqrt(set.questions.length),
    });
  });
}

/** A passage is right if it contains the words of a right quote. */
async function describeAsked(name: string, data: string): Promise<Asked[]> {
  const themes = await readThemes(join("bench/quality", name), { data, half: "working" });
  const answerable = themes.flatMap(({ questions, documents }) => {
    const index = themeOver(documents);
    return questions.flatMap(({ text, right }) => {
      const gold = documents.flatMap(({ passages }, document) =>
        passages.flatMap((passage, index) => (fits(passage.text, right) ? [`${document}/${index}`] : [])),
      );
      return gold.length === 0 ? [] : [{ index, text, gold: new Set(gold) }];
    });
  });
  return answerable.map(({ index, text, gold }, place) => {
    const described = index.describeCandidates(text, { limit: 10 });
    const ids = described.map(({ candidate }) => `${candidate.document.id}/${candidate.passage}`);
    return askedOf(described, {
      set: name,
      half: place % 2,
      ids,
      gold,
      weight: 1 / Math.sqrt(answerable.length),
    });
  });
}

function askedOf(described: readonly Described[], question: Omit<Asked, "rows" | "right">): Asked {
  return {
    ...question,
    rows: described.map(({ features }) => features),
    right: new Set(question.ids.flatMap((id, candidate) => (question.gold.has(id) ? [candidate] : []))),
  };
}

const trainable = (asked: readonly Asked[]) => asked.filter(({ right }) => right.size > 0);

function ordered({ rows }: Asked, weights: Float64Array) {
  const sums = rows.map((row, candidate) => ({ candidate, sum: dot(weights, row) }));
  return sums.sort((left, right) => right.sum - left.sum).slice(0, 10);
}

function ranking(question: Asked, weights: Float64Array): string[] {
  return ordered(question, weights).map(({ candidate }) => question.ids[candidate] ?? "");
}

function firstTen(question: Asked, weights: Float64Array) {
  return ordered(question, weights).map(({ candidate, sum }) => ({
    sum,
    right: question.right.has(candidate),
  }));
}
