import { failInterrupted } from "#server/answering/answers/recover.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import type { Services } from "#server/kernel/services.ts";
import { queueLost } from "#server/knowledge/ingestion/recover.ts";
import { settleAbandoned } from "#server/models/usage/shared-store.ts";
import { repeat } from "#server/platform/repeat.ts";

const minute = 60_000;
/** Longer than any answer can take (server/answering/answers/model/model-answer.ts). */
const answerLimit = 3 * minute;
/** Longer than all of a job's attempts together. */
const readingLimit = 10 * minute;

/**
 * Cleans up after a killed process: unfinished answers become failed, documents are read again. If this process is
 * alone on the database, nothing is in progress elsewhere and there is no wait.
 */
export async function recover(services: Services, { isAlone }: { isAlone: boolean }): Promise<void> {
  const now = services.clock.now().getTime();
  const before = (limit: number) => new Date(isAlone ? now : now - limit);
  const system = systemCaller(services, "recovery");
  await system.transact((ctx) => failInterrupted(ctx, before(answerLimit)));
  await system.transact((ctx) => settleAbandoned(ctx, before(answerLimit)));
  await queueLost(services, before(readingLimit));
}

/** @returns a function that stops it */
export const keepRecovering = (services: Services) =>
  repeat(
    minute,
    () => recover(services, { isAlone: false }),
    (error) => services.log.warn({ err: error }, "recovery failed"),
  );
