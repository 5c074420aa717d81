import { portOf } from "#server/kernel/port.ts";
import { openThreadPool, type ThreadPool } from "#server/platform/thread-pool.ts";
import { shares } from "#server/kernel/fair-use.ts";
import type { Planned, RawLine, Surroundings } from "./import-plan.ts";

/** Processing a file of 900 KB takes hundreds of milliseconds, and must not delay anyone's call. */
export type Importing = {
  read(input: { csv: string }): { lines: RawLine[] } | { refusal: string };
  plan(input: { lines: RawLine[] } & Surroundings): Planned[];
};

export type Imports = ThreadPool<Importing>;

export const importThreads = portOf<Imports>("pool of import threads");

export function openImports(): Imports {
  return openThreadPool<Importing>(new URL("./import-worker.ts", import.meta.url), {
    eager: false,
    rules: shares.imports,
  });
}
