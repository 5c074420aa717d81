import { createHash } from "node:crypto";
import type { Context } from "#server/kernel/context.ts";

/** @returns false if it has already signed someone in, on any server */
export async function useAssertion(
  ctx: Context,
  { companyId, assertionId, endsAt }: { companyId: number; assertionId: string; endsAt: Date },
): Promise<boolean> {
  const assertion = createHash("sha256").update(assertionId).digest();
  const done = await ctx.db
    .insertInto("used_assertions")
    .values({ company_id: companyId, assertion, ends_at: endsAt })
    .onConflict((conflict) => conflict.columns(["company_id", "assertion"]).doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows) === 1;
}
