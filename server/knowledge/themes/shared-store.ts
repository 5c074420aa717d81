import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { onContents } from "./contents-port.ts";
import { notFound } from "#server/platform/errors.ts";

/**
 * True for a theme that can be asked: it is switched on, and an active workspace has it, as its home or by assignment.
 */
export function isOpen() {
  return sql<boolean>`(themes.is_active and exists (
    select 1 from workspaces w
    where w.company_id = themes.company_id and w.is_active and w.deleted_at is null
      and (w.id = themes.workspace_id or exists (
        select 1 from theme_workspaces h
        where h.company_id = themes.company_id and h.theme_id = themes.id and h.workspace_id = w.id))))`;
}

/**
 * Themes within the caller's reach, and their companies. For an API key, these are the ones it names. For an agent,
 * these are the open ones assigned to them individually or to an active workspace they belong to
 * (docs/specification/themes.md); a theme's home workspace alone gives nobody access.
 */
export function themesInReach(ctx: Context) {
  let query = ctx.db
    .selectFrom("themes")
    .innerJoin("companies", "companies.id", "themes.company_id")
    .where("themes.deleted_at", "is", null)
    .where("companies.deleted_at", "is", null);
  if (ctx.company !== null) query = query.where("themes.company_id", "=", ctx.company);
  const person = ctx.actor.type === "user" ? ctx.actor : null;
  const key = person?.key;
  if (key !== undefined)
    return query.where((eb) =>
      eb.exists(
        eb
          .selectFrom("api_key_themes as k")
          .select("k.theme_id")
          .whereRef("k.company_id", "=", "themes.company_id")
          .whereRef("k.theme_id", "=", "themes.id")
          .where("k.key_id", "=", key.id),
      ),
    );
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

export function inReach(ctx: Context) {
  return themesInReach(ctx)
    .selectAll("themes")
    .select(["companies.name as company_name", "companies.more_formats"])
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

export function getTheme(ctx: Context, id: number): Promise<ThemeRow> {
  return inReach(ctx).where("themes.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** For programs, which choose by name: as many as a key can name, and more than a person is assigned. */
const mostWithinReach = 1_000;

export function listWithinReach(ctx: Context): Promise<ThemeRow[]> {
  return inReach(ctx).orderBy("themes.name").orderBy("themes.id").limit(mostWithinReach).execute();
}

/** Every change to the content that questions can find calls this, in the same transaction. */
export async function touchContents(ctx: Context, theme: { company_id: number; id: number }): Promise<void> {
  await ctx.db
    .updateTable("themes")
    .set({ content_version: sql`content_version + 1` })
    .where("company_id", "=", theme.company_id)
    .where("id", "=", theme.id)
    .execute();
  if (ctx.services.config.search !== null) await ctx.enqueue("index-search", { companyId: theme.company_id });
  await onContents.of(ctx.services)(ctx, theme);
}
