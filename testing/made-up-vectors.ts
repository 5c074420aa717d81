import { toUnit } from "#engine/models/encoder.ts";
import type { VectorBlock } from "#engine/index/vectors.ts";

/** Vectors of unit length, each near one of some subjects, as those of texts are. */
export function madeUpVectors(
  random: () => number,
  { dimensions, subjects: count }: Record<"dimensions" | "subjects", number>,
) {
  const numbers = () => Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const subjects = Array.from({ length: count }, numbers);
  return (rows: number): VectorBlock => {
    const vectors = new Float32Array(rows * dimensions);
    for (let row = 0; row < rows; row++) {
      const subject = subjects[Math.floor(random() * count)] ?? [];
      const own = numbers().map((value, index) => value + (subject[index] ?? 0));
      vectors.set(toUnit(own), row * dimensions);
    }
    return { dimensions, vectors };
  };
}
