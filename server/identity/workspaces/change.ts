import type * as contract from "#contract/identity/workspaces.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { endOpenStreams } from "#server/identity/open-sessions/shared-store.ts";
import { changed, columnsFor } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { allow } from "./policy.ts";
import { presentWorkspace } from "./present.ts";
import { countContents, insertWorkspace, listMemberIds, removeWorkspace, setWorkspace } from "./store.ts";
import { getWorkspace, type WorkspaceRow } from "./shared-store.ts";

const columns = { name: "name", description: "description", isActive: "is_active" } as const;

export async function createWorkspace(
  ctx: Context,
  input: Input<typeof contract.createWorkspace>,
): Promise<Result<typeof contract.createWorkspace>> {
  const companyId = requireCompany(ctx, input.companyId);
  const id = await insertWorkspace(ctx, {
    company_id: companyId,
    ...columnsFor({ ...input, isActive: input.isActive ?? true }, columns),
  });
  ctx.audit({
    action: "workspace.create",
    target: { type: "workspace", id },
    company: companyId,
    after: { name: input.name },
  });
  return presentWorkspace(await getWorkspace(ctx, id));
}

export async function updateWorkspace(
  ctx: Context,
  input: Input<typeof contract.updateWorkspace>,
): Promise<Result<typeof contract.updateWorkspace>> {
  const workspace = await loadToChange(
    ctx,
    input,
    { table: "workspaces", id: input.id, recordedAs: "workspace" },
    {
      load: async () => allow(ctx, "edit", await getWorkspace(ctx, input.id)),
      present: presentWorkspace,
      companyOf: ({ company_id }) => company_id,
    },
  );
  const { values, before, after } = changed(workspace, input, columns);
  await setWorkspace(ctx, workspace, values);
  if (values.is_active !== workspace.is_active) await endStreamsOfMembers(ctx, workspace);
  ctx.audit({
    action: "workspace.update",
    target: { type: "workspace", id: workspace.id },
    company: workspace.company_id,
    before,
    after,
  });
  return presentWorkspace(await getWorkspace(ctx, workspace.id));
}

export async function deleteWorkspace(
  ctx: Context,
  { id, force }: Input<typeof contract.deleteWorkspace>,
): Promise<{ success: true }> {
  const workspace = allow(ctx, "delete", await getWorkspace(ctx, id));
  const contents = await countContents(ctx, workspace);
  if (!force && contents.userCount + contents.themeCount > 0) {
    const counted = [
      countOf(contents.userCount, "person", "people"),
      countOf(contents.themeCount, "theme", "themes"),
    ].join(" and ");
    throw new AppError(
      "conflict",
      `This workspace still has ${counted}. Deleting it deactivates the themes and removes the members.`,
    );
  }
  await endStreamsOfMembers(ctx, workspace);
  await removeWorkspace(ctx, workspace);
  ctx.audit({
    action: "workspace.delete",
    target: { type: "workspace", id },
    company: workspace.company_id,
    before: { name: workspace.name, ...contents },
  });
  return { success: true };
}

/** Their open pages reload with the permissions now in force. */
async function endStreamsOfMembers(ctx: Context, workspace: WorkspaceRow): Promise<void> {
  for (const { user_id } of await listMemberIds(ctx, workspace)) await endOpenStreams(ctx, user_id);
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
