import { randomUUID } from "node:crypto";
import type { JobPayload } from "#contract/operation/jobs.ts";
import type { RecordEvent } from "#contract/evidence/record.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { Caller, Context } from "#server/kernel/context.ts";
import { notifyAdmins, notifySuperAdmins } from "#server/notices/notifications/notify.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { nextEventsShown } from "../event-store.ts";
import { companyOf } from "../log.ts";
import { presentEvent } from "../present.ts";
import { describeSince, patienceMs as quietMs } from "../trouble.ts";
import { sendEvents } from "./destination.ts";
import {
  dueStreams,
  endLease,
  findStream,
  leaseStream,
  noteFailure,
  noteSent,
  noteStreamNotified,
  type StreamRow,
} from "./store.ts";

/** As many as collectors accept at once; an event is about a kilobyte. */
const mostEvents = 500;
/** Splunk's and Elastic's own forwarders send about as much at once. */
const mostBytes = 1_000_000;
/** Then another stream may take the place; the next minute's job resumes where it stopped. */
const turnMs = 180_000;
const minuteMs = 60_000;
/** The longest interval between attempts at an unavailable receiver, to catch up soon after it returns. */
const longestPauseMinutes = 5;

/** Every minute: a job for each log whose receiver lacks events. */
export async function streamRecords(services: VerbServices): Promise<void> {
  await systemCaller(services, "stream-records").transact(async (ctx) => {
    for (const log of await dueStreams(ctx)) await ctx.enqueue("stream-record", { log });
  });
}

/** Begins sending a log's missing events, unless another sender has the stream or nothing is due. */
export async function streamRecord(
  services: VerbServices,
  { log }: JobPayload<"stream-record">,
): Promise<void> {
  const { outbound } = services;
  const sender = randomUUID();
  const stream = await callerOf(services, log).transact(async (ctx) => {
    const found = await findStream(ctx, log);
    // without room, the next minute's job finds it due again
    return found !== null && outbound.hasRoom(laneOf(found)) ? leaseStream(ctx, log, sender) : null;
  });
  if (stream !== null) outbound.begin(laneOf(stream), () => sendMissing(services, stream, sender));
}

function laneOf({ failures }: StreamRow): "streams" | "failingStreams" {
  return failures > 0 ? "failingStreams" : "streams";
}

/**
 * Sends events to the receiver in batches and in log order. The position moves after the receiver accepted a batch: one
 * accepted while this process died is sent again, none is skipped.
 */
async function sendMissing(services: VerbServices, stream: StreamRow, sender: string): Promise<void> {
  const { log } = stream;
  const caller = callerOf(services, log);
  const until = services.clock.now().getTime() + turnMs;
  let { position, told_at: told } = stream;
  while (services.clock.now().getTime() < until && !services.stopping.aborted) {
    const events = await nextBatch(caller, log, position);
    const last = events.at(-1);
    if (last === undefined) break;
    const reason = await sendEvents(services, stream, events);
    if (reason !== null) return fail(caller, { log, sender, reason, failures: stream.failures });
    position = last.number;
    const isStillOurs = await caller.transact(async (ctx) => {
      const isNoted = await noteSent(ctx, { log, sender, position });
      if (isNoted && told !== null)
        await notifyOwners(ctx, log, {
          title: "Your SIEM receives the record again",
          body: "Events that waited are being sent in order. None was skipped.",
        });
      return isNoted;
    });
    if (!isStillOurs) return;
    told = null;
    stream.failures = 0;
  }
  await caller.transact((ctx) => endLease(ctx, log, sender));
}

function callerOf(services: VerbServices, log: number): Caller {
  const company = companyOf(log);
  return company === null
    ? systemCaller(services, "stream-record")
    : jobCaller(services, "stream-record", company);
}

/** Those who can change the stream. */
function notifyOwners(ctx: Context, log: number, notice: { title: string; body: string }): Promise<void> {
  const company = companyOf(log);
  const full = { kind: "record_stream_waits", link: "/record", ...notice } as const;
  return company === null ? notifySuperAdmins(ctx, full) : notifyAdmins(ctx, company, full);
}

async function nextBatch(caller: Caller, log: number, position: number): Promise<RecordEvent[]> {
  const rows = await caller.transact((ctx) =>
    nextEventsShown(ctx, log, { timeZone: "UTC" }, { after: position, limit: mostEvents }),
  );
  const events = rows.map((row) => presentEvent(row));
  let bytes = 0;
  // an event larger than a batch goes alone
  const fitting = events.findIndex((event, at) => {
    bytes += Buffer.byteLength(JSON.stringify(event));
    return bytes > mostBytes && at > 0;
  });
  return fitting === -1 ? events : events.slice(0, fitting);
}

async function fail(
  caller: Caller,
  { log, sender, reason, failures }: { log: number; sender: string; reason: string; failures: number },
): Promise<void> {
  caller.services.log.warn({ record: log, reason }, "events of the record could not be streamed");
  await caller.transact(async (ctx) => {
    const pause = Math.min(2 ** failures, longestPauseMinutes) * minuteMs;
    // a little early, so that minute's check finds it due
    const retryAt = new Date(ctx.now.getTime() + pause - 5_000);
    const noted = await noteFailure(ctx, { log, sender, reason, retryAt });
    if (noted === null || noted.told_at !== null || noted.failing_since === null) return;
    if (ctx.now.getTime() - noted.failing_since.getTime() < quietMs) return;
    await notifyOwners(ctx, log, {
      title: "Your SIEM does not receive the record",
      body: describeSince(
        noted.failing_since,
        `${reason} Nothing is lost: events wait on the record, and are sent in order once the receiver accepts them.`,
      ),
    });
    await noteStreamNotified(ctx, log);
  });
}
