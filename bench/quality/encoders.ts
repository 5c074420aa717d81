import { writeFileSync } from "node:fs";
import type { Encoder } from "#engine/models/encoder.ts";
import { wordVectorEncoder } from "#testing/word-vector-encoder.ts";
import type { BenchOptions } from "../options.ts";
import { crossValidate, type Fused, fuseSet, openSet, type OpenSet } from "./retrieval/fusion.ts";
import { figuresOf, meanFigures, percentile } from "./retrieval/metrics.ts";
import { findSets, readSet } from "./retrieval/question-set.ts";
import { openEncoders, vectorsOf } from "./retrieval/vectors.ts";

type Row = {
  set: string;
  encoder: string;
  way: string;
  recallAt10: number;
  mapAt10: number;
  ndcgAt10: number;
};

const ways = ["lexical", "dense", "by ranks", "fused"] as const;

/**
 * Retrieval of the encoder that ships and of every one in MODELS_DIR, alone and combined with words: `fused` with the
 * product's share, `other half` with one learned on the other half of all sets' questions. The first line of each encoder
 * gives its speed.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const sets = findSets(data).map((folder) => openSet(readSet(folder)));
  const rows: Row[] = [];
  for (const encoder of [wordVectorEncoder, ...(await openEncoders())]) {
    const asked: Fused[] = [];
    const times: number[] = [];
    process.stdout.write(`\n${encoder.name}\n`);
    for (const set of sets) {
      const passages = await vectorsOf(encoder, set.set.name, set.documents);
      const { questions, questionMs } = await encodeQuestions(encoder, set);
      const { asked: ofSet, nearestMs } = await fuseSet(set, passages, questions);
      asked.push(...ofSet);
      times.push(...nearestMs.map((ms, index) => ms + (questionMs[index] ?? 0)));
    }
    process.stdout.write(
      `encoding a question and finding its neighbors: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms; ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB resident\n`,
    );
    const { shares, ranked } = crossValidate(asked);
    process.stdout.write(
      `share learned on either half: ${shares.map((share) => share.toFixed(2)).join(", ")}\n`,
    );
    for (const { set } of sets) {
      const ofSet = asked.filter((question) => question.set === set.name);
      for (const way of ways)
        rows.push(rowOf(set.name, encoder, way, ofSet, ({ ways: found }) => found[way]));
      rows.push(rowOf(set.name, encoder, "other half", ofSet, (question) => ranked.get(question) ?? []));
    }
  }
  if (json) writeFileSync(json, `${JSON.stringify(rows, null, 2)}\n`);
}

function rowOf(
  set: string,
  { name }: Encoder,
  way: string,
  asked: readonly Fused[],
  found: (question: Fused) => string[],
): Row {
  const figures = asked.map((question) => figuresOf(found(question), question.gold));
  const { recallAt10, mapAt10, ndcgAt10 } = meanFigures(figures);
  const shown = [recallAt10, mapAt10, ndcgAt10].map((figure) => figure.toFixed(3)).join("  ");
  process.stdout.write(`${set.padEnd(16)}${way.padEnd(12)}${shown}\n`);
  return { set, encoder: name, way, recallAt10, mapAt10, ndcgAt10 };
}

async function encodeQuestions(encoder: Encoder, { found }: OpenSet) {
  const signal = new AbortController().signal;
  const questions: Float32Array[] = [];
  const questionMs: number[] = [];
  for (const { topic: matter } of found) {
    const began = performance.now();
    questions.push(...(await encoder.encode([matter], "question", signal)));
    questionMs.push(performance.now() - began);
  }
  return { questions, questionMs };
}
