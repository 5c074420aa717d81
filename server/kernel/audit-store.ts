import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import type { Context } from "./context.ts";
import { templateOf, newSalt } from "#server/platform/log/entry.ts";
import type { AuditEvent } from "./audit-event.ts";
import { completeNodes } from "./log-store.ts";

/**
 * Overlapping transactions are out of order by at most this much; a larger difference means that a clock was set back.
 */
const overlap = "60 s";

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
    const size = await append(ctx, stream, own);
    await completeNodes(ctx, logOf(stream), { from: size - own.length, to: size });
  }
}

const logOf = (stream: number) => ({ stream, company_id: stream === 0 ? null : stream });

/** In one round trip (`append_events`), since a question waits for it. Returns the log's new size. */
async function append(ctx: Context, stream: number, events: AuditEvent[]): Promise<number> {
  const rows = JSON.stringify(events.map((event) => rowOf(ctx, event, stream)));
  const { rows: sizes } = await sql<{
    size: number;
  }>`select append_events(${stream}, ${logOf(stream).company_id},
    ${ctx.now}, ${overlap}, ${ctx.address}, ${ctx.requestId}, ${rows}) as size`.execute(ctx.db);
  const [appended] = sizes;
  if (appended === undefined) throw new Error("a log has a size");
  return appended.size;
}

function rowOf(ctx: Context, event: AuditEvent, stream: number) {
  const actor = describeActor(event.actor ?? ctx.actor);
  const row = {
    actor_type: actor.type,
    actor_id: actor.id,
    actor_role: actor.role,
    actor_name: actor.name,
    action: event.action,
    target_type: event.target.type,
    target_id: String(event.target.id),
    before: plain(event.before),
    after: plain(event.after),
    result: event.result ?? "done",
    manifest: event.manifest ?? null,
    salt: newSalt(),
  };
  const [start, middle, ending] = templateOf({
    ...row,
    stream,
    address: ctx.address,
    request_id: ctx.requestId,
  });
  const manifest = row.manifest?.toString("hex") ?? null;
  return { ...row, manifest, salt: row.salt.toString("hex"), start, middle, ending };
}

/** As the database reads it back: without undefined values. */
const plain = (value: AuditEvent["after"]): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value));

function describeActor(actor: Actor): { type: string; id: number | null; role: string | null; name: string } {
  if (actor.type === "user" && actor.key !== undefined)
    return { type: "key", id: actor.key.id, role: null, name: actor.name };
  if (actor.type === "user")
    return { type: "user", id: actor.id, role: actor.role, name: actor.name || actor.email };
  return { type: actor.type, id: null, role: null, name: "name" in actor ? actor.name : "visitor" };
}
