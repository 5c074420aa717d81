import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";

export const allow = policyOf<{ id: number; company_id: number }>()({
  decide: (ctx, run) => may(ctx, "theme:edit") && isInReach(ctx, run),
});
