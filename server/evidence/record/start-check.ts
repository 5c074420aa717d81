import { systemCaller } from "#server/kernel/callers.ts";
import type { Context } from "#server/kernel/context.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { insertCheck, listLogs, newestCheck } from "./check-store.ts";

/** A check that has run longer was lost with its process. */
const longestCheckMs = 30 * 60_000;

/** Starts a background check of a log, unless one is already running. */
export async function startCheck(ctx: Context, stream: number, askedBy: number | null): Promise<number> {
  const newest = await newestCheck(ctx, stream);
  const isRunning =
    newest !== null &&
    newest.finished_at === null &&
    ctx.now.getTime() - newest.started_at.getTime() < longestCheckMs;
  if (isRunning) return newest.id;
  const id = await insertCheck(ctx, stream, askedBy);
  await ctx.enqueue("check-record", { checkId: id });
  return id;
}

/** Each night: every log. */
export async function startChecks(services: VerbServices): Promise<void> {
  const system = systemCaller(services, "check-records");
  for (const stream of await system.transact(listLogs))
    await system.transact((ctx) => startCheck(ctx, stream, null));
}

/** Checks a log that can no longer be signed at once, and not again every minute. */
export async function startCheckOfBroken(services: VerbServices, streams: number[]): Promise<void> {
  for (const stream of streams)
    await systemCaller(services, "sign-heads").transact(async (ctx) => {
      const newest = await newestCheck(ctx, stream);
      if (newest?.outcome === "altered" && ctx.now.getTime() - newest.started_at.getTime() < dayMs) return;
      await startCheck(ctx, stream, null);
    });
}

const dayMs = 86_400_000;
