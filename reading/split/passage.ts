/** What a search finds and an answer cites. */
export type Passage = {
  text: string;
  /** Headings above it, joined by ` › `; rows of a table add the names of its columns. Empty when there are none. */
  section: string;
  /** Indexes into `extraction.pages`; `pageTo` is `pageFrom` or the page after it. */
  pageFrom: number;
  pageTo: number;
  /** Where it begins in the text of `pageFrom`, and ends in the text of `pageTo`. */
  start: number;
  end: number;
};

export type PassageSizes = {
  /** Characters a passage grows to. */
  target: number;
  /** A single block longer than this is cut between sentences. */
  most: number;
  /** A passage shorter than this may take up the next section or page rather than stand alone. */
  least: number;
};
