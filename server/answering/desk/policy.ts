import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";

export const allow = policyOf<{ id: number; company_id: number; theme_id: number }>()({
  close: (ctx, interaction) => may(ctx, "interaction:review") && isInReach(ctx, interaction),
});
