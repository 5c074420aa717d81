import { sql } from "kysely";
import type { RetentionKind, RetentionPeriods } from "#contract/evidence/retention.ts";
import type { Context } from "#server/kernel/context.ts";

export type StoredPeriods = RetentionPeriods & { version: number };
const forEver: StoredPeriods = { interactions: null, documents: null, events: null, version: 0 };

export async function periodsOf(ctx: Context, companyId: number): Promise<StoredPeriods> {
  const row = await ctx.db
    .selectFrom("retention_periods")
    .select(["interactions", "documents", "events", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row ?? forEver;
}

export async function setPeriods(ctx: Context, companyId: number, periods: RetentionPeriods): Promise<void> {
  const values = { ...periods, updated_at: ctx.now };
  await ctx.db
    .insertInto("retention_periods")
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
}

/** Companies that may have something due: with a period, or with an erased person. */
export async function companiesToErase(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select company_id as id from retention_periods where num_nonnulls(interactions, documents, events) > 0
    union
    select company_id from users where erased_at is not null and company_id is not null
    order by 1`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Until the transaction ends, no hold of the company is set or lifted, and no other erasure runs. */
export async function lockErasure(ctx: Context, companyId: number): Promise<void> {
  await sql`select lock_erasure(${companyId})`.execute(ctx.db);
}

/** Start of a period by the database's clock: anything older is due. */
export async function startOfPeriod(ctx: Context, months: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() - make_interval(months => ${months}) as at`.execute(
    ctx.db,
  );
  return rows[0]?.at ?? ctx.now;
}

export type DueRow = { id: number; at: Date; name: string; kept: "hold" | "cited" | null };
export type Page = { after: number; limit: number };

/** The data of a kind that is due under a period, including held data. */
export async function listDue(
  ctx: Context,
  companyId: number,
  { of, months }: { of: RetentionKind; months: number },
  { after, limit }: Page,
): Promise<DueRow[]> {
  const named = {
    interactions: sql<DueRow>`select d.id, d.at, t.name, case when d.is_held then 'hold' end as kept
      from due_answers(${companyId}, ${months}) d
      join themes t on t.company_id = ${companyId} and t.id = d.theme_id
      where d.id > ${after}::bigint order by d.id limit ${limit}`,
    documents: sql<DueRow>`select d.id, d.at, d.name || ', version ' || d.version as name,
        case when d.is_held then 'hold' when d.is_cited then 'cited' end as kept
      from due_versions(${companyId}, ${months}) d where d.id > ${after}::bigint order by d.id limit ${limit}`,
    events: sql<DueRow>`select d.seq as id, d.at, d.action as name, case when d.is_held then 'hold' end as kept
      from due_events(${companyId}, ${months}) d where d.seq > ${after}::bigint order by d.seq limit ${limit}`,
  };
  return (await named[of].execute(ctx.db)).rows;
}

/** A period that is not requested counts nothing. */
export async function countDue(ctx: Context, companyId: number, periods: RetentionPeriods) {
  const { rows } = await sql<{ kind: RetentionKind; due: number; held: number; cited: number }>`
    select 'interactions' as kind, count(*) filter (where not is_held)::int as due,
        count(*) filter (where is_held)::int as held, 0 as cited
      from due_answers(${companyId}, ${periods.interactions}::int)
    union all
    select 'documents', count(*) filter (where not is_held and not is_cited)::int, count(*) filter (where is_held)::int,
        count(*) filter (where is_cited and not is_held)::int
      from due_versions(${companyId}, ${periods.documents}::int)
    union all
    select 'events', count(*) filter (where not is_held)::int, count(*) filter (where is_held)::int, 0
      from due_events(${companyId}, ${periods.events}::int)`.execute(ctx.db);
  const of = (kind: RetentionKind) => {
    const { due, held, cited } = rows.find((row) => row.kind === kind) ?? { due: 0, held: 0, cited: 0 };
    return { due, held, cited };
  };
  const [interactions, documents, events] = [of("interactions"), of("documents"), of("events")];
  return {
    interactions: { due: interactions.due, held: interactions.held },
    documents,
    events: { due: events.due, held: events.held },
  };
}
