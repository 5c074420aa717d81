/** Options of every benchmark: the folder of its data and, if given, the file for its rows. */
export type BenchOptions = { data: string | undefined; json: string | undefined };
