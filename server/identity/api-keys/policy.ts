import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { KeyRow } from "./store.ts";

export const allow = policyOf<KeyRow>()({
  revoke: (ctx, key) => may(ctx, "key:edit") && isInReach(ctx, key),
  "revoke-token": (ctx, key) => may(ctx, "sign-on:edit") && isInReach(ctx, key),
});
