import { sql } from "kysely";
import type { ModelType, TagGroups } from "#contract/kernel/values.ts";
import type { HeldChange } from "#contract/knowledge/themes.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { holdsWords, pageOf, searched, type ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { themesInReach, inReach, isOpen, type ThemeRow } from "./shared-store.ts";

/** By name and purpose; name matches first. */
export async function listThemes(
  ctx: Context,
  request: ListRequest & { isActive?: boolean; workspaceId?: number },
): Promise<{ rows: ThemeRow[]; total: number }> {
  let query = inReach(ctx);
  if (request.isActive !== undefined) query = query.where(isOpen(), "=", request.isActive);
  const { workspaceId } = request;
  if (workspaceId !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom("theme_workspaces as w")
          .select("w.theme_id")
          .whereRef("w.company_id", "=", "themes.company_id")
          .whereRef("w.theme_id", "=", "themes.id")
          .where("w.workspace_id", "=", workspaceId),
      ),
    );
  return pageOf(
    searched(query, request.search, sql`themes.name`, sql`themes.purpose`),
    request,
    { name: inNameOrder(sql`themes.name`), createdAt: sql`themes.created_at` },
    sql`themes.created_at desc, themes.id desc`,
  );
}

export type ThemeValues = {
  name: string;
  purpose: string;
  guiding_instructions: string;
  model_type: ModelType;
  is_active: boolean;
  require_sign_off: boolean;
  require_approval: boolean;
  held_change: HeldChange | null;
  fallback: string;
  workspace_id: number;
  distribution_partner_tags: string[];
  product_tags: string[];
  topic_tags: string[];
  state_tags: string[];
};

export async function insertTheme(
  ctx: Context,
  companyId: number,
  values: Omit<ThemeValues, "held_change">,
): Promise<number> {
  const row = await ctx.db
    .insertInto("themes")
    .values({
      ...values,
      company_id: companyId,
      created_by: personOf(ctx).id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function setTheme(
  ctx: Context,
  theme: Allowed<ThemeRow, "edit">,
  { held_change: held, ...values }: ThemeValues,
): Promise<void> {
  await ctx.db
    .updateTable("themes")
    .set({
      ...values,
      held_change: held === null ? null : JSON.stringify(held),
      updated_at: ctx.now,
      content_version: sql`content_version + 1`,
    })
    .where("company_id", "=", theme.company_id)
    .where("id", "=", theme.id)
    .execute();
}

export async function removeTheme(ctx: Context, theme: Allowed<ThemeRow, "delete">): Promise<void> {
  await ctx.db
    .updateTable("themes")
    .set({ deleted_at: ctx.now })
    .where("company_id", "=", theme.company_id)
    .where("id", "=", theme.id)
    .execute();
}

export async function listTags(ctx: Context, theme: ThemeRow): Promise<TagGroups> {
  const rows = await ctx.db
    .selectFrom("document_tags as t")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "t.company_id").onRef("d.id", "=", "t.document_id"),
    )
    .select(["t.category", "t.tag"])
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where("d.deleted_at", "is", null)
    .groupBy(["t.category", "t.tag"])
    .orderBy(inNameOrder(sql`t.tag`))
    .limit(2000)
    .execute();
  const of = (category: string) => rows.filter((row) => row.category === category).map((row) => row.tag);
  return {
    distributionPartnerTags: of("distribution_partner"),
    productTags: of("product"),
    topicTags: of("topic"),
    stateTags: of("state"),
  };
}

/** From all themes within reach, in any of the four groups. */
export async function findTags(
  ctx: Context,
  { search, limit }: { search?: string; limit: number },
): Promise<string[]> {
  const every = themesInReach(ctx).select(
    sql<string>`unnest(themes.distribution_partner_tags || themes.product_tags || themes.topic_tags || themes.state_tags)`.as(
      "tag",
    ),
  );
  let query = ctx.db.selectFrom(every.as("t")).select("t.tag").groupBy("t.tag");
  if (search) query = query.where(holdsWords(sql`t.tag`, search));
  return (
    await query
      .orderBy(inNameOrder(sql`t.tag`))
      .limit(limit)
      .execute()
  ).map((row) => row.tag);
}

export function listAgentIds(ctx: Context, theme: ThemeRow): Promise<{ user_id: number }[]> {
  return ctx.db
    .selectFrom("theme_agents")
    .select("user_id")
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .orderBy("created_at")
    .execute();
}

export async function insertAgent(
  ctx: Context,
  theme: Allowed<ThemeRow, "assign">,
  userId: number,
): Promise<boolean> {
  const result = await ctx.db
    .insertInto("theme_agents")
    .values({ company_id: theme.company_id, theme_id: theme.id, user_id: userId, created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export async function removeAgent(
  ctx: Context,
  theme: Allowed<ThemeRow, "assign">,
  userId: number,
): Promise<boolean> {
  const result = await ctx.db
    .deleteFrom("theme_agents")
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export function listWorkspaceIds(ctx: Context, theme: ThemeRow): Promise<{ workspace_id: number }[]> {
  return ctx.db
    .selectFrom("theme_workspaces")
    .select("workspace_id")
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .orderBy("created_at")
    .execute();
}

export async function insertWorkspaceAssignment(
  ctx: Context,
  theme: Allowed<ThemeRow, "assign">,
  workspaceId: number,
): Promise<void> {
  await ctx.db
    .insertInto("theme_workspaces")
    .values({
      company_id: theme.company_id,
      theme_id: theme.id,
      workspace_id: workspaceId,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeWorkspaceAssignment(
  ctx: Context,
  theme: Allowed<ThemeRow, "assign">,
  workspaceId: number,
): Promise<boolean> {
  const result = await ctx.db
    .deleteFrom("theme_workspaces")
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}
