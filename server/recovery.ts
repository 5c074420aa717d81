import { jobCaller, systemCaller } from "./callers.ts";
import { failAbandoned } from "#server/answers/store.ts";
import { listStale } from "./ingestion/store.ts";
import { repeat } from "./platform/repeat.ts";
import type { Services } from "./services.ts";
import { settleAbandoned } from "./usage/store.ts";

const minute = 60_000;
/** Longer than any answer can take (server/answers/model/model-answer.ts). */
const answerLimit = 3 * minute;
/** Longer than all of a job's attempts together. */
const readingLimit = 10 * minute;

/**
 * Cleans up after a killed process: unfinished answers become failed, documents are read again. If this process is
 * alone on the database, nothing is in progress elsewhere, so there is no wait; reading the same version twice is
 * harmless.
 */
export async function recover(services: Services, { isAlone }: { isAlone: boolean }): Promise<void> {
  const now = services.clock.now().getTime();
  const system = systemCaller(services, "recovery");
  await system.transact(async (ctx) => {
    const reason = "The answer was interrupted. Ask again.";
    for (const { id, company_id: company } of await failAbandoned(
      ctx,
      new Date(isAlone ? now : now - answerLimit),
      reason,
    ))
      ctx.audit({
        action: "question.answer",
        target: { type: "interaction", id },
        company,
        result: "failed",
        after: { reason },
      });
  });
  await system.transact((ctx) => settleAbandoned(ctx, new Date(isAlone ? now : now - answerLimit)));
  const stale = await system.transact((ctx) => listStale(ctx, new Date(isAlone ? now : now - readingLimit)));
  for (const version of stale) {
    await jobCaller(services, "recovery", version.company_id).transact((ctx) =>
      ctx.enqueue("read-document", { companyId: version.company_id, versionId: version.id }),
    );
  }
}

/** @returns a function that stops it */
export const keepRecovering = (services: Services) =>
  repeat(
    minute,
    () => recover(services, { isAlone: false }),
    (error) => services.log.warn({ err: error }, "recovery failed"),
  );
