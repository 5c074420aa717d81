import type { Candidate } from "./candidates.ts";
import { sectionPart, sequence, type StoredDocument, textPart } from "./theme-store.ts";
import { addVector, DIMENSIONS, unit } from "./word-vectors.ts";

/** What a number of a passage's direction is kept in: a byte, and what 1 is there. */
const SCALE = 127;

/**
 * How alike a question and a passage are by what their words mean, whichever words they use: the cosine of the sums of their
 * words' vectors, -1 to 1; 0 where either has no word with a vector. A passage's direction rests on its text and section alone,
 * so it is made once, the first time the passage is a candidate.
 */
export function nearness(direction: Float64Array, { document, passage }: Candidate): number {
  const from = passage * DIMENSIONS;
  if (!document.isDirected[passage]) {
    document.directions.set(
      directionOf(document, passage).map((value) => Math.round(value * SCALE)),
      from,
    );
    document.isDirected[passage] = 1;
  }
  let sum = 0;
  for (let place = 0; place < DIMENSIONS; place++)
    sum += (direction[place] ?? 0) * (document.directions[from + place] ?? 0);
  return sum / SCALE;
}

function directionOf(document: StoredDocument, passage: number): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const part of [sectionPart(document, passage), textPart(document, passage)])
    for (const local of sequence(document, part)) addVector(sum, document.vectors[local] ?? 0, 1);
  return unit(sum);
}
