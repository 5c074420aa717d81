import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

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

/** The newest head of each log that a place lacks; of logs last delivered until `before`, if given. */
export async function newestUndelivered(
  ctx: Context,
  place: string,
  { before, limit }: { before: Date | null; limit: number },
): Promise<HeadRow[]> {
  const { rows } = await sql<HeadRow>`
    select h.* from record_sizes s
    cross join lateral (select x.* from record_heads x where x.stream = s.stream order by x.id desc limit 1) h
    left join lateral (select d.head_id, d.delivered_at from record_deliveries d
      where d.place = ${place} and d.stream = s.stream order by d.head_id desc limit 1) got on true
    where got.head_id is distinct from h.id
      and (got.head_id is null or ${before}::timestamptz is null or got.delivered_at <= ${before}::timestamptz)
    order by h.id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** @param receipts one per head, from places that give them */
export async function noteDelivery(
  ctx: Context,
  place: string,
  heads: HeadRow[],
  receipts: Buffer[] | null,
): Promise<void> {
  await ctx.db
    .insertInto("record_deliveries")
    .values(
      heads.map(({ id, stream, company_id }, n) => ({
        place,
        stream,
        head_id: id,
        company_id,
        delivered_at: ctx.now,
        receipt: receipts?.[n] ?? null,
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

/** A head with its time stamp: DER of a TimeStampResp. */
export type StampedHead = { size: number; note: string; receipt: Buffer };

/** The last head of each day with a time stamp, over at most `size` events, ascending. */
export function stampedHeads(ctx: Context, stream: number, size: number): Promise<StampedHead[]> {
  return ctx.db
    .selectFrom("record_deliveries as d")
    .innerJoin("record_heads as h", "h.id", "d.head_id")
    .distinctOn(sql`(h.signed_at at time zone 'UTC')::date`)
    .select(["h.size", "h.note", "d.receipt"])
    .$narrowType<{ receipt: Buffer }>()
    .where("d.stream", "=", stream)
    .where("d.receipt", "is not", null)
    .where("h.size", "<=", size)
    .orderBy(sql`(h.signed_at at time zone 'UTC')::date`)
    .orderBy("h.size", "desc")
    .orderBy("h.id", "desc")
    .execute();
}

/** The smallest time-stamped head of `from` to `to` events: the first proof of time for its last event. */
export function firstStampedHead(
  ctx: Context,
  stream: number,
  { from, to }: { from: number; to: number },
): Promise<(StampedHead & { place: string; delivered_at: Date }) | undefined> {
  return ctx.db
    .selectFrom("record_deliveries as d")
    .innerJoin("record_heads as h", "h.id", "d.head_id")
    .select(["h.size", "h.note", "d.receipt", "d.place", "d.delivered_at"])
    .$narrowType<{ receipt: Buffer }>()
    .where("d.stream", "=", stream)
    .where("d.receipt", "is not", null)
    .where("h.size", ">=", from)
    .where("h.size", "<=", to)
    .orderBy("h.size")
    .orderBy("d.delivered_at")
    .limit(1)
    .executeTakeFirst();
}
