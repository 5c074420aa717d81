import type { Context } from "#server/kernel/context.ts";
import type { Assignment } from "#server/identity/users/from-provider.ts";
import { listWorkspaceNames } from "#server/identity/workspaces/shared-store.ts";
import { findProvider, type ProviderRow } from "./shared-store.ts";

/** The effect of a company's rules on groups, from a claim at sign-in or over SCIM. */
export type GroupAssignments = {
  /** By the first rule that names one of the groups; null if no rule matches, and the account does not change. */
  of(groups: string[]): Assignment | null;
  /** For a person without a matching rule. */
  home: Assignment;
  /** Whether a rule names the group. */
  isNamed(group: string): boolean;
};

export async function assignmentsOf(ctx: Context, provider: ProviderRow): Promise<GroupAssignments> {
  const rows = await listWorkspaceNames(ctx, provider.company_id);
  // existing workspaces that are switched on
  const open = new Set(rows.filter(({ is_active }) => is_active).map(({ id }) => id));
  const openOf = (ids: number[]) => ids.filter((id) => open.has(id));
  return {
    of(groups) {
      const rule = provider.rules.find(({ group }) => groups.includes(group));
      if (rule === undefined) return null;
      const workspaceIds = openOf(rule.workspaceIds);
      return workspaceIds.length === 0 ? null : { role: rule.role, workspaceIds };
    },
    home: { role: "agent", workspaceIds: openOf(provider.workspace_ids) },
    isNamed: (group) => provider.rules.some((rule) => rule.group === group),
  };
}

/** The same for a company: null without an identity provider, and so without rules. */
export async function companyAssignments(
  ctx: Context,
  companyId: number,
): Promise<(GroupAssignments & { breakGlassUserId: number | null }) | null> {
  const provider = await findProvider(ctx, companyId);
  if (provider === null) return null;
  return { ...(await assignmentsOf(ctx, provider)), breakGlassUserId: provider.break_glass_user_id };
}
