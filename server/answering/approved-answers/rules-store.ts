import type { ApprovalRules } from "#contract/answering/approved-answers.ts";
import type { Context } from "#server/kernel/context.ts";

/** The rules of a company without a setting. */
const byDefault = { otherApprover: false, savedMinutes: null, version: 0 };

export async function findApprovalRules(
  ctx: Context,
  companyId: number,
): Promise<ApprovalRules & { version: number }> {
  const row = await ctx.db
    .selectFrom("approval_rules")
    .select(["other_approver as otherApprover", "saved_minutes as savedMinutes", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row ?? byDefault;
}

export async function saveApprovalRules(
  ctx: Context,
  companyId: number,
  { otherApprover, savedMinutes }: ApprovalRules,
): Promise<void> {
  const values = { other_approver: otherApprover, saved_minutes: savedMinutes, updated_at: ctx.now };
  await ctx.db
    .insertInto("approval_rules")
    .values({ ...values, company_id: companyId })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
}
