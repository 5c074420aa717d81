/**
 * A passage read together with a question. Scores are logits of answering it; a passage that answers beside it has a higher
 * one.
 */
export type Reading = {
  score: number;
  /** Its units within the reader's input, by their offsets in its text. */
  units: { start: number; end: number; score: number }[];
};

/** Reads a question's best passages, in order. */
export type PassageReader = {
  /**
   * @param until milliseconds since 1970; no caller waits longer
   * @returns null if that time passes first
   */
  read(question: string, passages: readonly ReadPassage[], until: number): Promise<Reading[] | null>;
};
export type ReadPassage = { text: string; section: string };

/** The first passages of a question are read together with it: with the encoder, five give no more right leads. */
export const passagesRead = 3;
