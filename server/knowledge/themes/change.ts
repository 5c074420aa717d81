import type * as contract from "#contract/knowledge/themes.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { may, personOf, type Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { requireActive } from "#server/identity/workspaces/require-active.ts";
import {
  getWorkspaces,
  listWorkspaces,
  type WorkspaceRow,
} from "#server/identity/workspaces/shared-store.ts";
import { afterChange, changed, columnsFor, fieldsOf } from "#server/http/versions/changed.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { allow } from "./policy.ts";
import { onContents } from "./contents-port.ts";
import { changeGuard } from "./guard-port.ts";
import { heldOf, presentTheme } from "./present.ts";
import { applySettings, columnsOf, plainColumns, settingsIn, themeColumns } from "./settings.ts";
import { insertTheme, removeTheme, type ThemeValues } from "./store.ts";
import { getTheme, type ThemeRow } from "./shared-store.ts";

/** @param copied for a copy: its source, and what comes with it; recorded */
export async function createTheme(
  ctx: Context,
  input: Input<typeof contract.createTheme>,
  copied?: { copyOf: number; documents: number; withAskers: boolean },
): Promise<Result<typeof contract.createTheme>> {
  const workspace = await homeWorkspace(ctx, input.workspaceId);
  const defaults = { isActive: true, requireSignOff: false, requireApproval: false, fallback: "quotes" };
  const values = { ...input, ...afterChange(defaults, input), workspaceId: workspace.id };
  const id = await insertTheme(ctx, workspace.company_id, columnsFor(values, themeColumns));
  ctx.audit({
    action: "theme.create",
    target: { type: "theme", id },
    company: workspace.company_id,
    after: { name: input.name, modelType: input.modelType, ...copied },
  });
  return presentTheme(ctx, await getTheme(ctx, id));
}

/** @param action what the record calls it */
export async function updateTheme(
  ctx: Context,
  input: Input<typeof contract.updateTheme>,
  action = "theme.update",
): Promise<Result<typeof contract.updateTheme>> {
  const theme = await loadToChange(
    ctx,
    input,
    { table: "themes", id: input.id, recordedAs: "theme" },
    {
      load: async () => allow(ctx, "edit", await getTheme(ctx, input.id)),
      present: (row) => presentTheme(ctx, row),
      companyOf: ({ company_id }) => company_id,
    },
  );
  const workspaceId = input.workspaceId ?? theme.workspace_id;
  if (workspaceId !== theme.workspace_id) {
    const [workspace] = await getWorkspaces(ctx, [workspaceId]);
    if (workspace?.company_id !== theme.company_id)
      throw invalid("workspaceId", "Choose a workspace of the theme's company.");
    requireActive([workspace], "workspaceId");
  }
  const settings = settingsIn(theme, input);
  const values: ThemeValues = {
    ...changed(theme, input, plainColumns).values,
    held_change: settings.held,
    ...columnsOf(settings.live),
  };
  const guard = changeGuard.of(ctx.services);
  // before the change: a test run compares with what answers until now
  if (settings.run !== undefined) await guard.settingsChanged(ctx, theme, settings.run);
  await applySettings(ctx, theme, values);
  ctx.audit({
    action,
    target: { type: "theme", id: theme.id },
    company: theme.company_id,
    before: recorded(theme),
    after: recorded(values),
  });
  return presentTheme(ctx, await getTheme(ctx, theme.id));
}

export async function deleteTheme(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const theme = allow(ctx, "delete", await getTheme(ctx, id));
  await removeTheme(ctx, theme);
  await onContents.of(ctx.services)(ctx, theme);
  ctx.audit({
    action: "theme.delete",
    target: { type: "theme", id },
    company: theme.company_id,
    before: recorded(theme),
  });
  return { success: true };
}

/**
 * A super admin names the workspace; a workspace admin's default is their primary one or, while that is inactive, the
 * newest.
 */
async function homeWorkspace(ctx: Context, named: number | undefined): Promise<WorkspaceRow> {
  if (named !== undefined) {
    const [workspace] = await getWorkspaces(ctx, [named]);
    if (workspace !== undefined) {
      requireActive([workspace], "workspaceId");
      return workspace;
    }
  }
  const person = personOf(ctx);
  if (may(ctx, "company:choose")) throw invalid("workspaceId", "Choose a workspace for the theme.");
  const self = await getUser(ctx, person.id);
  const primary = self.workspaces.find((workspace) => workspace.primary)?.id;
  const [own] = primary === undefined ? [] : await getWorkspaces(ctx, [primary]);
  if (own?.is_active === true) return own;
  const [other] = (await listWorkspaces(ctx, { isActive: true, page: 1, pageSize: 1, sort: "createdAt" }))
    .rows;
  if (other === undefined)
    throw invalid("workspaceId", "Create or switch on a workspace first: a theme belongs to one.");
  return other;
}

function recorded(values: ThemeValues | ThemeRow) {
  return { ...fieldsOf(values, themeColumns), heldChange: heldOf(values) };
}
