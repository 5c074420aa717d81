import { may, personOf, type Context } from "#server/kernel/context.ts";
import { policyOf } from "#server/kernel/policy.ts";
import type { UserRow } from "./shared-store.ts";

/** Only people of the caller's company get here; super admins are managed by super admins. */
export const allow = policyOf<UserRow>()({
  edit: (ctx, user) => may(ctx, "user:edit") && mayHandle(ctx, user),
  "change-address": (ctx, user) => may(ctx, "user:edit") && mayHandle(ctx, user),
  "name-yourself": (ctx, user) => user.id === personOf(ctx).id,
  deactivate: (ctx, user) => may(ctx, "user:deactivate") && user.id !== personOf(ctx).id,
  // only admins of that company see it, not the platform's
  "reveal-password": (ctx, user) =>
    may(ctx, "user:reveal-password") && personOf(ctx).companyId === user.company_id,
  // people switch off their own with password and code, so a stolen session cannot
  "remove-second-factor": (ctx, user) =>
    may(ctx, "user:edit") && user.id !== personOf(ctx).id && mayHandle(ctx, user),
  // examiners come from outside, and super admins belong to no company: neither is in a directory
  provision: (ctx, user) =>
    may(ctx, "user:provision") &&
    ctx.company !== null &&
    user.company_id === ctx.company &&
    (user.role === "agent" || user.role === "workspace_admin"),
  reinvite: (ctx, user) => may(ctx, "user:invite") && user.company_id !== null,
});

/** `is_within`: of the caller's own workspaces, or of a company that a super admin looks after. */
export type SeenRow = UserRow & { is_within: boolean };

export type WhyUnseen = "yourself" | "another_workspace" | "role";

/** Why a person can't be viewed, null if they can: viewers need at least that person's rights, and an examiner has nothing to ask. */
export function whyUnseen(ctx: Context, user: SeenRow): WhyUnseen | null {
  if (user.id === personOf(ctx).id) return "yourself";
  const isBelow = user.role === "agent" || user.role === "workspace_admin";
  if (!may(ctx, "user:see-as") || !isBelow) return "role";
  return user.is_within ? null : "another_workspace";
}

export const allowSight = policyOf<SeenRow>()({
  "see-as": (ctx, user) => whyUnseen(ctx, user) === null,
});

function mayHandle(ctx: Context, user: UserRow): boolean {
  return user.role !== "super_admin" || may(ctx, "super-admin:edit");
}
