import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { segmentFormat } from "#engine/index/segment.ts";
import { answeringVersions } from "./shared-store.ts";

export type Reason = "old" | "damaged" | "missing" | "asked";
/** `being read again`: of whatever reason. */
export type DerivedCounts = Record<"current" | "old" | "damaged" | "missing" | "waiting" | "failed", number>;

/**
 * The state of an answering version's derived data. A cut or lost part shows by the receipt's count.
 * @param isWhole compares every segment with its digest, which reads them all
 */
function stateOf(isWhole: boolean) {
  const hasBrokenVectors = sql`exists (select 1 from vectors x where x.company_id = v.company_id and x.version_id = v.id
    and x.is_whole and (octet_length(x.bytes) <> x.dimensions * 4 * v.passages
      or ${isWhole ? sql`sha256(x.bytes) <> x.digest` : sql`false`}))`;
  const isDamaged = isWhole ? sql`sha256(s.bytes) <> s.digest` : sql`false`;
  return sql<"current" | Exclude<Reason, "asked">>`case
    when s.version_id is null
      or v.passages <> (select count(*) from passages p where p.company_id = v.company_id and p.version_id = v.id)
      or not exists (select 1 from pages g where g.company_id = v.company_id and g.version_id = v.id) then 'missing'
    when s.format <> ${segmentFormat} then 'old'
    when ${isDamaged} or ${hasBrokenVectors} then 'damaged'
    else 'current' end`;
}

/** Each answering version with its state. */
function states(ctx: Pick<Context, "db">, isWhole: boolean) {
  return answeringVersions(ctx.db)
    .leftJoin("segments as s", (join) =>
      join.onRef("s.company_id", "=", "v.company_id").onRef("s.version_id", "=", "v.id"),
    )
    .leftJoin("renewals as r", (join) =>
      join.onRef("r.company_id", "=", "v.company_id").onRef("r.version_id", "=", "v.id"),
    )
    .select(["v.company_id", "v.id", "d.id as document_id", "d.theme_id"])
    .select(stateOf(isWhole).as("state"));
}

export type Outdated = { company_id: number; id: number; state: Reason };

/** Answering versions whose derived data must be made again and that don't wait for it yet. */
export async function listOutdated(ctx: Context, isWhole: boolean, most: number): Promise<Outdated[]> {
  const rows = await states(ctx, isWhole)
    .where("r.version_id", "is", null)
    .where(stateOf(isWhole), "<>", "current")
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, state: row.state === "current" ? "asked" : row.state }));
}

/** The reasons why these versions were left out of their theme's index. */
export async function reasonsOf(ctx: Context, versions: number[]): Promise<Outdated[]> {
  const rows = await states(ctx, true).where("v.id", "in", versions).execute();
  // whole by its digest, and still not decoded: it was damaged when it was written
  return rows.map((row) => ({ ...row, state: row.state === "current" ? "damaged" : row.state }));
}

/** Every answering version, or those of one document, for a super admin who has them read again. */
export async function listAnswering(ctx: Context, documentId: number | null): Promise<Outdated[]> {
  const all = states(ctx, false);
  const rows = await (documentId === null ? all : all.where("d.id", "=", documentId)).execute();
  return rows.map((row) => ({ ...row, state: "asked" }));
}

/** @returns false if the version waits already */
export async function insertRenewal(ctx: Context, { company_id, id, state }: Outdated): Promise<boolean> {
  const done = await ctx.db
    .insertInto("renewals")
    .values({ company_id, version_id: id, reason: state, since: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "version_id"])
        // asked for again after it failed
        .doUpdateSet({ reason: state, since: ctx.now, failure: null })
        .where("renewals.failure", "is not", null)
        .where(sql.lit(state), "=", "asked"),
    )
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows) === 1;
}

/** Of all answering versions that the caller reaches. */
export async function countDerived(ctx: Pick<Context, "db">, isWhole: boolean): Promise<DerivedCounts> {
  const rows = await ctx.db
    .selectFrom(states(ctx, isWhole).select(["r.reason", "r.failure"]).as("one"))
    .select([
      sql<string>`case when one.reason = 'damaged' then 'damaged' else one.state end`.as("state"),
      sql<number>`count(*)`.as("count"),
      sql<number>`count(*) filter (where one.reason is not null and one.failure is null)`.as("waiting"),
      sql<number>`count(one.failure)`.as("failed"),
    ])
    .groupBy(sql`1`)
    .execute();
  const counts: DerivedCounts = { current: 0, old: 0, damaged: 0, missing: 0, waiting: 0, failed: 0 };
  for (const { state, count, waiting, failed } of rows) {
    counts[state as "current"] += count;
    counts.waiting += waiting;
    counts.failed += failed;
  }
  return counts;
}
