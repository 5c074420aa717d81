import { join } from "node:path";

/** A question, or a passage that may answer it: some models encode the two differently. */
export type Role = "question" | "passage";

/**
 * Turns texts into vectors that are close when the texts have similar meanings. A text's vector doesn't depend on the other
 * texts in its batch, so vectors encoded in one batch or in many form one index.
 */
export type Encoder = {
  /**
   * Identifies the vector space: vectors of two encoders are comparable only if the names are equal. Covers everything that
   * changes a vector, including the weights and the format of a passage.
   */
  readonly name: string;
  /** Dimension of a vector; null if known only after the first reply. */
  readonly dimension: number | null;
  /**
   * Unit vectors, one for each text, in order. Text beyond the model's maximum input is truncated.
   * @throws EncoderError; the signal's reason once it aborts
   */
  encode(texts: readonly string[], as: Role, signal: AbortSignal): Promise<Float32Array[]>;
};

/** The encoder that ships with the program. */
export const encoderFolder = join(import.meta.dirname, "encoder", "weights");

/** Why there are no vectors, as a sentence for an administrator. */
export class EncoderError extends Error {}

/** A passage as encoders read it: below its heading path, which often states the topic. */
export function passageForm({ section, text }: { section: string; text: string }): string {
  return section === "" ? text : `${section}\n${text}`;
}

/** Normalizes to unit length in place; a zero vector stays zero. */
export function toUnit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}
