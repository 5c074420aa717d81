import { assignThemeAgent, assignThemeWorkspace } from "#server/knowledge/themes/assign.ts";
import { createTheme } from "#server/knowledge/themes/change.ts";
import { themes } from "./facts/themes.ts";
import type { Cast, Stage } from "./stage.ts";

/**
 * Themes with their agents and workspaces, in the order of their numbers; those that exist stay as they are. Each is a
 * minute older than the one before: lists show the newest first, and the first theme is the one to begin with.
 */
export async function createThemes(stage: Stage, cast: Omit<Cast, "theme">, at: Date): Promise<Cast> {
  const ids = await listThemeIds(stage, cast.companyId);
  for (const [index, theme] of themes.entries()) {
    if (ids.has(theme.name)) continue;
    const { agents, openTo, madeBy, workspace, tags } = theme;
    const admin = stage.as(cast.person(madeBy), new Date(at.getTime() - index * 60_000));
    const { id } = await admin.transact((ctx) =>
      createTheme(ctx, { ...theme, ...tags, workspaceId: cast.workspace(workspace) }),
    );
    for (const agent of agents) {
      const userId = cast.person(agent).id;
      await admin.transact((ctx) => assignThemeAgent(ctx, { id, userId }));
    }
    for (const open of openTo) {
      const workspaceId = cast.workspace(open);
      await admin.transact((ctx) => assignThemeWorkspace(ctx, { id, workspaceId }));
    }
    ids.set(theme.name, id);
  }
  return {
    ...cast,
    theme(key) {
      const id = ids.get(themes.find((theme) => theme.key === key)?.name ?? "");
      if (id === undefined) throw new Error(`the demo lacks the theme ${key}`);
      return id;
    },
  };
}

async function listThemeIds(stage: Stage, companyId: number): Promise<Map<string, number>> {
  const rows = await stage
    .asSystem(stage.now)
    .transact((ctx) =>
      ctx.db.selectFrom("themes").select(["id", "name"]).where("company_id", "=", companyId).execute(),
    );
  return new Map(rows.map((row) => [row.name, row.id]));
}
