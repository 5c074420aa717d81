import { importThreads, type Importing } from "./import-thread.ts";
import { ownerOf, type Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Input, Output } from "#server/platform/thread-calls.ts";
import { lateAnswer, onDeadline } from "#server/platform/deadline.ts";

const deadlineMs = 5_000;

/** @throws AppError invalid if the file takes too much work, unavailable if the machine is busy, limit_exceeded */
export function runImport<Name extends keyof Importing>(
  caller: Caller,
  name: Name,
  input: Input<Importing, Name>,
): Promise<Output<Importing, Name>> {
  const budget = { owner: ownerOf(caller), deadlineMs, signal: new AbortController().signal };
  return onDeadline(importThreads.of(caller.services).run(name, input, budget), (cause) => {
    const fields = { csv: "Split the file." };
    const says = "The file takes too long to read. Nobody was invited. Split it.";
    throw lateAnswer(cause, new AppError("invalid", says, { fields, cause }));
  });
}
