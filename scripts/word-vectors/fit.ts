import { analyze } from "#engine/text/analyze.ts";
import type { Projection } from "./project.ts";
import { shuffle } from "./shuffle.ts";
import type { Term } from "./terms.ts";

const rounds = 5;
const rate = 0.1;
/** Pull toward the starting vectors, so that words of few texts keep their meaning. */
const pull = 0.01;
/** Share of texts that the fit doesn't see; their similarity is printed. */
const heldOut = 0.05;

/**
 * Moves the terms' vectors so that their sum over a text points where the encoder's vector of the text does: gradient
 * descent on the cosine, with one AdaGrad rate for each term (Duchi et al. 2011).
 * @param encoded the encoder's vectors of the texts, in order
 */
export function fit(
  { vectors: start, dimensions, shorten }: Projection,
  terms: readonly Term[],
  texts: readonly string[],
  encoded: Float32Array,
): Float32Array {
  const size = encoded.length / texts.length;
  const rowOf = new Map(terms.map(({ term }, row) => [term, row]));
  const lessons = texts.map((text, index) => ({
    rows: analyze(text).flatMap((term) => rowOf.get(term) ?? []),
    target: shorten(encoded.subarray(index * size, (index + 1) * size)),
  }));
  const unseen = lessons.splice(0, Math.floor(heldOut * lessons.length));
  const vectors = start.slice();
  const squares = new Float64Array(terms.length);
  const sum = new Float64Array(dimensions);

  /** Leaves the sum over a text's terms in `sum`. */
  function compare({ rows, target }: (typeof lessons)[number]): { cosine: number; length: number } {
    sum.fill(0);
    for (const row of rows)
      for (let index = 0; index < dimensions; index++)
        sum[index] = (sum[index] ?? 0) + (vectors[row * dimensions + index] ?? 0);
    let [product, length] = [0, 0];
    for (let index = 0; index < dimensions; index++) {
      product += (sum[index] ?? 0) * (target[index] ?? 0);
      length += (sum[index] ?? 0) ** 2;
    }
    length = Math.sqrt(length) || 1;
    return { cosine: product / length, length };
  }

  function learn(lesson: (typeof lessons)[number], speed: number): void {
    const { cosine, length } = compare(lesson);
    const slope = sum.map(
      (value, index) => ((cosine * value) / length - (lesson.target[index] ?? 0)) / length,
    );
    const steepness = slope.reduce((total, value) => total + value ** 2, 0);
    for (const row of lesson.rows) {
      squares[row] = (squares[row] ?? 0) + steepness;
      const step = speed / Math.sqrt(squares[row] + 1e-6);
      for (let at = row * dimensions, place = 0; place < dimensions; at++, place++) {
        const value = vectors[at] ?? 0;
        vectors[at] = value - step * (slope[place] ?? 0) - speed * pull * (value - (start[at] ?? 0));
      }
    }
  }

  for (let round = 0; round < rounds; round++) {
    for (const lesson of shuffle(lessons, round + 1))
      if (lesson.rows.length > 1) learn(lesson, rate * (1 - round / rounds));
    const mean = unseen.reduce((total, lesson) => total + compare(lesson).cosine, 0) / unseen.length;
    process.stdout.write(`round ${round + 1}: unseen texts have a similarity of ${mean.toFixed(4)}\n`);
  }
  return vectors;
}
