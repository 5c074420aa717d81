import type { Context } from "#server/kernel/context.ts";

/** The rule of a company without a setting. */
const byDefault = { otherApprover: false, version: 0 };

export async function findApprovalRules(
  ctx: Context,
  companyId: number,
): Promise<{ otherApprover: boolean; version: number }> {
  const row = await ctx.db
    .selectFrom("approval_rules")
    .select(["other_approver as otherApprover", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row ?? byDefault;
}

export async function saveApprovalRules(
  ctx: Context,
  companyId: number,
  otherApprover: boolean,
): Promise<void> {
  const values = { other_approver: otherApprover, updated_at: ctx.now };
  await ctx.db
    .insertInto("approval_rules")
    .values({ ...values, company_id: companyId })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
}
