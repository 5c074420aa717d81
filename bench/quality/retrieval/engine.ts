/** Ranks the corpus it was built from: the ids of the best entries first. */
export type Engine = {
  search(question: string, limit: number): string[] | Promise<string[]>;
  close?(): Promise<void>;
  /** Limits the number of a set's questions, if all would take many minutes. */
  questions?: number;
};
