import type { Context } from "#server/context.ts";
import type { Place } from "#server/users/from-provider.ts";
import { listWorkspaceNames } from "#server/workspaces/shared-store.ts";
import { findProvider } from "./store.ts";
import type { ProviderRow } from "./store.ts";

/** What a company's rules make of groups, however they came: as a claim at sign-in, or over SCIM. */
export type Places = {
  /** By the first rule that names one of the groups; null where no rule fits, and the account stays as it is. */
  of(groups: string[]): Place | null;
  /** Of somebody whom no rule fits. */
  home: Place;
  /** Whether a rule names the group. */
  isNamed(group: string): boolean;
};

export async function placesOf(ctx: Context, provider: ProviderRow): Promise<Places> {
  const rows = await listWorkspaceNames(ctx, provider.company_id);
  // workspaces that still stand and are switched on
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

/** The same of a company: null where it has no identity provider, and so no rules. */
export async function companyPlaces(
  ctx: Context,
  companyId: number,
): Promise<(Places & { breakGlassUserId: number | null }) | null> {
  const provider = await findProvider(ctx, companyId);
  if (provider === null) return null;
  return { ...(await placesOf(ctx, provider)), breakGlassUserId: provider.break_glass_user_id };
}
