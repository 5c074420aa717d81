/** A question, or a passage that may answer one: some models read the two differently. */
export type Role = "question" | "passage";

/**
 * Turns texts into vectors that lie near each other when the texts mean alike. Every text becomes the same vector whatever
 * stands beside it, so what was encoded in one go and in many is one index.
 */
export type Encoder = {
  /**
   * Names the vectors: those of two encoders are compared only when their names are equal. Holds whatever changes a vector,
   * the weights and how a passage is written included.
   */
  readonly name: string;
  /** Numbers of a vector; null where only a first reply tells. */
  readonly dimension: number | null;
  /**
   * Vectors of length 1, one for each text, in order. Text beyond the longest input of the model is left out.
   * @throws EncoderError; the signal's reason once it aborts
   */
  encode(texts: readonly string[], as: Role, signal: AbortSignal): Promise<Float32Array[]>;
};

/** Why there are no vectors, as a sentence for an administrator. */
export class EncoderError extends Error {}

/** A passage as encoders read it: under its heading path, which often says what the passage is about. */
export function passageForm({ section, text }: { section: string; text: string }): string {
  return section === "" ? text : `${section}\n${text}`;
}

/** To length 1, in place; a vector of zeros stays. */
export function toUnit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  for (let place = 0; place < vector.length; place++) vector[place] = (vector[place] ?? 0) / length;
  return vector;
}
