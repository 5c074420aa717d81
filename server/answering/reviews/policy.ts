import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";

/** A case is reached through its interaction, which the store has found within the caller's reach. */
export type ReviewedInteraction = {
  id: number;
  company_id: number;
  user_id: number;
  question: string;
  theme_id: number;
  theme_name: string;
};

export const allow = policyOf<ReviewedInteraction>()({
  review: (ctx, interaction) => may(ctx, "interaction:review") && isInReach(ctx, interaction),
});
