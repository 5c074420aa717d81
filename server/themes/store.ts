import { sql } from "kysely";
import type { ModelType, TagGroups } from "#contract/values.ts";
import { personOf } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import { holdsWords, pageOf, searched } from "#server/platform/database/list.ts";
import type { ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/policy.ts";

/** True for a theme that may be asked: it is switched on, and an active workspace holds it, as its home or by assignment. */
export function isOpen() {
  return sql<boolean>`(themes.is_active and exists (
    select 1 from workspaces w
    where w.company_id = themes.company_id and w.is_active and w.deleted_at is null
      and (w.id = themes.workspace_id or exists (
        select 1 from theme_workspaces h
        where h.company_id = themes.company_id and h.theme_id = themes.id and h.workspace_id = w.id))))`;
}

/**
 * Themes within the caller's reach, and their companies. For an agent these are the open ones assigned to it by name or
 * to an active workspace it belongs to (spec/3, 'Who may do what'); the home workspace of a theme alone gives nobody
 * access.
 */
export function themesInReach(ctx: Context) {
  let query = ctx.db
    .selectFrom("themes")
    .innerJoin("companies", "companies.id", "themes.company_id")
    .where("themes.deleted_at", "is", null)
    .where("companies.deleted_at", "is", null);
  if (ctx.company !== null) query = query.where("themes.company_id", "=", ctx.company);
  const person = ctx.actor.type === "user" ? ctx.actor : null;
  if (person?.role === "agent") {
    query = query
      .where(isOpen())
      .where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom("theme_agents as a")
              .select("a.user_id")
              .whereRef("a.theme_id", "=", "themes.id")
              .where("a.user_id", "=", person.id),
          ),
          eb.exists(
            eb
              .selectFrom("theme_workspaces as tw")
              .innerJoin("memberships as m", "m.workspace_id", "tw.workspace_id")
              .innerJoin("workspaces as w", "w.id", "tw.workspace_id")
              .select("m.user_id")
              .whereRef("tw.theme_id", "=", "themes.id")
              .where("w.is_active", "=", true)
              .where("w.deleted_at", "is", null)
              .where("m.user_id", "=", person.id),
          ),
        ]),
      );
  }
  return query;
}

function inReach(ctx: Context) {
  return themesInReach(ctx)
    .selectAll("themes")
    .select("companies.name as company_name")
    .select(isOpen().as("is_open"))
    .select((eb) => [
      eb
        .selectFrom("documents as d")
        .whereRef("d.company_id", "=", "themes.company_id")
        .whereRef("d.theme_id", "=", "themes.id")
        .where("d.deleted_at", "is", null)
        .select(sql<number>`count(*)`.as("n"))
        .as("document_count"),
      eb
        .selectFrom("theme_agents as a")
        .innerJoin("users as u", "u.id", "a.user_id")
        .whereRef("a.company_id", "=", "themes.company_id")
        .whereRef("a.theme_id", "=", "themes.id")
        .where("u.is_active", "=", true)
        .select(sql<number>`count(*)`.as("n"))
        .as("agent_count"),
    ]);
}

export type ThemeRow = Awaited<ReturnType<ReturnType<typeof inReach>["executeTakeFirstOrThrow"]>>;

/** By name and purpose; those named like the search first. */
export async function listThemes(
  ctx: Context,
  request: ListRequest & { isActive?: boolean },
): Promise<{ rows: ThemeRow[]; total: number }> {
  let query = inReach(ctx);
  if (request.isActive !== undefined) query = query.where(isOpen(), "=", request.isActive);
  return pageOf(
    searched(query, request.search, sql`themes.name`, sql`themes.purpose`),
    request,
    { name: inNameOrder(sql`themes.name`), createdAt: sql`themes.created_at` },
    sql`themes.created_at desc, themes.id desc`,
  );
}

export function getTheme(ctx: Context, id: number): Promise<ThemeRow> {
  return inReach(ctx).where("themes.id", "=", id).executeTakeFirstOrThrow(notFound);
}

export type ThemeValues = {
  name: string;
  purpose: string;
  guiding_instructions: string;
  model_type: ModelType;
  is_active: boolean;
  require_sign_off: boolean;
  fallback: string;
  workspace_id: number;
  distribution_partner_tags: string[];
  product_tags: string[];
  topic_tags: string[];
  state_tags: string[];
};

export async function insertTheme(ctx: Context, companyId: number, values: ThemeValues): Promise<number> {
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
  values: ThemeValues,
): Promise<void> {
  await ctx.db
    .updateTable("themes")
    .set({ ...values, updated_at: ctx.now, content_version: sql`content_version + 1` })
    .where("company_id", "=", theme.company_id)
    .where("id", "=", theme.id)
    .execute();
}

export async function removeTheme(ctx: Context, theme: Allowed<ThemeRow, "delete">): Promise<void> {
  await ctx.db
    .updateTable("themes")
    .set({ deleted_at: ctx.now, is_active: false })
    .where("company_id", "=", theme.company_id)
    .where("id", "=", theme.id)
    .execute();
}

/** Whatever changes what a question may find calls this, in the same transaction. */
export async function touchContents(ctx: Context, theme: { company_id: number; id: number }): Promise<void> {
  await ctx.db
    .updateTable("themes")
    .set({ content_version: sql`content_version + 1` })
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

/** Of all themes within reach, in any of the four groups. */
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
