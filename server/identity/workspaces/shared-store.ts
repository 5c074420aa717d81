import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { pageOf, searched, type ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";

function inReach(ctx: Context) {
  const query = ctx.db
    .selectFrom("workspaces")
    .innerJoin("companies", "companies.id", "workspaces.company_id")
    .selectAll("workspaces")
    .select("companies.name as company_name")
    .where("workspaces.deleted_at", "is", null)
    .where("companies.deleted_at", "is", null);
  return ctx.company === null ? query : query.where("workspaces.company_id", "=", ctx.company);
}

export type WorkspaceRow = Awaited<ReturnType<ReturnType<typeof inReach>["executeTakeFirstOrThrow"]>>;

/** By name and description; name matches first. */
export async function listWorkspaces(
  ctx: Context,
  request: ListRequest & { withoutTheme?: number; isActive?: boolean },
): Promise<{ rows: WorkspaceRow[]; total: number }> {
  let query = inReach(ctx);
  const { search, withoutTheme, isActive } = request;
  if (isActive !== undefined) query = query.where("workspaces.is_active", "=", isActive);
  if (withoutTheme !== undefined)
    query = query.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("theme_workspaces as t")
            .select("t.theme_id")
            .whereRef("t.company_id", "=", "workspaces.company_id")
            .whereRef("t.workspace_id", "=", "workspaces.id")
            .where("t.theme_id", "=", withoutTheme),
        ),
      ),
    );
  return pageOf(
    searched(query, search, sql`workspaces.name`, sql`workspaces.description`),
    request,
    { name: inNameOrder(sql`workspaces.name`), createdAt: sql`workspaces.created_at` },
    sql`workspaces.created_at desc, workspaces.id desc`,
  );
}

/** Every workspace of a company by name, to match those in a file. */
export function listWorkspaceNames(
  ctx: Context,
  companyId: number,
): Promise<{ id: number; name: string; is_active: boolean }[]> {
  return ctx.db
    .selectFrom("workspaces")
    .select(["id", "name", "is_active"])
    .where("company_id", "=", companyId)
    .where("deleted_at", "is", null)
    .execute();
}

export function getWorkspace(ctx: Context, id: number): Promise<WorkspaceRow> {
  return inReach(ctx).where("workspaces.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** All of these workspaces, or not_found: one set-based check. */
export async function getWorkspaces(ctx: Context, ids: number[]): Promise<WorkspaceRow[]> {
  if (ids.length === 0) return [];
  const rows = await inReach(ctx).where("workspaces.id", "in", ids).execute();
  if (rows.length !== new Set(ids).size) throw notFound();
  return rows;
}
