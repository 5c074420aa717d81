import type { updateUser as contract } from "#contract/users.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { personOf } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { AppError, forbidden, invalid } from "#server/errors.ts";
import { endOpenStreams, endSessions } from "#server/sessions/store.ts";
import { getWorkspaces } from "#server/workspaces/store.ts";
import { allow } from "./policy.ts";
import { presentUser } from "./present.ts";
import { countActiveSuperAdmins, getUser, setMemberships, setUser } from "./store.ts";
import type { UserRow } from "./store.ts";

export async function updateUser(
  ctx: Context,
  input: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const user = allow(ctx, "edit", await getUser(ctx, input.id));
  const self = personOf(ctx);
  const newRole = input.role ?? user.role;
  const isActive = input.isActive ?? user.is_active;
  if (newRole !== user.role) {
    if (user.id === self.id) throw new AppError("forbidden", "Nobody changes their own role.");
    if (newRole === "super_admin" && self.role !== "super_admin") throw forbidden();
    if (user.role === "super_admin")
      throw new AppError(
        "conflict",
        "A super admin belongs to no company and cannot become one of its people. Invite another account.",
      );
  }
  if (!isActive && user.id === self.id)
    throw new AppError("conflict", "Nobody deactivates their own account.");
  if (user.role === "super_admin" && !isActive) await keepOneSuperAdmin(ctx);

  if (newRole === "super_admin" && user.role !== "super_admin") await leaveCompany(ctx, user);
  else if (input.workspaceId != null && user.company_id !== null)
    await setPrimary(ctx, user, input.workspaceId);
  await setUser(ctx, user, {
    first_name: input.firstName ?? user.first_name,
    last_name: input.lastName ?? user.last_name,
    role: newRole as typeof self.role,
    is_active: isActive,
    company_id: newRole === "super_admin" ? null : user.company_id,
  });
  if (newRole !== user.role || (user.is_active && !isActive)) await endSessions(ctx, user.id, { keep: null });
  ctx.audit({
    action: "user.update",
    target: { type: "user", id: user.id },
    company: user.company_id,
    before: {
      firstName: user.first_name,
      lastName: user.last_name,
      role: user.role,
      isActive: user.is_active,
    },
    after: {
      firstName: input.firstName ?? user.first_name,
      lastName: input.lastName ?? user.last_name,
      role: newRole,
      isActive,
    },
  });
  return presentUser(await getUser(ctx, user.id));
}

export async function deactivateUser(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const user = allow(ctx, "deactivate", await getUser(ctx, id));
  if (user.role === "super_admin") {
    allow(ctx, "edit", user);
    await keepOneSuperAdmin(ctx);
  }
  await setUser(ctx, user, { is_active: false });
  await endSessions(ctx, id, { keep: null });
  ctx.audit({
    action: "user.deactivate",
    target: { type: "user", id },
    company: user.company_id,
    before: { isActive: user.is_active },
    after: { isActive: false },
  });
  return { success: true };
}

async function keepOneSuperAdmin(ctx: Context): Promise<void> {
  if ((await countActiveSuperAdmins(ctx)) <= 1)
    throw new AppError("conflict", "This is the last active super admin. Make another one first.");
}

/** A super admin belongs to no company: memberships and theme assignments of the former one end. */
async function leaveCompany(ctx: Context, user: UserRow): Promise<void> {
  if (user.company_id === null) return;
  await setMemberships(ctx, { id: user.id, company_id: user.company_id }, []);
  await ctx.db.deleteFrom("theme_agents").where("user_id", "=", user.id).execute();
  await ctx.db.deleteFrom("invitations").where("user_id", "=", user.id).execute();
  for (const table of ["second_factors", "recovery_codes", "known_devices"] as const)
    await ctx.db.updateTable(table).set({ company_id: null }).where("user_id", "=", user.id).execute();
}

async function setPrimary(ctx: Context, user: UserRow, workspaceId: number): Promise<void> {
  const [workspace] = await getWorkspaces(ctx, [workspaceId]);
  if (workspace === undefined || workspace.company_id !== user.company_id)
    throw invalid("workspaceId", "Choose a workspace of this person's company.");
  const others = user.workspaces.map((entry) => entry.id).filter((id) => id !== workspaceId);
  await setMemberships(ctx, { id: user.id, company_id: workspace.company_id }, [workspaceId, ...others]);
  await endOpenStreams(ctx, user.id);
}
