import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";

export const allow = policyOf<{ id: number; company_id: number }>()({
  edit: (ctx, answer) => may(ctx, "approved-answer:edit") && isInReach(ctx, answer),
});
