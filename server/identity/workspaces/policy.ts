import { may } from "#server/kernel/context.ts";
import { isInReach, policyOf } from "#server/kernel/policy.ts";
import type { WorkspaceRow } from "./shared-store.ts";

export const allow = policyOf<WorkspaceRow>()({
  edit: (ctx, workspace) => may(ctx, "workspace:edit") && isInReach(ctx, workspace),
  delete: (ctx, workspace) => may(ctx, "workspace:delete") && isInReach(ctx, workspace),
});
