/** What every benchmark takes: where its data lies and where its rows go, when told. */
export type BenchOptions = { data: string | undefined; json: string | undefined };
