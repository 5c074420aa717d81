import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { DocumentRow } from "./shared-store.ts";

export const allow = policyOf<DocumentRow>()({
  edit: (ctx, document) => may(ctx, "document:edit") && isInReach(ctx, document),
  replace: (ctx, document) => may(ctx, "document:replace") && isInReach(ctx, document),
  delete: (ctx, document) => may(ctx, "document:delete") && isInReach(ctx, document),
});
