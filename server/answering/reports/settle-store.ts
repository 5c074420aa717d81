import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { contributions, type Dimension } from "./contributions-store.ts";

const dimensions: Dimension[] = [
  "outcome",
  "slot",
  "theme",
  "user",
  "tag",
  "document",
  "seconds",
  "unanswered",
  "writer",
  "tokens",
  "model",
];

export async function listUnsettled(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with first as (
      select least((select min(created_at) from interactions where outcome <> 'pending'), (select min(created_at) from usage_entries)) as at
    )
    select over.day::date::text as day
    from first, generate_series((at at time zone 'UTC')::date, ((now() - interval '1 hour') at time zone 'UTC')::date - 1, interval '1 day') as over(day)
    where not exists (select 1 from report_settled s where s.day = over.day::date)
    order by 1`.execute(ctx.db);
  return rows.map(({ day }) => day);
}

export async function listChanged(ctx: Context): Promise<{ companyId: number; day: string }[]> {
  const { rows } = await sql<{ companyId: number; day: string }>`
    select distinct c.company_id as "companyId", c.day::text as day from report_changes c
    join report_settled s on s.day = c.day order by 2, 1`.execute(ctx.db);
  return rows;
}

/** Held to the end of the transaction. */
export async function lockReports(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(7205759406)`.execute(ctx.db);
}

export async function isSettled(ctx: Context, day: string): Promise<boolean> {
  const { rows } = await sql`select 1 from report_settled where day = ${day}::date`.execute(ctx.db);
  return rows.length > 0;
}

/** Before counting: a mark visible here was committed together with its change, so the count sees the change too. */
export async function removeMarks(ctx: Context, companyId: number | null, day: string): Promise<number> {
  const removed = await sql`delete from report_changes c where c.day = ${day}::date
    and ${companyId === null ? sql`true` : sql`c.company_id = ${companyId}`}`.execute(ctx.db);
  return Number(removed.numAffectedRows ?? 0);
}

export async function countDay(ctx: Context, companyId: number | null, day: string): Promise<void> {
  const range = sql`select null::int as company_id, (${day}::date)::timestamp at time zone 'UTC' as a, (${day}::date + 1)::timestamp at time zone 'UTC' as b`;
  await sql`insert into report_days (company_id, dimension, day, key, count, good, rated, unsupported, declined, input_tokens, output_tokens)
    ${contributions(range, companyId, dimensions)}`.execute(ctx.db);
}

export async function markSettled(ctx: Context, day: string): Promise<void> {
  await sql`insert into report_settled (day) values (${day}::date)`.execute(ctx.db);
}

/** Months that are over, with all of their days settled. */
export async function listUnsettledMonths(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', s.day)::date::text as month from report_settled s
    where exists (select 1 from report_settled last where last.day = (date_trunc('month', s.day) + interval '1 month - 1 day')::date)
      and not exists (select 1 from report_settled_months m where m.month = date_trunc('month', s.day)::date)
    order by 1`.execute(ctx.db);
  return rows.map(({ month }) => month);
}

export async function markSettledMonth(ctx: Context, month: string): Promise<void> {
  await sql`insert into report_settled_months (month) values (${month}::date) on conflict do nothing`.execute(
    ctx.db,
  );
}

/** Sums the month of that day again, of one company or all, if it is settled. */
export async function sumMonth(ctx: Context, companyId: number | null, day: string): Promise<void> {
  const inReach = companyId === null ? sql`true` : sql`company_id = ${companyId}`;
  const month = sql`date_trunc('month', ${day}::date)::date`;
  await sql`delete from report_months where month = ${month} and ${inReach}`.execute(ctx.db);
  await sql`
    with counted as materialized (
      select * from report_days
      where day >= ${month} and day < ${month} + interval '1 month' and dimension <> all(${byDayOnly}::text[]) and ${inReach}
        and exists (select 1 from report_settled_months s where s.month = ${month})
    ), running as (
      select company_id, dimension, key, array_agg(until order by day) as running from (
        select k.company_id, k.dimension, k.key, day, sum(coalesce(c.count, 0)) over (partition by k.company_id, k.dimension, k.key order by day)::int as until
        from (select distinct company_id, dimension, key from counted where dimension = any(${withTrend}::text[])) k
        cross join lateral (select over::date as day from generate_series(${month}, ${month} + interval '1 month - 1 day', interval '1 day') over) days
        left join counted c using (company_id, dimension, key, day)
      ) untils group by 1, 2, 3
    )
    insert into report_months (company_id, dimension, month, key, count, good, rated, unsupported, declined, input_tokens, output_tokens, running)
    select company_id, dimension, ${month}, key, sum(count), sum(good), sum(rated), sum(unsupported), sum(declined), sum(input_tokens), sum(output_tokens), running
    from counted left join running using (company_id, dimension, key)
    group by company_id, dimension, key, running`.execute(ctx.db);
}
const byDayOnly: Dimension[] = ["slot", "tokens"];
const withTrend: Dimension[] = ["theme", "user"];

/** The stored counts of one company's day. */
export async function removeCounts(ctx: Context, companyId: number, day: string): Promise<void> {
  await sql`delete from report_days
    where company_id = ${companyId} and day = ${day}::date and dimension = any(${dimensions}::text[])`.execute(
    ctx.db,
  );
}
