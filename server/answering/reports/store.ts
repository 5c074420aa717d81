import { sql, type RawBuilder } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Span } from "./span.ts";

function inReach(ctx: Context, alias: string): RawBuilder<unknown> {
  return ctx.company === null ? sql`true` : sql`${sql.ref(`${alias}.company_id`)} = ${ctx.company}`;
}

export async function listThemeNames(ctx: Context, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from themes t where t.id = any(${ids}::int[]) and ${inReach(ctx, "t")}`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function listUserNames(ctx: Context, ids: number[]) {
  const { rows } = await sql<{ id: number; email: string; name: string }>`
    select asked.id, person.email, person.name from unnest(${ids}::int[]) as asked(id) cross join lateral person_name(asked.id) person`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

/** The documents in use that have been read: no answer can cite the others. */
export async function listDocumentNames(ctx: Context) {
  const { rows } = await sql<{ documentId: number; name: string; theme: string }>`
    select d.id as "documentId", d.name, t.name as theme from documents d
    join themes t on t.company_id = d.company_id and t.id = d.theme_id
    -- by key, not by company (server/knowledge/documents/shared-store.ts, answeringVersion)
    cross join lateral (select from document_versions v
      where v.company_id = d.company_id and v.document_id = d.id and v.status = 'ready'
      order by v.version desc limit 1) as been_read
    where ${inReach(ctx, "d")} and d.deleted_at is null and t.deleted_at is null`.execute(ctx.db);
  return rows;
}

function within(column: RawBuilder<unknown>, span: Span): RawBuilder<unknown> {
  return sql`${column} >= (${span.from}::date)::timestamp at time zone ${span.timeZone}
    and ${column} < (${span.to}::date + 1)::timestamp at time zone ${span.timeZone}`;
}

/** Every week that overlaps the span, from its Monday. */
export async function listReviewWeeks(ctx: Context, span: Span) {
  const week = (column: RawBuilder<unknown>) =>
    sql`date_trunc('week', ${column} at time zone ${span.timeZone})::date`;
  const { rows } = await sql<{
    from: string;
    reviewed: number;
    correct: number;
    secondOpinions: number;
    agreed: number;
  }>`
    with closed as (
      select ${week(sql`c.closed_at`)} as monday, count(*) as reviewed, count(*) filter (where c.verdict = 'correct') as correct
      from review_cases c where ${inReach(ctx, "c")} and c.status = 'done' and ${within(sql`c.closed_at`, span)} group by 1
    ), seconds as (
      select ${week(sql`r.created_at`)} as monday, count(*) as opinions, count(*) filter (where r.agrees) as agreed
      from reviews r where ${inReach(ctx, "r")} and r.kind = 'second' and ${within(sql`r.created_at`, span)} group by 1
    )
    select to_char(every.monday, 'YYYY-MM-DD') as "from", coalesce(closed.reviewed, 0)::int as reviewed, coalesce(closed.correct, 0)::int as correct,
      coalesce(seconds.opinions, 0)::int as "secondOpinions", coalesce(seconds.agreed, 0)::int as agreed
    from generate_series(date_trunc('week', ${span.from}::date::timestamp), ${span.to}::date::timestamp, interval '7 days') as every(monday)
    left join closed on closed.monday = every.monday::date
    left join seconds on seconds.monday = every.monday::date
    order by every.monday`.execute(ctx.db);
  return rows;
}

/** What each use of an approved answer saves, as the company estimates it; null: it doesn't, or none is chosen. */
export async function minutesOfUse(ctx: Context): Promise<number | null> {
  if (ctx.company === null) return null;
  const { rows } = await sql<{ minutes: number | null }>`
    select saved_minutes as minutes from approval_rules where company_id = ${ctx.company}`.execute(ctx.db);
  return rows[0]?.minutes ?? null;
}

/** The approved answers that answered most questions of the span; erased questions count no longer. */
export async function listMostUsed(ctx: Context, span: Span) {
  const { rows } = await sql<{ id: number; question: string; uses: number }>`
    select a.id, a.question, used.uses from (
      select u.company_id, u.approved_answer_id, count(*)::int as uses
      from approved_uses u join interactions i on i.company_id = u.company_id and i.id = u.interaction_id
      where ${inReach(ctx, "u")} and u.is_answer and ${within(sql`i.created_at`, span)} group by 1, 2
      order by 3 desc, 2 limit 10
    ) used join approved_answers a on a.company_id = used.company_id and a.id = used.approved_answer_id
    order by used.uses desc, a.id`.execute(ctx.db);
  return rows;
}

export async function listVerdicts(ctx: Context, span: Span) {
  const { rows } = await sql<{ verdict: string; count: number }>`
    select c.verdict, count(*)::int as count from review_cases c
    where ${inReach(ctx, "c")} and c.status = 'done' and ${within(sql`c.closed_at`, span)} group by 1`.execute(
    ctx.db,
  );
  return rows;
}

/** A review awaiting its second opinion counts once that is given: a count of one would reveal the verdict. */
export async function listReviewers(ctx: Context, span: Span) {
  const { rows } = await sql<{ id: number; name: string; email: string; reviews: number; correct: number }>`
    select given.reviewer_id as id, person.name, person.email, given.reviews, given.correct from (
      select r.reviewer_id, count(distinct r.interaction_id)::int as reviews,
        count(distinct r.interaction_id) filter (where r.verdict = 'correct')::int as correct
      from reviews r join review_cases c on c.company_id = r.company_id and c.interaction_id = r.interaction_id
      where ${inReach(ctx, "r")} and ${within(sql`r.created_at`, span)} and c.status <> 'second_opinion' group by 1
    ) given cross join lateral person_name(given.reviewer_id) person
    order by given.reviews desc, ${inNameOrder(sql`person.name`)}, person.email limit 200`.execute(ctx.db);
  return rows;
}

export async function countWaiting(ctx: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from review_cases c where ${inReach(ctx, "c")} and c.status <> 'done'`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}
