import { X509Certificate } from "node:crypto";
import type * as contract from "#contract/evidence/record-stream.ts";
import type { RecordEvent } from "#contract/evidence/record.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { seal } from "#server/platform/secrets.ts";
import { loadToChange } from "#server/http/versions/load-to-change.ts";
import { logOf } from "../log.ts";
import { sizeOf } from "#server/kernel/log-store.ts";
import { destinationOf, sendEvents, streamBinding } from "./destination.ts";
import { deleteStream, findStream, putStream, type StreamRow, type StreamValues } from "./store.ts";

type Change = Input<typeof contract.setRecordStream>;

export async function getRecordStream(ctx: Context): Promise<Result<typeof contract.getRecordStream>> {
  return presentStream(ctx, logOf(ctx));
}

export async function setRecordStream(
  ctx: Context,
  { version, ...change }: Change,
): Promise<Result<typeof contract.setRecordStream>> {
  const log = logOf(ctx);
  const before = await loadToChange(
    ctx,
    { version },
    { table: "record_streams", key: "log", id: log, recordedAs: "record-stream" },
    { load: () => findStream(ctx, log), present: async () => (await presentStream(ctx, log)).stream ?? {} },
  );
  const after = await changed(ctx, log, before, change);
  await putStream(ctx, log, after);
  ctx.audit({
    action: "record.set-stream",
    target: { type: "record-stream", id: log },
    ...(before === null ? {} : { before: auditedOf(before) }),
    after: { ...auditedOf(after), position: after.position },
  });
  if (after.is_active) await ctx.enqueue("stream-record", { log });
  return presentStream(ctx, log);
}

async function changed(
  ctx: Context,
  log: number,
  before: StreamRow | null,
  change: Change,
): Promise<StreamValues> {
  const { privateHosts, secretKeys } = ctx.services.config;
  const address = change.address ?? before?.address ?? "";
  const to = destinationOf(address, privateHosts);
  if (typeof to === "string") throw invalid("address", to);
  const header = change.header ?? before?.header ?? "";
  checkHeader(header);
  if (change.secret !== undefined && !/^[\t -~]*$/.test(change.secret))
    throw invalid("secret", "A header's value must be printable ASCII on one line.");
  const ca = change.ca ?? before?.ca ?? "";
  if (ca !== "" && !isCertificate(ca))
    throw invalid("ca", "This is not a certificate. Paste the PEM file of the authority, from BEGIN to END.");
  // a secret belongs only to the address it was given for
  const stored = address === before?.address ? before.sealed : null;
  const sealed =
    change.secret === undefined
      ? stored
      : change.secret === ""
        ? null
        : seal(secretKeys, streamBinding(log), change.secret);
  const start = change.fromStart === true ? 0 : await sizeOf(ctx, log);
  return {
    kind: to.kind,
    address,
    header,
    sealed,
    ca,
    is_active: change.isActive ?? before?.is_active ?? true,
    position: before?.position ?? start,
  };
}

/** Headers that HTTP itself sets; a sender must not. */
const own = new Set([
  ...["host", "content-length", "content-type", "transfer-encoding", "connection", "expect"],
  ...["upgrade", "keep-alive", "te", "trailer", "proxy-connection"],
]);

function checkHeader(header: string): void {
  if (header !== "" && (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || own.has(header.toLowerCase())))
    throw invalid("header", "Enter the name of a header, such as Authorization.");
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

export async function removeRecordStream(ctx: Context): Promise<Result<typeof contract.removeRecordStream>> {
  const log = logOf(ctx);
  const before = await findStream(ctx, log);
  if (before === null || !(await deleteStream(ctx, log))) throw noStream();
  ctx.audit({
    action: "record.remove-stream",
    target: { type: "record-stream", id: log },
    before: { ...auditedOf(before), position: before.position },
  });
  return { success: true };
}

/** Sends an unrecorded event along the same path as real ones. */
export async function testRecordStream(caller: Caller): Promise<Result<typeof contract.testRecordStream>> {
  const log = logOf(caller);
  const stream = await caller.transact((ctx) => findStream(ctx, log));
  if (stream === null) throw noStream();
  const reason = await sendEvents(caller.services, stream, [sampleEvent(caller, log)]);
  const answer = { ok: reason === null, message: reason ?? "The receiver accepted the test event." };
  await caller.transact((ctx) => {
    ctx.audit({
      action: "record.test-stream",
      target: { type: "record-stream", id: log },
      after: answer,
    });
    return Promise.resolve();
  });
  return answer;
}

function sampleEvent(caller: Caller, log: number): RecordEvent {
  const { id, role, name, email } = personOf(caller);
  return {
    number: 0,
    at: caller.services.clock.now().toISOString(),
    clock: null,
    actor: { type: "user", id, role, name: name || email },
    action: "record.test-stream",
    target: { type: "record-stream", id: String(log), name: null },
    involved: null,
    before: null,
    after: { message: "A test of the stream. This event is not recorded." },
    result: "done",
    address: caller.address,
    requestId: caller.requestId,
    hasManifest: false,
    isErased: false,
  };
}

function noStream(): AppError {
  return new AppError("conflict", "The record is not streamed. Nothing was changed.");
}

async function presentStream(ctx: Context, log: number): Promise<Result<typeof contract.getRecordStream>> {
  const row = await findStream(ctx, log);
  if (row === null) return { stream: null };
  return {
    stream: {
      address: row.address,
      header: row.header,
      ca: row.ca,
      isActive: row.is_active,
      version: row.version,
      hasSecret: row.sealed !== null,
      position: row.position,
      behind: Math.max(0, (await sizeOf(ctx, log)) - row.position),
      sentAt: row.sent_at,
      failingSince: row.failing_since,
      lastError: row.last_error,
      retryAt: row.retry_at,
    },
  };
}

/** For the record: everything except the secret and the address's query, which may contain a token. */
function auditedOf(row: Pick<StreamValues, "address" | "header" | "sealed" | "ca" | "is_active">) {
  return {
    address: row.address.replace(/\?.*$/s, "?…"),
    header: row.header,
    hasSecret: row.sealed !== null,
    hasCa: row.ca !== "",
    isActive: row.is_active,
  };
}
