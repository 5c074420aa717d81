import { isOn } from "#engine/rules.ts";
import type { Candidate } from "./candidates.ts";
import { sectionPart, sequence, type StoredDocument, textPart } from "#engine/index/theme-store.ts";
import { addVector, DIMENSIONS, lengthOf } from "#engine/models/word-vectors.ts";

/** Quantization of a passage's direction: one byte per number, and the byte value of 1. */
const SCALE = 127;

/**
 * The similarity of a question and a passage by word meaning, whatever their words: the cosine of their summed word
 * vectors, -1 to 1; 0 if either has no word with a vector. A passage's direction depends only on its text and section, so
 * it is computed once, the first time the passage is a candidate.
 */
export function nearness(direction: Float64Array, { document, passage }: Candidate): number {
  if (!isOn("word vectors")) return 0;
  const from = passage * DIMENSIONS;
  if (!document.isDirected[passage]) keepDirection(document, passage, from);
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++)
    sum += (direction[index] ?? 0) * (document.directions[from + index] ?? 0);
  return sum / SCALE;
}

const scratch = new Float64Array(DIMENSIONS); // allocating an array for each passage costs more than the sum

function keepDirection(document: StoredDocument, passage: number, from: number) {
  scratch.fill(0);
  for (const part of [sectionPart(document, passage), textPart(document, passage)]) {
    const tokens = sequence(document, part);
    for (let index = 0; index < tokens.length; index++)
      addVector(scratch, document.vectors[tokens[index] ?? 0] ?? 0, 1);
  }
  const scale = SCALE / lengthOf(scratch);
  for (let index = 0; index < DIMENSIONS; index++)
    document.directions[from + index] = Math.round((scratch[index] ?? 0) * scale);
  document.isDirected[passage] = 1;
}
