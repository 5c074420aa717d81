import { readFileSync } from "node:fs";

/** Dimension of a vector. */
export const DIMENSIONS = 256;

// Layout: terms as lines, each term's quantization step, the numbers. Written by scripts/make-word-vectors.ts.
const bytes = readFileSync(new URL("word-vectors.bin", import.meta.url));
const [length, count] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
const rowOf = new Map(
  bytes
    .toString("utf8", 8, 8 + length)
    .split("\n")
    .map((term, row) => [term, row + 1]),
);
const steps = new Float32Array(
  bytes.buffer.slice(bytes.byteOffset + 8 + length, bytes.byteOffset + 8 + length + 4 * count),
);
const numbers = new Int8Array(bytes.buffer, bytes.byteOffset + 8 + length + 4 * count, count * DIMENSIONS);

/** The index of a term among the vectors, at most 65,535; 0 if it has none. */
export function vectorOf(term: string): number {
  return rowOf.get(term) ?? 0;
}

/**
 * Adds a term's vector, scaled by `times`, to a sum. The sum over a text's terms has about the direction that
 * all-MiniLM-L6-v2 gives the text, without running the model (docs/decisions/word-vectors.md).
 */
export function addVector(sum: Float64Array, vector: number, times: number): void {
  if (vector === 0) return;
  const by = times * (steps[vector - 1] ?? 0);
  const from = (vector - 1) * DIMENSIONS;
  for (let index = 0; index < DIMENSIONS; index++)
    sum[index] = (sum[index] ?? 0) + by * (numbers[from + index] ?? 0);
}

/** A question meets the same words again and again; cleared once it holds this many pairs. */
const mostPairs = 100_000;
const similarities = new Map<number, number>();

/** The cosine of two terms' vectors, by their indexes; 0 if either has none. */
export function similarityOf(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  const pair = Math.min(one, other) * 65_536 + Math.max(one, other);
  const known = similarities.get(pair);
  if (known !== undefined) return known;
  const [left, right] = [(one - 1) * DIMENSIONS, (other - 1) * DIMENSIONS];
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++)
    sum += (numbers[left + index] ?? 0) * (numbers[right + index] ?? 0);
  const similarity = sum / (normOf(one) * normOf(other));
  if (similarities.size >= mostPairs) similarities.clear();
  similarities.set(pair, similarity);
  return similarity;
}

const norms = new Float64Array(count);

/** The length of a term's quantized numbers, computed the first time it is asked for. */
function normOf(vector: number): number {
  const known = norms[vector - 1] ?? 0;
  if (known > 0) return known;
  const from = (vector - 1) * DIMENSIONS;
  let squares = 0;
  for (let index = 0; index < DIMENSIONS; index++) squares += (numbers[from + index] ?? 0) ** 2;
  return (norms[vector - 1] = Math.sqrt(squares) || 1);
}

/** The direction of a text by its terms' vectors, by their indexes, each with its weight. */
export function directionOf(weighted: Iterable<readonly [vector: number, weight: number]>): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const [vector, weight] of weighted) addVector(sum, vector, weight);
  return unit(sum);
}

/** Cosine of two directions of unit length. */
export function cosineOf(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** The same direction at unit length; zero for a zero sum. */
export function unit(sum: Float64Array): Float64Array {
  const length = lengthOf(sum);
  return sum.map((value) => value / length);
}

/** The norm of a sum; 1 for a zero sum, because callers divide by it. */
export function lengthOf(sum: Float64Array): number {
  let squares = 0;
  for (let index = 0; index < DIMENSIONS; index++) squares += (sum[index] ?? 0) ** 2;
  return Math.sqrt(squares) || 1;
}
