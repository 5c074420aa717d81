/** The unit of search and citation. */
export type Passage = {
  text: string;
  /** Headings above it, joined by ` › `; table rows add their column names. Empty if there are none. */
  section: string;
  /** Indexes into `extraction.pages`; `pageTo` is `pageFrom` or the page after it. */
  pageFrom: number;
  pageTo: number;
  /** Its start in the text of `pageFrom`, and its end in the text of `pageTo`. */
  start: number;
  end: number;
};

export type PassageSizes = {
  /** Target size in characters. */
  target: number;
  /** A single block longer than this is cut between sentences. */
  most: number;
  /** A passage shorter than this may absorb the next section or page rather than stand alone. */
  least: number;
};
