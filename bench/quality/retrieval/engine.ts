/** Something that ranks a corpus it was made from: the ids of the best entries first. */
export type Engine = {
  search(question: string, limit: number): string[] | Promise<string[]>;
  close?(): Promise<void>;
  /** Asked the first so many questions of a set only, where all would take many minutes. */
  questions?: number;
};
