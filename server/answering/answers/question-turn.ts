import type { Caller } from "#server/kernel/context.ts";
import type { Owner, Release } from "#server/platform/fair-semaphore.ts";

/**
 * The caller's place among the running questions; released while a model writes, which uses no resources here, and
 * while the reader reads, which has turns of its own.
 */
export type QuestionTurn = { take(): Promise<void>; release(): void };

export function turnOf(caller: Caller, owner: Owner, signal: AbortSignal): QuestionTurn {
  let release: Release = () => undefined;
  return {
    async take() {
      release = await caller.services.turns.questions.acquire(owner, signal);
    },
    release: () => release(),
  };
}
