import { sql } from "kysely";
import type { Context } from "#server/context.ts";

const columns = ["id", "stream", "company_id", "size", "root", "note", "public_key", "signed_at"] as const;

export async function newestHead(ctx: Context, stream: number) {
  const row = await selectHeads(ctx)
    .where("stream", "=", stream)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type HeadRow = NonNullable<Awaited<ReturnType<typeof newestHead>>>;

function selectHeads(ctx: Context) {
  return ctx.db.selectFrom("record_heads").select(columns);
}

export async function insertHead(
  ctx: Context,
  head: Pick<HeadRow, "stream" | "size" | "root" | "note" | "public_key">,
): Promise<HeadRow> {
  return ctx.db
    .insertInto("record_heads")
    .values({ ...head, company_id: head.stream === 0 ? null : head.stream, signed_at: ctx.now })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Heads of a log, newest first. */
export function listHeads(
  ctx: Context,
  stream: number,
  before: number | null,
  limit: number,
): Promise<HeadRow[]> {
  let query = selectHeads(ctx).where("stream", "=", stream);
  if (before !== null) query = query.where("id", "<", before);
  return query.orderBy("id", "desc").limit(limit).execute();
}

/** Logs that have grown since their newest head. */
export async function unsignedLogs(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ stream: number }>`
    select s.stream from record_sizes s
    left join lateral (select h.size from record_heads h where h.stream = s.stream order by h.id desc limit 1) h on true
    where s.seq > coalesce(h.size, 0) order by s.stream`.execute(ctx.db);
  return rows.map(({ stream }) => stream);
}

/**
 * Heads that a place still lacks, oldest first: those after its latest of a log; a new place begins with the newest.
 */
export async function undelivered(ctx: Context, place: string, limit: number): Promise<HeadRow[]> {
  const { rows } = await sql<HeadRow>`
    select h.* from record_sizes s
    cross join lateral (select x.id from record_heads x where x.stream = s.stream order by x.id desc limit 1) newest
    left join lateral (select d.head_id from record_deliveries d
      where d.place = ${place} and d.stream = s.stream order by d.head_id desc limit 1) got on true
    join record_heads h on h.stream = s.stream and h.id > coalesce(got.head_id, newest.id - 1)
    where got.head_id is distinct from newest.id
    order by h.id limit ${limit}`.execute(ctx.db);
  return rows;
}

export async function noteDelivery(ctx: Context, place: string, heads: HeadRow[]): Promise<void> {
  await ctx.db
    .insertInto("record_deliveries")
    .values(
      heads.map(({ id, stream, company_id }) => ({
        place,
        stream,
        head_id: id,
        company_id,
        delivered_at: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Time of the last delivery to a place. */
export async function lastDelivery(ctx: Context, place: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom("record_deliveries")
    .select("delivered_at")
    .where("place", "=", place)
    .orderBy("delivered_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.delivered_at ?? null;
}

/** The newest delivered head of a log, by place. */
export async function newestOutside(
  ctx: Context,
  stream: number,
): Promise<{ place: string; size: number; signed_at: Date; delivered_at: Date }[]> {
  return ctx.db
    .selectFrom("record_deliveries as d")
    .innerJoin("record_heads as h", "h.id", "d.head_id")
    .distinctOn("d.place")
    .select(["d.place", "h.size", "h.signed_at", "d.delivered_at"])
    .where("d.stream", "=", stream)
    .orderBy("d.place")
    .orderBy("d.head_id", "desc")
    .execute();
}

/** Heads of a log over fewer events, one per size, largest first. */
export function headsBefore(
  ctx: Context,
  stream: number,
  size: number,
  limit: number,
): Promise<{ size: number; note: string }[]> {
  return ctx.db
    .selectFrom("record_heads")
    .distinctOn("size")
    .select(["size", "note"])
    .where("stream", "=", stream)
    .where("size", "<", size)
    .where("size", ">", 0)
    .orderBy("size", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
