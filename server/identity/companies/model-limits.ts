import { usualLimits, type ModelLimits } from "#contract/models/limits.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { findModelLimits, setModelLimits } from "./limits-store.ts";
import type { CompanyRow } from "./shared-store.ts";

export async function limitsOf(ctx: Context, companyId: number, modelType: ModelType): Promise<ModelLimits> {
  return (await findModelLimits(ctx, companyId, modelType)) ?? usualLimits;
}

/** Applies the form's value: undefined keeps the limits, null returns to the usual ones. */
export async function changeModelLimits(
  ctx: Context,
  company: Allowed<CompanyRow, "edit">,
  modelType: ModelType,
  sent: ModelLimits | null | undefined,
): Promise<void> {
  if (sent === undefined) return;
  const before = await limitsOf(ctx, company.id, modelType);
  const after = sent ?? usualLimits;
  const names = ["readingSeconds", "silenceSeconds", "totalSeconds"] as const;
  if (names.every((name) => before[name] === after[name])) return;
  await setModelLimits(ctx, company, modelType, after);
  ctx.audit({
    action: "model-limits.set",
    target: { type: "company", id: company.id },
    company: company.id,
    before: { modelType, ...before },
    after: { modelType, ...after },
  });
}
