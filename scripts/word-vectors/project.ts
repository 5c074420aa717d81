import { toUnit } from "#engine/models/encoder.ts";
import type { Term } from "./terms.ts";

/** Arora et al., A Simple but Tough-to-Beat Baseline for Sentence Embeddings (2017): frequent words carry less information. */
const smoothing = 1e-3;

/** Vectors to start from, and the same projection for texts. */
export type Projection = {
  /** One vector of `dimensions` numbers for each term, one after the other. */
  vectors: Float32Array;
  dimensions: number;
  /** A text's vector in fewer dimensions, at unit length. */
  shorten(vector: Float32Array): Float32Array;
};

/**
 * Projects the mean of each term's words onto the strongest principal components, with the term weighted by the root of its
 * share, and shortens frequent terms.
 * @param encoded the vectors of all terms' words, in order
 */
export function project(terms: readonly Term[], encoded: Float32Array, dimensions: number): Projection {
  const rows = meansOf(terms, encoded);
  const size = rows[0]?.length ?? 0;
  const weights = terms.map(({ share }) => Math.sqrt(share));
  const center = new Float64Array(size);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  rows.forEach((row, term) => add(center, row, (weights[term] ?? 0) / whole));
  const centered = rows.map((row) => row.map((value, index) => value - (center[index] ?? 0)));
  const axes = principalAxes(covariance(centered, weights), dimensions);

  const vectors = new Float32Array(terms.length * dimensions);
  centered.forEach((row, term) => {
    const scale = smoothing / (smoothing + (terms[term]?.share ?? 0));
    axes.forEach((axis, index) => (vectors[term * dimensions + index] = scale * dot(row, axis)));
  });
  const shorten = (vector: Float32Array) => toUnit(Float32Array.from(axes, (axis) => dot(vector, axis)));
  return { vectors, dimensions, shorten };
}

function meansOf(terms: readonly Term[], encoded: Float32Array): Float64Array[] {
  const size = encoded.length / terms.reduce((sum, { words }) => sum + words.length, 0);
  let row = 0;
  return terms.map(({ shares }) => {
    const mean = new Float64Array(size);
    const whole = shares.reduce((sum, share) => sum + share, 0);
    for (const share of shares) add(mean, encoded.subarray(row * size, ++row * size), share / whole);
    return mean;
  });
}

function covariance(rows: readonly Float64Array[], weights: readonly number[]): Float64Array[] {
  const size = rows[0]?.length ?? 0;
  const sums = Array.from({ length: size }, () => new Float64Array(size));
  rows.forEach((row, term) => {
    for (const [place, sum] of sums.entries()) add(sum, row, (weights[term] ?? 0) * (row[place] ?? 0));
  });
  return sums;
}

/** The directions of largest variance, by power iteration, each orthogonal to those before. */
function principalAxes(matrix: readonly Float64Array[], count: number): Float64Array[] {
  const axes: Float64Array[] = [];
  while (axes.length < count) {
    let axis = Float64Array.from(matrix, (_, index) => Math.sin(index + 1 + axes.length));
    for (let round = 0; round < 200; round++) {
      const next = Float64Array.from(matrix, (row) => dot(row, axis));
      for (const found of axes) add(next, found, -dot(next, found));
      const length = Math.sqrt(dot(next, next));
      axis = next.map((value) => value / length);
    }
    axes.push(axis);
  }
  return axes;
}

type Numbers = Float32Array | Float64Array;

function add(sum: Numbers, vector: Numbers, times: number): void {
  for (let index = 0; index < sum.length; index++)
    sum[index] = (sum[index] ?? 0) + times * (vector[index] ?? 0);
}

function dot(one: Numbers, other: Numbers): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
