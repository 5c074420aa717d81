import type * as contract from "#contract/answering/test-runs.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { Contents, presentChange, presentRun } from "./present.ts";
import { countFalling } from "./set-store.ts";
import { getRun, listChanges, listRuns } from "./store.ts";

export async function listTestRuns(
  ctx: Context,
  { themeId }: Input<typeof contract.listTestRuns>,
): Promise<Result<typeof contract.listTestRuns>> {
  if (themeId !== undefined) await getTheme(ctx, themeId);
  return (await listRuns(ctx, themeId)).map(presentRun);
}

export async function getTestRun(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.getTestRun>> {
  const row = await getRun(ctx, id);
  const run = presentRun(row);
  const theme = { company_id: row.company_id, id: row.theme_id };
  const waits = run.isHeld && (run.state === "running" || run.state === "finished");
  const { falling, standing } = waits
    ? await countFalling(ctx, theme, Contents.parse(row.contents_after))
    : { falling: 0, standing: 0 };
  return {
    ...run,
    suspends: falling,
    renewable: standing,
    questions: (await listChanges(ctx, row)).map(presentChange),
  };
}
