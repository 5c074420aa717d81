import type { Context } from "#server/kernel/context.ts";

/** Whether an active hold names the person. */
export async function isPersonHeld(ctx: Context, companyId: number, userId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("holds")
    .select("id")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("lifted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
