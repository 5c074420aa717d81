import { AppError } from "#server/errors.ts";
import { inTime, openThreadPool } from "#server/platform/thread-pool.ts";
import type { ThreadPool } from "#server/platform/thread-pool.ts";
import { ownerOf } from "#server/context.ts";
import type { Caller } from "#server/context.ts";
import type { Input, Output } from "#server/platform/thread-calls.ts";
import { shares } from "#server/shares.ts";
import type { Planned, RawLine, Surroundings } from "./import-plan.ts";

/** What is done with a file of 900 KB takes hundreds of milliseconds, and nobody's call waits for it. */
export type Importing = {
  read(input: { csv: string }): { lines: RawLine[] } | { refusal: string };
  plan(input: { lines: RawLine[] } & Surroundings): Planned[];
};

export type Imports = ThreadPool<Importing>;

const deadlineMs = 5_000;

export function openImports(): Imports {
  return openThreadPool<Importing>(new URL("./import-worker.ts", import.meta.url), {
    soon: false,
    rules: shares.imports,
  });
}

/** @throws AppError invalid when the file takes too long to read, limit_exceeded */
export function importing<Name extends keyof Importing>(
  caller: Caller,
  name: Name,
  input: Input<Importing, Name>,
): Promise<Output<Importing, Name>> {
  const budget = { owner: ownerOf(caller), deadlineMs, signal: new AbortController().signal };
  return inTime(caller.services.imports.run(name, input, budget), (cause) => {
    throw new AppError("invalid", "The file takes too long to read. Nobody was invited. Divide it.", {
      fields: { csv: "Divide the file." },
      cause,
    });
  });
}
