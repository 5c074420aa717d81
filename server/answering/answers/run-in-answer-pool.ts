import { type Caller, ownerOf } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Input, Output } from "#server/platform/thread-calls.ts";
import { traced } from "#server/platform/tracing.ts";
import { lateAnswer, onDeadline } from "#server/platform/deadline.ts";
import { answerPool, deadlines, type AnswerWork } from "./answer-pool.ts";

/** Whose work it is, and whose turn it takes. */
export type Asking = Pick<Caller, "actor" | "company" | "services">;

/** Runs one of them for the caller, in the caller's turn. @throws DeadlineError */
export function runInAnswerPool<Name extends keyof AnswerWork>(
  caller: Asking,
  name: Name,
  input: Input<AnswerWork, Name>,
  signal: AbortSignal,
): Promise<Output<AnswerWork, Name>> {
  const budget = { owner: ownerOf(caller), deadlineMs: deadlines[name], signal };
  return traced(`answer thread: ${name}`, {}, () => answerPool.of(caller.services).run(name, input, budget));
}

/** @throws AppError invalid if the question takes too much work, unavailable if the machine is busy */
export function readInTime<T>(work: Promise<T>): Promise<T> {
  return onDeadline(work, (cause) => {
    const fields = { userQuery: "Ask it in fewer words." };
    const says = "This question takes too long to read. Ask it in fewer words.";
    throw lateAnswer(cause, new AppError("invalid", says, { fields, cause }));
  });
}
