import { may } from "#server/context.ts";
import { policyOf } from "#server/policy.ts";
import type { WorkspaceRow } from "./store.ts";

export const allow = policyOf<WorkspaceRow>()({
  edit: (ctx, workspace) =>
    may(ctx, "workspace:edit") && (ctx.company === null || ctx.company === workspace.company_id),
  delete: (ctx, workspace) =>
    may(ctx, "workspace:delete") && (ctx.company === null || ctx.company === workspace.company_id),
});
