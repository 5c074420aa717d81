import { witnesses } from "./witnesses/witness.ts";
import type { z } from "zod";
import type * as contract from "#contract/evidence/record.ts";
import type { BundleFilters, RecordEvent } from "#contract/evidence/record.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import { findCheck, newestCheck } from "./check-store.ts";
import { listActions, listEvents, listEventsWithin, type EventRow } from "./event-store.ts";
import { listHeads as headsOf, newestHead, newestOutside } from "./head-store.ts";
import { listKeys } from "./key-store.ts";
import { logOf } from "./log.ts";
import { involvedIn } from "./involved.ts";
import { namesOf } from "./name-store.ts";
import { pemOf } from "./note.ts";
import { presentCheck, presentEvent, presentHead } from "./present.ts";
import { signHead } from "./sign.ts";
import { newSigningKey } from "./signing-key.ts";
import { startCheck as start } from "./start-check.ts";
import { sizeOf } from "#server/kernel/log-store.ts";
import { listTroubles } from "./trouble-store.ts";

export async function listRecord(
  ctx: Context,
  filters: Input<typeof contract.listRecord>,
): Promise<Result<typeof contract.listRecord>> {
  const stream = logOf(ctx);
  const { rows, next } = await listEvents(ctx, stream, filters);
  return {
    rows: await presentNamed(ctx, stream, rows),
    next,
    size: await sizeOf(ctx, stream),
  };
}

/** Events of a company that match the filters, for readers limited to that company. */
export async function listRecordWithin(
  ctx: Context,
  companyId: number,
  filters: z.output<typeof BundleFilters>,
  page: { before?: number | undefined; limit: number },
): Promise<{ rows: RecordEvent[]; next: number | null }> {
  const rows = await listEventsWithin(ctx, companyId, filters, page);
  return {
    rows: await presentNamed(ctx, companyId, rows),
    next: rows.length === page.limit ? (rows.at(-1)?.seq ?? null) : null,
  };
}

async function presentNamed(ctx: Context, stream: number, rows: EventRow[]): Promise<RecordEvent[]> {
  const targets = await namesOf(ctx, stream, rows);
  const involved = await namesOf(ctx, stream, rows.flatMap(involvedIn));
  return rows.map((row) =>
    presentEvent(row, { target: targets.get(row.seq), involved: involved.get(row.seq) }),
  );
}

export function listRecordActions(ctx: Context): Promise<string[]> {
  return listActions(ctx, logOf(ctx));
}

export async function listHeads(
  ctx: Context,
  { before, limit }: Input<typeof contract.listRecordHeads>,
): Promise<Result<typeof contract.listRecordHeads>> {
  return (await headsOf(ctx, logOf(ctx), before ?? null, limit)).map(presentHead);
}

/**
 * Signing is the program's own action, under the login that may open the key; the record names the person who requested it.
 */
export async function signNow(caller: Caller): Promise<Result<typeof contract.signRecordHead>> {
  const stream = logOf(caller);
  await caller.transact((ctx) => {
    ctx.audit({ action: "record.sign-head", target: { type: "record", id: stream } });
    return Promise.resolve();
  });
  const head = await systemCaller(caller.services, "sign-heads").transact(async (ctx) => {
    const signed = await signHead(ctx, stream);
    await ctx.enqueue("keep-heads", {});
    return signed;
  });
  return presentHead(head);
}

export async function rotateKey(ctx: Context): Promise<Result<typeof contract.rotateRecordKey>> {
  return { key: pemOf((await newSigningKey(ctx)).publicKey) };
}

export async function checkNow(ctx: Context): Promise<Result<typeof contract.checkRecord>> {
  const stream = logOf(ctx);
  const id = await start(ctx, stream, personOf(ctx).id);
  ctx.audit({ action: "record.check", target: { type: "record", id: stream }, after: { check: id } });
  const row = await findCheck(ctx, id);
  if (row === null) throw new Error("a check that was started is there");
  return presentCheck(row);
}

export async function getState(caller: Caller): Promise<Result<typeof contract.getRecordState>> {
  const stream = logOf(caller);
  const own = await caller.transact(async (ctx) => ({
    size: await sizeOf(ctx, stream),
    head: await newestHead(ctx, stream),
    outside: await newestOutside(ctx, stream),
    check: await newestCheck(ctx, stream),
  }));
  // problems with heads and the keys that sign them belong to no company
  const { troubles, keys } = await systemCaller(caller.services, "record-state").transact(async (ctx) => ({
    troubles: await listTroubles(ctx),
    keys: await listKeys(ctx),
  }));
  return {
    size: own.size,
    head: own.head === null ? null : presentHead(own.head),
    outside: own.outside.map(({ place, size, delivered_at }) => ({ place, size, deliveredAt: delivered_at })),
    places: witnesses.of(caller.services).map(({ name }) => name),
    troubles,
    keys: keys.map(({ public_key }) => pemOf(public_key)),
    check: own.check === null ? null : presentCheck(own.check),
  };
}
