import type { listHistory as contract } from "#contract/answering/answers.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { presentEntry } from "./present.ts";
import { listOwn } from "./store.ts";

export async function listHistory(
  ctx: Context,
  filters: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  return (await listOwn(ctx, filters)).map(presentEntry);
}
