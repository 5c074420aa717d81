import { type Context, personOf } from "#server/kernel/context.ts";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import { themesInReach } from "#server/knowledge/themes/shared-store.ts";
import { answeringVersions } from "#server/knowledge/documents/shared-store.ts";
import { disagreeing } from "#engine/quote/compose.ts";
import { sql } from "kysely";

/** Older ones are no longer waited for. */
const daysWaited = 90;
const mostDeclined = 2_000;

/** Questions of these themes that nobody has dealt with, newest first. */
function openQuestions(ctx: Context, { themeId }: { themeId?: number | undefined }) {
  let query = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .innerJoin("companies as c", "c.id", "i.company_id")
    .select([
      "i.id",
      "i.company_id",
      "i.theme_id",
      "i.user_id",
      "i.question",
      "i.selected_tags",
      "i.created_at",
      // not a program, and not somebody who left; a super admin's own row is outside the company's fence
      sql<boolean>`coalesce((select u.is_active and not u.is_key from users u where u.id = i.user_id), true)`.as(
        "hears",
      ),
      "t.name as theme_name",
      recordedName("c").as("company_name"),
    ])
    .where("i.erased_at", "is", null)
    .where("i.created_at", ">", sql<Date>`${ctx.now}::timestamptz - make_interval(days => ${daysWaited})`)
    .where((eb) =>
      eb.exists(
        themesInReach(ctx)
          .select("themes.id")
          .where("themes.company_id", "=", sql<number>`i.company_id`)
          .where("themes.id", "=", sql<number>`i.theme_id`),
      ),
    )
    .where(
      sql<boolean>`not exists (select 1 from declined_closings k where k.company_id = i.company_id and k.interaction_id = i.id)`,
    );
  if (ctx.company !== null) query = query.where("i.company_id", "=", ctx.company);
  if (themeId !== undefined) query = query.where("i.theme_id", "=", themeId);
  return query.orderBy("i.id", "desc").limit(mostDeclined);
}

/** Those that were declined. */
export function listOpenDeclined(ctx: Context, themes: { themeId?: number | undefined }) {
  return openQuestions(ctx, themes).where("i.outcome", "=", "abstained").execute();
}

export type DeclinedRow = Awaited<ReturnType<typeof listOpenDeclined>>[number];

/** Those whose answers showed two documents that disagree, with both quotes, while both still answer. */
export function listDisagreeing(ctx: Context, themes: { themeId?: number | undefined }) {
  const mark = (place: number) =>
    sql<number>`(regexp_match(i.reason, 'compare \\[([0-9]{1,4})\\] and \\[([0-9]{1,4})\\]'))[${sql.lit(place)}]::integer`;
  const answers = (alias: "s" | "o") =>
    answeringVersions(ctx.db)
      .select("v.id")
      .whereRef("d.company_id", "=", sql.ref(`${alias}.company_id`))
      .whereRef("d.id", "=", sql.ref(`${alias}.document_id`))
      .whereRef("v.id", "=", sql.ref(`${alias}.version_id`));
  return openQuestions(ctx, themes)
    .innerJoin("interaction_sources as s", (join) =>
      join
        .onRef("s.company_id", "=", "i.company_id")
        .onRef("s.interaction_id", "=", "i.id")
        .on("s.marker", "=", mark(1)),
    )
    .innerJoin("interaction_sources as o", (join) =>
      join
        .onRef("o.company_id", "=", "i.company_id")
        .onRef("o.interaction_id", "=", "i.id")
        .on("o.marker", "=", mark(2)),
    )
    .select([
      "s.document_id",
      "s.document_name",
      "s.quote",
      "s.answering",
      "o.document_id as other_id",
      "o.document_name as other_name",
      "o.quote as other_quote",
      "o.answering as other_answering",
    ])
    .where(sql<boolean>`i.reason like ${sql.lit(`%${disagreeing}%`)}`)
    .where("i.outcome", "=", "answered")
    .where((eb) => eb.exists(answers("s")))
    .where((eb) => eb.exists(answers("o")))
    .execute();
}

export type DisagreeingRow = Awaited<ReturnType<typeof listDisagreeing>>[number];

/** Requests to experts about these questions that nobody has answered. */
export function listOpenRequests(ctx: Context, companyId: number, questions: readonly number[]) {
  return ctx.db
    .selectFrom("expert_requests")
    .select("id")
    .where("company_id", "=", companyId)
    .where("interaction_id", "in", questions)
    .where("answered_at", "is", null)
    .execute();
}

/** @returns the questions closed now; others were already closed */
export async function closeQuestions(
  ctx: Context,
  companyId: number,
  ids: number[],
  approvedId: number | null,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .insertInto("declined_closings")
    .values(
      ids.map((id) => ({
        company_id: companyId,
        interaction_id: id,
        closed_by: personOf(ctx).id,
        closed_at: ctx.now,
        approved_answer_id: approvedId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("interaction_id")
    .execute();
  return rows.map((row) => row.interaction_id);
}
