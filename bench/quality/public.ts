import type { BenchOptions } from "../options.ts";
import { askSet } from "./asked.ts";

/** The questions of `bench/quality/public`: benefits, card programs, regulations, security policies, handbooks. */
export const run = (options: BenchOptions): Promise<void> => askSet("bench/quality/public", options);
