import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { companyOf } from "../log.ts";
import { isWaiting } from "#server/platform/queue/queue.ts";

/** Longer than a batch can take; a process that died blocks the stream no longer than this. */
const leaseMs = 120_000;

const columns = [
  "log",
  "company_id",
  "kind",
  "address",
  "header",
  "sealed",
  "ca",
  "is_active",
  "version",
  "position",
  "sent_at",
  "retry_at",
  "failures",
  "failing_since",
  "told_at",
  "last_error",
] as const;

export async function findStream(ctx: Context, log: number) {
  const row = await ctx.db
    .selectFrom("record_streams")
    .select(columns)
    .where("log", "=", log)
    .executeTakeFirst();
  return row ?? null;
}

export type StreamRow = NonNullable<Awaited<ReturnType<typeof findStream>>>;
export type StreamValues = Pick<
  StreamRow,
  "kind" | "address" | "header" | "sealed" | "ca" | "is_active" | "position"
>;

/** Every change is tried immediately, and a running sender stops without moving the position. */
export async function putStream(ctx: Context, log: number, values: StreamValues): Promise<void> {
  // the position belongs to the sender: a change does not move it
  const { position, ...changed } = values;
  const row = {
    ...changed,
    sender: null,
    leased_until: null,
    retry_at: null,
    failures: 0,
    updated_at: ctx.now,
  };
  await ctx.db
    .insertInto("record_streams")
    .values({ ...row, position, company_id: companyOf(log), created_at: ctx.now })
    .onConflict((conflict) => conflict.column("log").doUpdateSet(row))
    .execute();
}

export async function deleteStream(ctx: Context, log: number): Promise<boolean> {
  const done = await ctx.db.deleteFrom("record_streams").where("log", "=", log).executeTakeFirst();
  return Number(done.numDeletedRows) === 1;
}

/** Logs with events that their receivers lack, due now and without a sender. */
export async function dueStreams(ctx: Context): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("record_streams as s")
    .innerJoin("record_sizes as z", "z.stream", "s.log")
    .leftJoin("companies as c", "c.id", "s.company_id")
    .select("s.log")
    .where("c.deleted_at", "is", null)
    .where("s.is_active", "=", true)
    .whereRef("z.seq", ">", "s.position")
    .where((eb) => eb.or([eb("s.retry_at", "is", null), eb("s.retry_at", "<=", ctx.now)]))
    .where((eb) => eb.or([eb("s.leased_until", "is", null), eb("s.leased_until", "<=", ctx.now)]))
    .where(sql<boolean>`not ${isWaiting("stream-record", "log", sql.ref("s.log"))}`)
    .orderBy("s.log")
    .execute();
  return rows.map(({ log }) => log);
}

/** Claims the stream for one sender; null if another has it, or nothing is due. */
export async function leaseStream(ctx: Context, log: number, sender: string): Promise<StreamRow | null> {
  const row = await ctx.db
    .updateTable("record_streams")
    .set({ sender, leased_until: new Date(ctx.now.getTime() + leaseMs) })
    .where("log", "=", log)
    .where("is_active", "=", true)
    .where((eb) => eb.or([eb("retry_at", "is", null), eb("retry_at", "<=", ctx.now)]))
    .where((eb) => eb.or([eb("leased_until", "is", null), eb("leased_until", "<=", ctx.now)]))
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Moves the position and renews the lease; false if this sender has lost the stream. */
export async function noteSent(
  ctx: Context,
  { log, sender, position }: { log: number; sender: string; position: number },
): Promise<boolean> {
  const done = await ctx.db
    .updateTable("record_streams")
    .set({
      position,
      sent_at: ctx.now,
      leased_until: new Date(ctx.now.getTime() + leaseMs),
      retry_at: null,
      failures: 0,
      failing_since: null,
      told_at: null,
      last_error: null,
    })
    .where("log", "=", log)
    .where("sender", "=", sender)
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

/** Records a failure; null if this sender has lost the stream. */
export async function noteFailure(
  ctx: Context,
  { log, sender, reason, retryAt }: { log: number; sender: string; reason: string; retryAt: Date },
): Promise<{ failing_since: Date | null; told_at: Date | null } | null> {
  const row = await ctx.db
    .updateTable("record_streams")
    .set({
      last_error: reason,
      retry_at: retryAt,
      failures: sql<number>`failures + 1`,
      failing_since: sql<Date>`coalesce(failing_since, ${ctx.now})`,
      sender: null,
      leased_until: null,
    })
    .where("log", "=", log)
    .where("sender", "=", sender)
    .returning(["failing_since", "told_at"])
    .executeTakeFirst();
  return row ?? null;
}

export async function noteStreamNotified(ctx: Context, log: number): Promise<void> {
  await ctx.db.updateTable("record_streams").set({ told_at: ctx.now }).where("log", "=", log).execute();
}

export async function endLease(ctx: Context, log: number, sender: string): Promise<void> {
  await ctx.db
    .updateTable("record_streams")
    .set({ sender: null, leased_until: null })
    .where("log", "=", log)
    .where("sender", "=", sender)
    .execute();
}
