/**
 * Options of every benchmark: the folder of its data and, if given, the file for its rows, and such a file of an earlier
 * state to compare with. Of generated sequences of calls:
 * how many, and the seed they are generated from.
 */
export type BenchOptions = {
  data: string | undefined;
  json: string | undefined;
  before?: string | undefined;
  sequences?: string | undefined;
  seed?: string | undefined;
  /** Of a generated year, how many. */
  interactions?: string | undefined;
  /** Compares the search in memory with one over OpenSearch, or measures the latter. */
  opensearch?: boolean | undefined;
  /** Of the largest generated theme, how many. */
  passages?: string | undefined;
};
