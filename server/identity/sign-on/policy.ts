import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { DomainRow } from "./store.ts";

export const allow = policyOf<DomainRow>()({
  edit: (ctx, domain) => may(ctx, "sign-on:edit") && isInReach(ctx, domain),
});
