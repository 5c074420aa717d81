import { AppError } from "#server/errors.ts";
import { DeadlineError, openThreadPool } from "#server/platform/thread-pool.ts";
import type { ThreadPool } from "#server/platform/thread-pool.ts";
import { personOf } from "#server/context.ts";
import type { Caller } from "#server/context.ts";
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
    rules: {
      places: 1,
      perCompany: 1,
      mostPerCompany: 4,
      mostPerPerson: 2,
      refusal: "Another file of your company is being read. Wait for it, then try again.",
      retryAfterSeconds: 5,
    },
  });
}

/** @throws AppError invalid when the file takes too long to read, limit_exceeded */
export async function importing<Name extends keyof Importing>(
  caller: Caller,
  name: Name,
  input: Parameters<Importing[Name]>[0],
): Promise<ReturnType<Importing[Name]>> {
  const owner = { company: caller.company, person: personOf(caller).id };
  const signal = new AbortController().signal;
  try {
    return (await caller.services.imports.run(name, input, { owner, deadlineMs, signal })) as ReturnType<
      Importing[Name]
    >;
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    throw new AppError("invalid", "The file takes too long to read. Nobody was invited. Divide it.", {
      fields: { csv: "Divide the file." },
      cause: error,
    });
  }
}
