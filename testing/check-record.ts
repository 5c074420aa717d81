import { systemCaller } from "#server/callers.ts";
import type { Problem } from "#server/record/check.ts";
import { findCheck } from "#server/record/check-store.ts";
import type { CheckRow } from "#server/record/check-store.ts";
import { runCheck } from "#server/record/run-check.ts";
import { startCheck } from "#server/record/start-check.ts";
import type { TestApp } from "./app.ts";

/** Checks a log now and returns the stored result. */
export async function checkRecord(
  app: TestApp,
  stream: number,
): Promise<Omit<CheckRow, "problem"> & { problem: Problem | null }> {
  const system = systemCaller(app.services, "test");
  const id = await system.transact((ctx) => startCheck(ctx, stream, null));
  await runCheck(app.services, id);
  const row = await system.transact((ctx) => findCheck(ctx, id));
  if (row === null) throw new Error("the check is gone");
  return row as Awaited<ReturnType<typeof checkRecord>>;
}
