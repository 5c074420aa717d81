import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { themesInReach } from "./shared-store.ts";

/**
 * Theme activity for the desk: the states of documents, the assigned workspaces, and questions of the last seven days
 * by day in the reader's time zone. Themes beyond the caller's reach are left out.
 */
export async function themeActivity(ctx: Context, ids: number[], timeZone: string) {
  const themes = await themesInReach(ctx)
    .select(["themes.id", "themes.company_id"])
    .where("themes.id", "in", ids)
    .select((eb) =>
      eb
        .selectFrom("theme_workspaces as h")
        .innerJoin("workspaces as w", "w.id", "h.workspace_id")
        .whereRef("h.company_id", "=", "themes.company_id")
        .whereRef("h.theme_id", "=", "themes.id")
        .where("w.is_active", "=", true)
        .where("w.deleted_at", "is", null)
        .select(sql<number>`count(*)`.as("n"))
        .as("workspaces"),
    )
    .execute();
  if (themes.length === 0) return { themes, documents: [], days: [] };
  const reached = themes.map(({ id }) => id);
  const companies = [...new Set(themes.map(({ company_id: company }) => company))];
  return {
    themes,
    documents: await documentStates(ctx, companies, reached),
    days: await askedByDay(ctx, companies, reached, timeZone),
  };
}

/** Counts of the newest versions: answering, being read (including by OCR), and waiting for an administrator. */
function documentStates(ctx: Context, companies: number[], themes: number[]) {
  return ctx.db
    .selectFrom("documents as d")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("document_versions as v")
          .select(["v.status", "v.ocr", "v.signed_off_at"])
          .whereRef("v.company_id", "=", "d.company_id")
          .whereRef("v.document_id", "=", "d.id")
          .orderBy("v.version", "desc")
          .limit(1)
          .as("n"),
      (join) => join.onTrue(),
    )
    .select([
      "d.theme_id",
      sql<number>`count(*) filter (where n.status = 'processing' or (n.status = 'failed' and n.ocr = 'waiting'))::int`.as(
        "reading",
      ),
      sql<number>`count(*) filter (where (n.status = 'failed' and n.ocr <> 'waiting')
        or (n.status = 'ready' and t.require_sign_off and n.signed_off_at is null))::int`.as("need_you"),
      sql<number>`count(*)::int`.as("total"),
    ])
    .where("d.company_id", "in", companies)
    .where("d.theme_id", "in", themes)
    .where("d.deleted_at", "is", null)
    .groupBy("d.theme_id")
    .execute();
}

const days = 7;

function askedByDay(ctx: Context, companies: number[], themes: number[], timeZone: string) {
  const from = new Date(ctx.now.getTime() - days * 86_400_000);
  const ago = sql<number>`((${ctx.now}::timestamptz at time zone ${timeZone})::date - (i.created_at at time zone ${timeZone})::date)`;
  return ctx.db
    .selectFrom("interactions as i")
    .select([
      "i.theme_id",
      ago.as("ago"),
      sql<number>`count(*)::int`.as("asked"),
      sql<number>`count(*) filter (where i.outcome = 'abstained')::int`.as("declined"),
    ])
    .where("i.company_id", "in", companies)
    .where("i.theme_id", "in", themes)
    .where("i.outcome", "!=", "pending")
    .where("i.created_at", ">", from)
    .groupBy(["i.theme_id", sql`2`])
    .execute();
}
