import type { exportRecord as contract, RecordEvent } from "#contract/evidence/record.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { fileResponse } from "#server/http/response.ts";
import type { Call } from "#server/http/route.ts";
import { spreadsheetResponse } from "#server/http/spreadsheet.ts";
import { nextEventsShown, type RecordFilters } from "./event-store.ts";
import { ocsfOf } from "./ocsf.ts";
import { presentEvent } from "./present.ts";

const batchSize = 1_000;
const header = [
  ...["Number", "Time (UTC)", "Who", "Kind", "Role", "ID", "Action", "On", "On ID", "Result"],
  ...["Before", "After", "Address", "Request ID"],
];

/** The events that match the filters, oldest first, streamed batch by batch. */
export async function exportRecord(
  caller: Caller,
  { format, companyId: _companyId, ...filters }: Input<typeof contract>,
  { signal }: Call,
) {
  const stream = caller.company ?? 0;
  await caller.transact((ctx) => {
    ctx.audit({
      action: "record.export",
      target: { type: "record", id: stream },
      after: { format, filters: JSON.parse(JSON.stringify(filters)) },
    });
    return Promise.resolve();
  });
  const rows = batches(caller, stream, filters, signal);
  if (format === "csv" || format === "xlsx")
    return spreadsheetResponse(format, { name: "record", header, batches: cells(rows) });
  const lineOf = format === "ocsf" ? ocsfOf : (event: RecordEvent) => event;
  return fileResponse({
    name: `record${format === "ocsf" ? ".ocsf" : ""}.jsonl`,
    type: "application/x-ndjson; charset=utf-8",
    body: lines(rows, lineOf),
  });
}

async function* batches(caller: Caller, stream: number, filters: RecordFilters, signal: AbortSignal) {
  let after = 0;
  while (!signal.aborted) {
    const from = after;
    const rows = await caller.transact((ctx) =>
      nextEventsShown(ctx, stream, filters, { after: from, limit: batchSize }),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
    yield rows.map((row) => presentEvent(row));
  }
}

async function* lines(rows: AsyncIterable<RecordEvent[]>, lineOf: (event: RecordEvent) => object) {
  for await (const batch of rows) yield batch.map((event) => `${JSON.stringify(lineOf(event))}\n`).join("");
}

async function* cells(rows: AsyncIterable<RecordEvent[]>) {
  for await (const batch of rows)
    yield batch.map(({ number, at, actor, action, target, result, before, after, address, requestId }) => [
      ...[number, new Date(at), actor.name, actor.type, actor.role, actor.id, action, target.type, target.id],
      ...[result, jsonOf(before), jsonOf(after), address, requestId],
    ]);
}

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value));
