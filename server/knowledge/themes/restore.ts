import type * as contract from "#contract/knowledge/themes.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Context } from "#server/kernel/context.ts";
import { nameTaken, requireRestorable, restorableUntil } from "#server/kernel/restorable.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { requireActive } from "#server/identity/workspaces/require-active.ts";
import { getWorkspaces } from "#server/identity/workspaces/shared-store.ts";
import { onContents } from "./contents-port.ts";
import { holdTheme, isNameOfTheme, listRestorable, returnTheme, type DeletedRow } from "./deleted-store.ts";
import { allow } from "./policy.ts";
import { presentTheme } from "./present.ts";
import { getTheme } from "./shared-store.ts";

export async function listDeletedThemes(ctx: Context): Promise<Result<typeof contract.listDeletedThemes>> {
  return (await listRestorable(ctx)).flatMap((row) => {
    const until = restorableUntil(row.deleted_at, ctx.now);
    if (row.deleted_at === null || until === null) return [];
    return {
      id: row.id,
      companyId: row.company_id,
      companyName: row.company_name,
      name: row.name,
      documentCount: row.document_count,
      deletedAt: row.deleted_at,
      restorableUntil: until,
      isNameTaken: row.is_name_taken,
      isWorkspaceGone: row.is_workspace_gone,
    };
  });
}

export async function restoreTheme(
  ctx: Context,
  input: Input<typeof contract.restoreTheme>,
): Promise<Result<typeof contract.restoreTheme>> {
  const deleted = await holdTheme(ctx, input.id);
  const [chosen] = input.workspaceId === undefined ? [] : await getWorkspaces(ctx, [input.workspaceId]);
  requireRestorable(deleted.deleted_at, ctx.now, "theme");
  const name = input.name ?? deleted.name;
  if (await isNameOfTheme(ctx, deleted.company_id, name)) throw nameTaken("theme", name);
  const workspaceId = homeOf(deleted, chosen);
  await returnTheme(ctx, deleted, { name, workspace_id: workspaceId });
  const theme = allow(ctx, "delete", await getTheme(ctx, deleted.id));
  await onContents.of(ctx.services)(ctx, theme);
  ctx.audit({
    action: "theme.restore",
    target: { type: "theme", id: theme.id },
    company: theme.company_id,
    before: { name: deleted.name, workspaceId: deleted.workspace_id },
    after: { name, workspaceId },
  });
  return presentTheme(ctx, theme);
}

type Workspace = Awaited<ReturnType<typeof getWorkspaces>>[number];

function homeOf(deleted: DeletedRow, workspace: Workspace | undefined): number {
  if (workspace === undefined) {
    if (!deleted.is_workspace_gone) return deleted.workspace_id;
    const message = "The theme's workspace was deleted or switched off. Choose another one.";
    throw new AppError("conflict", message, { fields: { workspaceId: message } });
  }
  if (workspace.company_id !== deleted.company_id)
    throw invalid("workspaceId", "Choose a workspace of the theme's company.");
  requireActive([workspace], "workspaceId");
  return workspace.id;
}
