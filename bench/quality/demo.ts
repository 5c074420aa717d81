import type { BenchOptions } from "../options.ts";
import { askSet } from "./asked.ts";

/** The questions of `bench/quality/demo`: a newcomer's first ones to the demo's three themes. */
export const run = (options: BenchOptions): Promise<void> => askSet("bench/quality/demo", options);
