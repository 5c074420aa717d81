import type { listHistory as contract } from "#contract/answers.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import type { Context } from "#server/context.ts";
import { presentEntry } from "./present.ts";
import { listOwn } from "./store.ts";

export async function listHistory(
  ctx: Context,
  filters: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  return (await listOwn(ctx, filters)).map(presentEntry);
}
