import type { ModelLimits } from "#contract/models/limits.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { CompanyRow } from "./shared-store.ts";

/** null: the usual ones. */
export async function findModelLimits(
  ctx: Context,
  companyId: number,
  modelType: ModelType,
): Promise<ModelLimits | null> {
  const row = await ctx.db
    .selectFrom("model_limits")
    .select([
      "reading_seconds as readingSeconds",
      "silence_seconds as silenceSeconds",
      "total_seconds as totalSeconds",
    ])
    .where("company_id", "=", companyId)
    .where("model_type", "=", modelType)
    .executeTakeFirst();
  return row ?? null;
}

export async function setModelLimits(
  ctx: Context,
  company: Allowed<CompanyRow, "edit">,
  modelType: ModelType,
  limits: ModelLimits,
): Promise<void> {
  const values = {
    reading_seconds: limits.readingSeconds,
    silence_seconds: limits.silenceSeconds,
    total_seconds: limits.totalSeconds,
  };
  await ctx.db
    .insertInto("model_limits")
    .values({ company_id: company.id, model_type: modelType, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "model_type"]).doUpdateSet(values))
    .execute();
}
