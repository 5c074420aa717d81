import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Context } from "#server/context.ts";

/** A span of whole days of one zone: from the start of the first to the end of the last. */
export type Span = { from: string; to: string; timeZone: string };

function inSpan(ctx: Context, span: Span): RawBuilder<unknown> {
  const company = ctx.company === null ? sql`true` : sql`i.company_id = ${ctx.company}`;
  return sql`${company} and i.outcome <> 'pending'
    and i.created_at >= (${span.from}::date)::timestamp at time zone ${span.timeZone}
    and i.created_at < (${span.to}::date + 1)::timestamp at time zone ${span.timeZone}`;
}

const meanRating = sql`avg(case i.rating when 'good' then 1.0 when 'bad' then 0.0 end)::float8`;

export async function totals(ctx: Context, span: Span) {
  const { rows } = await sql<{
    totalInteractions: number;
    averageRating: number | null;
    ratedInteractions: number;
    totalUsers: number;
    totalThemes: number;
    unsupported: number;
    median: number | null;
    p95: number | null;
  }>`select count(*) as "totalInteractions", ${meanRating} as "averageRating", count(i.rating) as "ratedInteractions",
       count(distinct i.user_id) as "totalUsers", count(distinct i.theme_id) as "totalThemes",
       count(*) filter (where i.claims_unsupported > 0) as unsupported,
       (percentile_cont(0.5) within group (order by i.total_ms) / 1000)::float8 as median,
       (percentile_cont(0.95) within group (order by i.total_ms) / 1000)::float8 as p95
     from interactions i where ${inSpan(ctx, span)}`.execute(ctx.db);
  const row = rows[0];
  if (row === undefined) throw new Error("an aggregate answered no row");
  return row;
}

export async function byDay(ctx: Context, span: Span): Promise<{ date: string; count: number }[]> {
  const { rows } = await sql<{ date: string; count: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(counted.n, 0)::int as count
    from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') as day
    left join (
      select (i.created_at at time zone ${span.timeZone})::date as on_day, count(*) as n
      from interactions i where ${inSpan(ctx, span)} group by 1
    ) counted on counted.on_day = day::date
    order by day`.execute(ctx.db);
  return rows;
}

export async function byValue(
  ctx: Context,
  span: Span,
  column: "rating" | "outcome",
): Promise<{ value: string; count: number }[]> {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.ref(`i.${column}`)} as value, count(*)::int as count from interactions i
    where ${inSpan(ctx, span)} and ${sql.ref(`i.${column}`)} is not null group by 1`.execute(ctx.db);
  return rows;
}

export async function byTheme(ctx: Context, span: Span) {
  const { rows } = await sql<{ themeId: number; name: string; count: number; rating: number | null }>`
    select t.id as "themeId", t.name, count(*)::int as count, ${meanRating} as rating
    from interactions i join themes t on t.company_id = i.company_id and t.id = i.theme_id
    where ${inSpan(ctx, span)} group by t.id, t.name order by count desc, t.name limit 200`.execute(ctx.db);
  return rows;
}

export async function byUser(ctx: Context, span: Span) {
  const { rows } = await sql<{
    userId: number;
    email: string;
    role: string;
    count: number;
    rating: number | null;
  }>`
    select counted.user_id as "userId", person.email, counted.role, counted.count, counted.rating
    from (
      select i.user_id, max(i.user_role) as role, count(*)::int as count, ${meanRating} as rating
      from interactions i where ${inSpan(ctx, span)} group by i.user_id order by count desc limit 200
    ) counted cross join lateral person_name(counted.user_id) person
    order by counted.count desc, person.email`.execute(ctx.db);
  return rows;
}

export async function byTag(
  ctx: Context,
  span: Span,
): Promise<{ category: string; tag: string; count: number }[]> {
  const { rows } = await sql<{ category: string; tag: string; count: number }>`
    select g.key as category, v.tag, count(*)::int as count
    from interactions i, jsonb_each(i.selected_tags) g, jsonb_array_elements_text(g.value) v(tag)
    where ${inSpan(ctx, span)} and i.selected_tags <> '{}' group by 1, 2 order by count desc, tag limit 400`.execute(
    ctx.db,
  );
  return rows;
}

/** How often each document was cited; documents that were never cited stand at the end with 0. */
export async function byDocument(ctx: Context, span: Span) {
  const company = ctx.company === null ? sql`true` : sql`d.company_id = ${ctx.company}`;
  const { rows } = await sql<{ documentId: number; name: string; theme: string; count: number }>`
    select d.id as "documentId", d.name, t.name as theme, coalesce(used.n, 0)::int as count
    from documents d
    join themes t on t.company_id = d.company_id and t.id = d.theme_id
    left join (
      select s.document_id, count(distinct s.interaction_id) as n
      from interaction_sources s join interactions i on i.company_id = s.company_id and i.id = s.interaction_id
      where ${inSpan(ctx, span)} and s.marker is not null group by 1
    ) used on used.document_id = d.id
    where ${company} and d.deleted_at is null and t.deleted_at is null
    order by count desc, d.name limit 200`.execute(ctx.db);
  return rows;
}
