import type { Input } from "#contract/kernel/endpoint.ts";
import type { setWorkspaceAssignments as contract } from "#contract/identity/users.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { endOpenStreams } from "#server/identity/open-sessions/shared-store.ts";
import { presentWorkspace } from "#server/identity/workspaces/present.ts";
import { requireActive } from "#server/identity/workspaces/require-active.ts";
import { getWorkspaces } from "#server/identity/workspaces/shared-store.ts";
import { setMemberships } from "./store.ts";
import { getUser, type UserRow } from "./shared-store.ts";
import { userToChange } from "./update.ts";

export async function listWorkspaceAssignments(ctx: Context, { id }: { id: number }) {
  return presentAssignments(ctx, await getUser(ctx, id));
}

/** The first workspace is the primary one. */
export async function setWorkspaceAssignments(
  ctx: Context,
  { id, workspaceIds, version }: Input<typeof contract>,
) {
  const user = await userToChange(ctx, { id, version });
  if (user.company_id === null) throw new AppError("conflict", "A super admin belongs to no workspace.");
  const wanted = [...new Set(workspaceIds)];
  const workspaces = await getWorkspaces(ctx, wanted);
  if (workspaces.some((workspace) => workspace.company_id !== user.company_id))
    throw invalid("workspaceIds", "Choose workspaces of this person's company.");
  const present = user.workspaces.map((workspace) => workspace.id);
  requireActive(workspaces, "workspaceIds", present);
  await setMemberships(ctx, { id, company_id: user.company_id }, wanted);
  await endOpenStreams(ctx, id);
  ctx.audit({
    action: "user.assign-workspaces",
    target: { type: "user", id },
    company: user.company_id,
    before: { workspaceId: present[0] ?? null, workspaceIds: present },
    after: { workspaceId: wanted[0] ?? null, workspaceIds: wanted },
  });
  return presentAssignments(ctx, await getUser(ctx, id));
}

async function presentAssignments(ctx: Context, user: UserRow) {
  const rows = await getWorkspaces(
    ctx,
    user.workspaces.map((workspace) => workspace.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return user.workspaces.flatMap(({ id, primary }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...presentWorkspace(row), isPrimary: primary }];
  });
}
