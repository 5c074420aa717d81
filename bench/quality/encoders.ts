import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Encoder, passageForm, type Role } from "#engine/models/encoder.ts";
import { openOnnx } from "#engine/models/onnx/onnx.ts";
import { loadRuntime } from "#engine/models/onnx/runtime.ts";
import { wordVectorEncoder } from "#engine/models/word-vector-encoder.ts";
import type { BenchOptions } from "../options.ts";
import { crossValidate, type Fused, fuseSet, openSet, type OpenSet } from "./retrieval/fusion.ts";
import { figuresOf, meanFigures, percentile } from "./retrieval/metrics.ts";
import { findSets, readSet } from "./retrieval/question-set.ts";

type Row = {
  set: string;
  encoder: string;
  way: string;
  recallAt10: number;
  mapAt10: number;
  ndcgAt10: number;
};

/** Vectors of 22,000 passages take half an hour: they are kept between runs. */
const cache = ".cache/vectors";
const ways = ["lexical", "dense", "by ranks", "fused"] as const;

/**
 * What every encoder in MODELS_DIR finds beside words, alone and together: `fused` with the share that the product uses,
 * `other half` with one learned on the other half of all sets' questions. The first line of each encoder gives its speed.
 */
export async function run({ data, json }: BenchOptions): Promise<void> {
  const sets = findSets(data).map((folder) => openSet(readSet(folder)));
  const rows: Row[] = [];
  for (const encoder of [wordVectorEncoder, ...(await encodersOf(modelsFolder()))]) {
    const asked: Fused[] = [];
    const times: number[] = [];
    process.stdout.write(`\n${encoder.name}\n`);
    for (const set of sets) {
      const passages = await vectorsOf(encoder, set);
      const { questions, questionMs } = await encodeQuestions(encoder, set);
      const { asked: ofSet, nearestMs } = await fuseSet(set, passages, questions);
      asked.push(...ofSet);
      times.push(...nearestMs.map((ms, place) => ms + (questionMs[place] ?? 0)));
    }
    process.stdout.write(
      `a question encoded and its neighbors found: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms; ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB resident\n`,
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

function modelsFolder(): string {
  return resolve(process.env.MODELS_DIR ?? "data/models");
}

async function encodersOf(models: string): Promise<Encoder[]> {
  const folders = existsSync(models) ? readdirSync(models) : [];
  const found = folders.filter((name) => existsSync(join(models, name, "model.json")));
  if (found.length === 0)
    process.stdout.write(`There is no model in ${models}: word vectors only. MODELS_DIR names the folder.\n`);
  const runtime = found.length === 0 ? null : loadRuntime(models);
  return Promise.all(
    found.flatMap((name) => (runtime === null ? [] : [openOnnx(join(models, name), runtime)])),
  ).then((opened) =>
    opened.map(({ name, dimension, encode }) => ({
      name,
      dimension,
      encode: (texts: readonly string[], as: Role) => encode(texts, as, Infinity),
    })),
  );
}

/** Vectors of each document's passages. */
async function vectorsOf(encoder: Encoder, { set, documents }: OpenSet): Promise<Float32Array[]> {
  const signal = new AbortController().signal;
  const folder = join(cache, encoder.name);
  mkdirSync(folder, { recursive: true });
  // two sets over one corpus share its vectors
  const path = join(folder, `${set.name.replace(/-mp$/, "")}.f32`);
  const dimension = encoder.dimension ?? 0;
  const counts = documents.map(({ ids }) => ids.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!existsSync(path)) {
    const began = performance.now();
    const all = new Float32Array(total * dimension);
    let row = 0;
    for (const { passages } of documents)
      for (const passage of passages) {
        const [vector] = await encoder.encode([passageForm(passage)], "passage", signal);
        all.set(vector ?? [], dimension * row++);
      }
    writeFileSync(path, Buffer.from(all.buffer));
    const perSecond = (1000 * total) / (performance.now() - began);
    process.stdout.write(`${set.name}: ${total} passages, ${perSecond.toFixed(0)} a second\n`);
  }
  const bytes = readFileSync(path);
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  if (all.length !== total * dimension) throw new Error(`${path} is of another corpus: delete it.`);
  let from = 0;
  return counts.map((count) => all.subarray(from, (from += count * dimension)));
}

async function encodeQuestions(encoder: Encoder, { found }: OpenSet) {
  const signal = new AbortController().signal;
  const questions: Float32Array[] = [];
  const questionMs: number[] = [];
  for (const { matter } of found) {
    const began = performance.now();
    questions.push(...(await encoder.encode([matter], "question", signal)));
    questionMs.push(performance.now() - began);
  }
  return { questions, questionMs };
}
