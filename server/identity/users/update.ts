import type { updateUser as contract } from "#contract/identity/users.ts";
import { Role } from "#contract/kernel/permissions.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { endOpenStreams, endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { requireActive } from "#server/identity/workspaces/require-active.ts";
import { getWorkspaces } from "#server/identity/workspaces/shared-store.ts";
import { changed } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { companyAfter, keepOneSuperAdmin, moveToCompany } from "./change-role.ts";
import { allow } from "./policy.ts";
import { presentUser } from "./present.ts";
import { countActiveSuperAdmins, setMemberships, setUser } from "./store.ts";
import { getUser, type UserRow } from "./shared-store.ts";

const columns = {
  firstName: "first_name",
  lastName: "last_name",
  role: "role",
  companyId: "company_id",
  isActive: "is_active",
} as const;

export async function updateUser(
  ctx: Context,
  input: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const user = await userToChange(ctx, input);
  const self = personOf(ctx);
  const newRole = input.role ?? Role.parse(user.role);
  const isActive = input.isActive ?? user.is_active;
  const companyId = await companyAfter(ctx, user, {
    role: newRole,
    companyId: input.companyId ?? undefined,
  });
  if (!isActive && user.id === self.id) throw new AppError("conflict", "You can't deactivate yourself.");
  if (isActive && !user.is_active && user.is_released)
    throw new AppError(
      "conflict",
      "Another account has this person's address by now. Give the person another one first.",
    );
  const stays = newRole === "super_admin" && isActive;
  if (user.role === "super_admin" && user.is_active && !stays) await keepOneSuperAdmin(ctx);

  if (companyId !== user.company_id) await moveToCompany(ctx, user, companyId);
  const { values, before, after } = changed(user, { ...input, role: newRole, isActive, companyId }, columns);
  await setUser(ctx, user, { ...values, role: newRole });
  if (input.workspaceId != null && companyId !== null)
    await setPrimary(ctx, { ...user, company_id: companyId }, input.workspaceId);
  if (newRole !== user.role || (user.is_active && !isActive)) await endSessions(ctx, user.id, { keep: null });
  const updated = await getUser(ctx, user.id);
  ctx.audit({
    action: "user.update",
    target: { type: "user", id: user.id },
    company: user.company_id ?? companyId,
    before: { ...before, ...workspacesOf(user) },
    after: { ...after, ...workspacesOf(updated) },
  });
  return presentUser(updated);
}

const workspacesOf = (user: UserRow) => {
  const { workspaceId, workspaceIds } = presentUser(user);
  return { workspaceId, workspaceIds };
};

/** Held, unless the caller knows another version. */
export async function userToChange(
  ctx: Context,
  { id, version }: { id: number; version?: number | undefined },
): Promise<Allowed<UserRow, "edit">> {
  const load = async () => allow(ctx, "edit", await getUser(ctx, id));
  // super admins are held together, in one order, so that two who leave wait for one another
  if ((await load()).role === "super_admin") await countActiveSuperAdmins(ctx);
  return loadToChange(
    ctx,
    { version },
    { table: "users", id, recordedAs: "user" },
    { load, present: presentUser, companyOf: ({ company_id }) => company_id },
  );
}

export async function deactivateUser(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const user = allow(ctx, "deactivate", await getUser(ctx, id));
  if (user.role === "super_admin") {
    allow(ctx, "edit", user);
    if (user.is_active) await keepOneSuperAdmin(ctx);
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

async function setPrimary(ctx: Context, user: UserRow, workspaceId: number): Promise<void> {
  const [workspace] = await getWorkspaces(ctx, [workspaceId]);
  if (workspace === undefined || workspace.company_id !== user.company_id)
    throw invalid("workspaceId", "Choose a workspace of this person's company.");
  const present = user.workspaces.map((entry) => entry.id);
  requireActive([workspace], "workspaceId", present);
  const others = present.filter((id) => id !== workspaceId);
  await setMemberships(ctx, { id: user.id, company_id: workspace.company_id }, [workspaceId, ...others]);
  await endOpenStreams(ctx, user.id);
}
