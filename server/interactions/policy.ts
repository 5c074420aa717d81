import { may } from "#server/context.ts";
import { isInReach, policyOf } from "#server/policy.ts";
import type { InteractionRow } from "./store.ts";

export const allow = policyOf<InteractionRow>()({
  review: (ctx, interaction) => may(ctx, "interaction:review") && isInReach(ctx, interaction),
});
