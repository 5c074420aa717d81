import { mostAskers, type listAskers as contract } from "#contract/answering/ask-as.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { askersOf } from "#server/identity/users/theme-access.ts";
import type { Context } from "#server/kernel/context.ts";
import { allow } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";

export async function listAskers(
  ctx: Context,
  { id }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  return askersOf(ctx, allow(ctx, "assign", await getTheme(ctx, id)), mostAskers);
}
