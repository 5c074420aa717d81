import { analyze } from "#engine/text/analyze.ts";
import { toUnit, type Encoder } from "#engine/models/encoder.ts";
import { addVector, DIMENSIONS, vectorOf } from "#engine/models/word-vectors.ts";

/**
 * The sum of the bundled word vectors as an encoder: the baseline for every other encoder (`npm run bench -- encoders`). A
 * text without a known word becomes a zero vector, which is near nothing.
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
