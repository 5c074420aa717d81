import { may } from "#server/context.ts";
import { isInReach, policyOf } from "#server/policy.ts";
import type { WebhookRow } from "./store.ts";

export const allow = policyOf<WebhookRow>()({
  edit: (ctx, webhook) => may(ctx, "key:edit") && isInReach(ctx, webhook),
});
