/** A passage by its document's id and its place there. */
export type PassageAt = { document: number; passage: number };
/** Its analyzed terms in reading order, BREAK included. */
export type PassageTokens = PassageAt & { section: readonly string[]; text: readonly string[] };

/** What the first pass asks for. */
export type Wanted = {
  /** The gain of each word; a passage's share of it saturates with its occurrences (`rank/passage-match.ts`). */
  gains: ReadonlyMap<string, number>;
  /** Added to all passages of a document, by its id; others get nothing. */
  bonuses: ReadonlyMap<number, number>;
  /** Mean number of terms of the theme's passages. */
  average: number;
  /** Only passages of these documents; null: of all. */
  documents: ReadonlySet<number> | null;
  most: number;
};

/**
 * Where an index without passages of its own finds them (`document-index.ts`). Scores may be approximate: the index computes
 * them again, so ask for more than are needed.
 * Each of them rejects if the passages can't be found now.
 */
export type PassageSource = {
  /** The passages with at least one of the words, by their gains and the bonus; at most `most`. */
  best(wanted: Wanted): Promise<PassageTokens[]>;
  /** These passages, without those that it lacks. */
  at(places: readonly PassageAt[]): Promise<PassageTokens[]>;
  /** Passages in which a line begins with one of these terms or a heading contains one, by document and place. */
  beginningWith(
    labels: readonly string[],
    documents: ReadonlySet<number> | null,
    most: number,
  ): Promise<PassageTokens[]>;
};
