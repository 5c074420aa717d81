import { sql } from "kysely";
import { systemCaller } from "#server/callers.ts";
import type { Context } from "#server/context.ts";
import type { Services } from "#server/services.ts";
import { contributions } from "./contributions.ts";
import type { Dimension } from "./contributions.ts";

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

/**
 * Counts the days that are over and the past days that changed, each in a transaction of its own, oldest first. Safe to
 * run twice at once: one works, the other waits and finds nothing left. The last hour is left alone, because a
 * transaction that began before midnight may still be open.
 */
export async function settleDays(services: Services): Promise<void> {
  const system = systemCaller(services, "settle-days");
  const waiting = await system.transact(listUnsettled);
  for (const day of waiting) {
    await system.transact(async (ctx) => {
      await lock(ctx);
      if (await isSettled(ctx, day)) return;
      await removeMarks(ctx, null, day);
      await countDay(ctx, null, day);
      await sql`insert into report_settled (day) values (${day}::date)`.execute(ctx.db);
    });
  }
  const changed = await system.transact(listChanged);
  for (const { companyId, day } of changed) {
    await system.transact(async (ctx) => {
      await lock(ctx);
      if ((await removeMarks(ctx, companyId, day)) === 0) return;
      await sql`delete from report_days
        where company_id = ${companyId} and day = ${day}::date and dimension = any(${dimensions}::text[])`.execute(
        ctx.db,
      );
      await countDay(ctx, companyId, day);
    });
  }
}

async function listUnsettled(ctx: Context): Promise<string[]> {
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

async function listChanged(ctx: Context): Promise<{ companyId: number; day: string }[]> {
  const { rows } = await sql<{ companyId: number; day: string }>`
    select distinct c.company_id as "companyId", c.day::text as day from report_changes c
    join report_settled s on s.day = c.day order by 2, 1`.execute(ctx.db);
  return rows;
}

/** Held to the end of the transaction. */
async function lock(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(7205759405)`.execute(ctx.db);
}

async function isSettled(ctx: Context, day: string): Promise<boolean> {
  const { rows } = await sql`select 1 from report_settled where day = ${day}::date`.execute(ctx.db);
  return rows.length > 0;
}

/** Before counting: a mark seen here was committed together with its change, so the count sees the change too. */
async function removeMarks(ctx: Context, companyId: number | null, day: string): Promise<number> {
  const removed = await sql`delete from report_changes c where c.day = ${day}::date
    and ${companyId === null ? sql`true` : sql`c.company_id = ${companyId}`}`.execute(ctx.db);
  return Number(removed.numAffectedRows ?? 0);
}

async function countDay(ctx: Context, companyId: number | null, day: string): Promise<void> {
  const range = sql`select null::int as company_id, (${day}::date)::timestamp at time zone 'UTC' as a, (${day}::date + 1)::timestamp at time zone 'UTC' as b`;
  await sql`insert into report_days (company_id, dimension, day, key, count, good, rated, unsupported, input_tokens, output_tokens)
    ${contributions(range, companyId, dimensions)}`.execute(ctx.db);
}
