import type { BenchOptions } from "../options.ts";
import { askSet } from "./asked.ts";

/** The questions of `bench/quality/customers`: own policies, standards and law, filings; tables, states and exclusions. */
export const run = (options: BenchOptions): Promise<void> => askSet("bench/quality/customers", options);
