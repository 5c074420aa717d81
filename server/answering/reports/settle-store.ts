import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { contributions } from "./contributions-store.ts";
import type { Dimension } from "./contributions-store.ts";

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

/** The stored counts of one company's day. */
export async function removeCounts(ctx: Context, companyId: number, day: string): Promise<void> {
  await sql`delete from report_days
    where company_id = ${companyId} and day = ${day}::date and dimension = any(${dimensions}::text[])`.execute(
    ctx.db,
  );
}
