import type * as contract from "#contract/knowledge/themes.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import { notify } from "#server/notices/notifications/notify.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { presentWorkspace } from "#server/identity/workspaces/present.ts";
import { requireActive } from "#server/identity/workspaces/require-active.ts";
import { getWorkspace, getWorkspaces } from "#server/identity/workspaces/shared-store.ts";
import { allow } from "./policy.ts";
import {
  insertAgent,
  insertWorkspaceAssignment,
  listAgentIds,
  listWorkspaceIds,
  removeAgent,
  removeWorkspaceAssignment,
} from "./store.ts";
import { getTheme } from "./shared-store.ts";

export async function listThemeAgents(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.listThemeAgents>> {
  const rows = await listAgentIds(ctx, await getTheme(ctx, id));
  return rows.map((row) => ({ userId: row.user_id }));
}

export async function assignThemeAgent(
  ctx: Context,
  { id, userId }: Input<typeof contract.assignThemeAgent>,
): Promise<Result<typeof contract.assignThemeAgent>> {
  const theme = allow(ctx, "assign", await getTheme(ctx, id));
  const user = await getUser(ctx, userId);
  if (user.company_id !== theme.company_id) throw notFound();
  if (user.role !== "agent")
    throw invalid("userId", "Only agents can be assigned to a theme; admins can ask every theme.");
  if (await insertAgent(ctx, theme, userId)) {
    ctx.audit({
      action: "theme.assign-agent",
      target: { type: "theme", id },
      company: theme.company_id,
      after: { userId },
    });
    await notify(ctx, [userId], {
      kind: "theme_assigned",
      title: `You can now ask '${theme.name}'`,
      body: theme.purpose.slice(0, 200),
      link: "/agent-workbench",
    });
  }
  return { userId };
}

export async function removeThemeAgent(
  ctx: Context,
  { id, userId }: Input<typeof contract.removeThemeAgent>,
): Promise<{ success: true }> {
  const theme = allow(ctx, "assign", await getTheme(ctx, id));
  if (!(await removeAgent(ctx, theme, userId))) throw notFound();
  ctx.audit({
    action: "theme.remove-agent",
    target: { type: "theme", id },
    company: theme.company_id,
    before: { userId },
  });
  return { success: true };
}

export async function listThemeWorkspaces(
  ctx: Context,
  { id }: { id: number },
): Promise<Result<typeof contract.listThemeWorkspaces>> {
  const ids = await listWorkspaceIds(ctx, await getTheme(ctx, id));
  return (
    await getWorkspaces(
      ctx,
      ids.map((row) => row.workspace_id),
    )
  ).map(presentWorkspace);
}

export async function assignThemeWorkspace(
  ctx: Context,
  { id, workspaceId }: Input<typeof contract.assignThemeWorkspace>,
): Promise<Result<typeof contract.assignThemeWorkspace>> {
  const theme = allow(ctx, "assign", await getTheme(ctx, id));
  const workspace = await getWorkspace(ctx, workspaceId);
  if (workspace.company_id !== theme.company_id) throw notFound();
  requireActive([workspace], "workspaceId");
  await insertWorkspaceAssignment(ctx, theme, workspaceId);
  ctx.audit({
    action: "theme.assign-workspace",
    target: { type: "theme", id },
    company: theme.company_id,
    after: { workspaceId },
  });
  return presentWorkspace(workspace);
}

export async function removeThemeWorkspace(
  ctx: Context,
  { id, workspaceId }: Input<typeof contract.removeThemeWorkspace>,
): Promise<{ success: true }> {
  const theme = allow(ctx, "assign", await getTheme(ctx, id));
  if (!(await removeWorkspaceAssignment(ctx, theme, workspaceId))) throw notFound();
  ctx.audit({
    action: "theme.remove-workspace",
    target: { type: "theme", id },
    company: theme.company_id,
    before: { workspaceId },
  });
  return { success: true };
}
