import { sql } from "kysely";
import type { Actor } from "#server/actor.ts";
import type { Context } from "#server/context.ts";
import { entryOf, newSalt } from "./entry.ts";
import type { AuditEvent } from "./event.ts";
import { leafHash } from "./merkle.ts";
import { completeNodes } from "./tree-store.ts";

/**
 * Overlapping transactions are out of order by at most this much; a larger difference means that a clock was set back.
 */
const overlapMs = 60_000;

/**
 * Appends the events of a transaction to their logs, numbered without gaps, never earlier than the previous one. Runs last
 * in the transaction, so that the lock on the log's size is held only briefly. If it fails, the change fails with it.
 */
export async function writeAudit(ctx: Context, events: AuditEvent[]): Promise<void> {
  const streams = Map.groupBy(
    events,
    (event) => (event.company === undefined ? ctx.company : event.company) ?? 0,
  );
  // always in the same order, so that two transactions with events in several logs don't deadlock
  for (const [stream, own] of [...streams].toSorted(([a], [b]) => a - b)) {
    const log = { stream, company_id: stream === 0 ? null : stream };
    const { seq, at } = await ctx.db
      .insertInto("record_sizes")
      .values({ ...log, seq: own.length, at: ctx.now })
      .onConflict((conflict) =>
        conflict.column("stream").doUpdateSet({
          seq: sql<number>`record_sizes.seq + excluded.seq`,
          at: sql<Date>`greatest(record_sizes.at, excluded.at)`,
        }),
      )
      .returning(["seq", sql<Date>`at`.as("at")])
      .executeTakeFirstOrThrow();
    const clock = at.getTime() - ctx.now.getTime() > overlapMs ? ctx.now : null;
    const size = seq - own.length;
    await ctx.db
      .insertInto("audit_events")
      .values(
        own.map((event, n) => ({ ...log, ...rowOf(ctx, event, { stream, seq: size + n + 1, at, clock }) })),
      )
      .execute();
    await completeNodes(ctx, log, { from: size, to: seq });
  }
}

function rowOf(
  ctx: Context,
  event: AuditEvent,
  place: { stream: number; seq: number; at: Date; clock: Date | null },
) {
  const actor = describeActor(event.actor ?? ctx.actor);
  const row = {
    seq: place.seq,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_role: actor.role,
    actor_name: actor.name,
    action: event.action,
    target_type: event.target.type,
    target_id: String(event.target.id),
    result: event.result ?? "done",
    address: ctx.address,
    request_id: ctx.requestId,
    manifest: event.manifest ?? null,
    salt: newSalt(),
  };
  // as the database reads them back: without undefined values
  const before = event.before === undefined ? null : JSON.stringify(event.before);
  const after = event.after === undefined ? null : JSON.stringify(event.after);
  const entry = entryOf({
    ...row,
    stream: place.stream,
    at: place.at.toISOString(),
    clock: place.clock?.toISOString() ?? null,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  });
  return { ...row, at: place.at, clock: place.clock, before, after, leaf: leafHash(entry) };
}

function describeActor(actor: Actor): { type: string; id: number | null; role: string | null; name: string } {
  if (actor.type === "user" && actor.key !== undefined)
    return { type: "key", id: actor.key.id, role: null, name: actor.name };
  if (actor.type === "user")
    return { type: "user", id: actor.id, role: actor.role, name: actor.name || actor.email };
  return { type: actor.type, id: null, role: null, name: "name" in actor ? actor.name : "visitor" };
}
