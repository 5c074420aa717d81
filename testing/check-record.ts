import { systemCaller } from "#server/kernel/callers.ts";
import type { Problem } from "#server/evidence/record/check.ts";
import { findCheck, insertCheck, type CheckRow } from "#server/evidence/record/check-store.ts";
import { runCheck } from "#server/evidence/record/run-check.ts";
import { startCheck } from "#server/evidence/record/start-check.ts";
import type { TestApp } from "./app.ts";

type Result = Omit<CheckRow, "problem"> & { problem: Problem | null };

/** Checks a log now and returns the stored result. */
export async function checkRecord(app: TestApp, stream: number): Promise<Result> {
  const id = await systemCaller(app.services, "test").transact((ctx) => startCheck(ctx, stream, null));
  return run(app, id);
}

/** A check that no job runs: only the test does. */
export async function insertOwnCheck(app: TestApp, stream: number) {
  const id = await systemCaller(app.services, "test").transact((ctx) => insertCheck(ctx, stream, null));
  return { id, run: () => run(app, id) };
}

async function run(app: TestApp, id: number): Promise<Result> {
  await runCheck(app.services, id);
  const row = await systemCaller(app.services, "test").transact((ctx) => findCheck(ctx, id));
  if (row === null) throw new Error("the check is gone");
  return row as Result;
}
