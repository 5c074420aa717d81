import { analyze } from "#engine/text/analyze.ts";
import { toUnit } from "./encoder.ts";
import type { Encoder } from "./encoder.ts";
import { addVector, DIMENSIONS, vectorOf } from "./word-vectors.ts";

/**
 * The sums of word vectors that ship with the program, as an encoder: what any model of the house is held against
 * (`npm run bench -- encoders`). A text without a known word becomes zeros, which are near nothing.
 */
export const wordVectorEncoder: Encoder = {
  name: "word-vectors",
  dimension: DIMENSIONS,
  encode: async (texts, _as, signal) => {
    signal.throwIfAborted();
    return texts.map((text) => {
      const sum = new Float64Array(DIMENSIONS);
      for (const term of analyze(text)) addVector(sum, vectorOf(term), 1);
      return toUnit(Float32Array.from(sum));
    });
  },
};
