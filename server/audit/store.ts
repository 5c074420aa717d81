import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Actor } from "#server/actor.ts";
import type { Context } from "#server/context.ts";
import type { AuditEvent, Json } from "./event.ts";

/**
 * Adds the events of a transaction to the record, numbered without gaps per company. Runs last in the transaction, so
 * that the lock on the company's number is held for a moment only. When it fails, the change fails with it.
 */
export async function writeAudit(ctx: Context, events: AuditEvent[]): Promise<void> {
  const streams = Map.groupBy(
    events,
    (event) => (event.company === undefined ? ctx.company : event.company) ?? 0,
  );
  for (const [stream, own] of streams) {
    const company = stream === 0 ? null : stream;
    const head = await ctx.db
      .insertInto("audit_heads")
      .values({ stream, company_id: company, seq: own.length })
      .onConflict((conflict) =>
        conflict.column("stream").doUpdateSet({ seq: sql<number>`audit_heads.seq + excluded.seq` }),
      )
      .returning("seq")
      .executeTakeFirstOrThrow();
    const first = head.seq - own.length + 1;
    await ctx.db
      .insertInto("audit_events")
      .values(own.map((event, place) => rowOf(ctx, event, { stream, seq: first + place, company })))
      .execute();
  }
}

function rowOf(
  ctx: Context,
  event: AuditEvent,
  { stream, seq, company }: { stream: number; seq: number; company: number | null },
) {
  const actor = describeActor(event.actor ?? ctx.actor);
  const entry = {
    stream,
    seq,
    at: ctx.now.toISOString(),
    actor,
    action: event.action,
    target: { type: event.target.type, id: String(event.target.id) },
    before: event.before ?? null,
    after: event.after ?? null,
    result: event.result ?? "done",
    address: ctx.address,
    requestId: ctx.requestId,
  };
  return {
    stream,
    seq,
    company_id: company,
    at: entry.at,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_role: actor.role,
    actor_name: actor.name,
    action: entry.action,
    target_type: entry.target.type,
    target_id: entry.target.id,
    before: entry.before === null ? null : JSON.stringify(entry.before),
    after: entry.after === null ? null : JSON.stringify(entry.after),
    result: entry.result,
    address: entry.address,
    request_id: entry.requestId,
    hash: createHash("sha256").update(canonical(entry)).digest(),
  };
}

function describeActor(actor: Actor): { type: string; id: number | null; role: string | null; name: string } {
  if (actor.type === "user" && actor.key !== undefined)
    return { type: "key", id: actor.key.id, role: null, name: actor.name };
  if (actor.type === "user")
    return { type: "user", id: actor.id, role: actor.role, name: actor.name || actor.email };
  return { type: actor.type, id: null, role: null, name: "name" in actor ? actor.name : "visitor" };
}

/** JSON with sorted keys and no spaces: one text for one event, whoever writes it (RFC 8785 for these value kinds). */
export function canonical(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`;
}
