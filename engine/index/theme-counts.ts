import type { Postings } from "./postings.ts";

/** What ranking reads of a document whose passages may be elsewhere. */
export type DocumentOutline = {
  id: number;
  /** Number of its passages. */
  passages: number;
  /** The theme's numbers of its distinct title terms, and of those that aren't numbers. */
  title: Uint32Array;
  name: Uint32Array;
};

/** The exact counts of one theme, whether or not its passages are in memory. */
export type ThemeCounts = {
  state: {
    /** By term: passages that contain it in text or section. */
    passageFrequency: Uint32Array;
    /** By term: documents that contain it anywhere, and those with it in their title. */
    documentFrequency: Uint32Array;
    titleFrequency: Uint32Array;
    passages: number;
    /** Terms of all texts. */
    totalLength: number;
  };
  /** The theme's number of a word; 0 if no document had it. */
  term(word: string): number;
  compoundsOf(part: string): number[];
  /** Its numbers of the words of the same family ('bankruptcy' for 'bankrupt'); some may have no document left. */
  relativesOf(word: string): number[];
  /** By term: places of the documents with it in their title. */
  titles: Pick<Postings, "count" | "readAll">;
  /** Place of each document, by its id. */
  places: ReadonlyMap<number, number>;
  languages: ReadonlyMap<string, number>;
  placeCount(): number;
  document(place: number): DocumentOutline | undefined;
};
