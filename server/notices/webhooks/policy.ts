import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { WebhookRow } from "./store.ts";

export const allow = policyOf<WebhookRow>()({
  edit: (ctx, webhook) => may(ctx, "key:edit") && isInReach(ctx, webhook),
});
