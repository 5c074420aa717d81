import type { BenchOptions } from "../options.ts";
import { askSet } from "./asked.ts";

/** The questions of `bench/quality/newcomers`: four companies' policies, asked by people who have not seen them. */
export const run = (options: BenchOptions): Promise<void> => askSet("bench/quality/newcomers", options);
