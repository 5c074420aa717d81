import { sql, type Insertable, type Updateable } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { Workspaces } from "#server/platform/database/schema.gen.ts";
import type { WorkspaceRow } from "./shared-store.ts";

export async function insertWorkspace(
  ctx: Context,
  values: Omit<Insertable<Workspaces>, "created_at" | "updated_at">,
): Promise<number> {
  const row = await ctx.db
    .insertInto("workspaces")
    .values({ ...values, created_at: ctx.now, updated_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setWorkspace(
  ctx: Context,
  workspace: Allowed<WorkspaceRow, "edit">,
  values: Updateable<Workspaces>,
): Promise<void> {
  await ctx.db
    .updateTable("workspaces")
    .set({ ...values, updated_at: ctx.now })
    .where("company_id", "=", workspace.company_id)
    .where("id", "=", workspace.id)
    .execute();
}

export function listMemberIds(ctx: Context, workspace: WorkspaceRow): Promise<{ user_id: number }[]> {
  return ctx.db
    .selectFrom("memberships")
    .select("user_id")
    .where("company_id", "=", workspace.company_id)
    .where("workspace_id", "=", workspace.id)
    .execute();
}

/** Removed from use immediately, with its members, themes and their assignments. The record stays. */
export async function removeWorkspace(
  ctx: Context,
  workspace: Allowed<WorkspaceRow, "delete">,
): Promise<void> {
  const { company_id, id } = workspace;
  await ctx.db
    .deleteFrom("memberships")
    .where("company_id", "=", company_id)
    .where("workspace_id", "=", id)
    .execute();
  await ctx.db
    .deleteFrom("theme_workspaces")
    .where("company_id", "=", company_id)
    .where("workspace_id", "=", id)
    .execute();
  await ctx.db
    .updateTable("themes")
    .set({ deleted_at: ctx.now })
    .where("company_id", "=", company_id)
    .where("workspace_id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  await ctx.db
    .updateTable("workspaces")
    .set({ deleted_at: ctx.now, is_active: false })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}

/** Active members, and the themes they can ask through the workspace. */
export async function countUse(
  ctx: Context,
  workspace: WorkspaceRow,
): Promise<{ userCount: number; invitedCount: number; themeCount: number; homeThemeCount: number }> {
  const members = await countMembers(ctx, workspace);
  const assigned = await ctx.db
    .selectFrom("theme_workspaces as tw")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "tw.company_id").onRef("t.id", "=", "tw.theme_id"),
    )
    .where("tw.company_id", "=", workspace.company_id)
    .where("tw.workspace_id", "=", workspace.id)
    .where("t.deleted_at", "is", null)
    .where("t.is_active", "=", true)
    .select(sql<number>`count(*)`.as("n"))
    .executeTakeFirstOrThrow();
  return {
    userCount: members.all,
    invitedCount: members.invited,
    themeCount: workspace.is_active ? assigned.n : 0,
    homeThemeCount: await countHomeThemes(ctx, workspace),
  };
}

/** Removed with the workspace: memberships, and themes whose home it is. */
export async function countContents(
  ctx: Context,
  workspace: WorkspaceRow,
): Promise<{ userCount: number; themeCount: number }> {
  const { all } = await countMembers(ctx, workspace);
  return { userCount: all, themeCount: await countHomeThemes(ctx, workspace) };
}

async function countHomeThemes(ctx: Context, { company_id, id }: WorkspaceRow): Promise<number> {
  const home = await ctx.db
    .selectFrom("themes as t")
    .where("t.company_id", "=", company_id)
    .where("t.workspace_id", "=", id)
    .where("t.deleted_at", "is", null)
    .select(sql<number>`count(*)`.as("n"))
    .executeTakeFirstOrThrow();
  return home.n;
}

/** Active members, and those of them who haven't signed in yet. */
async function countMembers(
  ctx: Context,
  { company_id, id }: WorkspaceRow,
): Promise<{ all: number; invited: number }> {
  return ctx.db
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .where("m.company_id", "=", company_id)
    .where("m.workspace_id", "=", id)
    .where("u.is_active", "=", true)
    .select([
      sql<number>`count(*)`.as("all"),
      sql<number>`count(*) filter (where u.last_login_at is null)`.as("invited"),
    ])
    .executeTakeFirstOrThrow();
}
