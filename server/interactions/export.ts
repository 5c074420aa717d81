import type { exportInteractions as contract } from "#contract/interactions.ts";
import type { Input } from "#contract/endpoint.ts";
import type { Caller } from "#server/context.ts";
import { sendFile } from "#server/http.ts";
import type { Exchange } from "#server/http.ts";
import { csvOf } from "#server/platform/csv.ts";
import { presentListRow } from "./present.ts";
import { nextInteractions } from "./store.ts";
import type { InteractionListRow } from "./store.ts";

const header = [
  "ID",
  "Theme",
  "Company",
  "Agent",
  "Role",
  "Date & Time",
  "Tags",
  "Query",
  "Response",
  "Outcome",
  "Confirmed",
  "Rating",
  "Reviewed",
];
const batchSize = 500;

/** What the filter shows, as chat_interactions.csv, streamed batch by batch. */
export async function exportInteractions(
  caller: Caller,
  filters: Input<typeof contract>,
  { reply, signal }: Exchange,
) {
  await caller.transact((ctx) => {
    ctx.audit({ action: "interaction.export", target: { type: "company", id: ctx.company ?? "all" } });
    return Promise.resolve();
  });
  return sendFile(reply, {
    name: "chat_interactions.csv",
    type: "text/csv; charset=utf-8",
    body: csvOf(header, batches(caller, filters, signal)),
  });
}

type Place = { createdAt: Date; id: number };

function nextBatch(
  caller: Caller,
  filters: Input<typeof contract>,
  after: Place | null,
): Promise<InteractionListRow[]> {
  return caller.transact((ctx) => nextInteractions(ctx, filters, after, batchSize));
}

async function* batches(caller: Caller, filters: Input<typeof contract>, signal: AbortSignal) {
  let after: Place | null = null;
  while (!signal.aborted) {
    const rows = await nextBatch(caller, filters, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { createdAt: last.created_at, id: last.id };
    yield rows
      .map(presentListRow)
      .map(({ chat_interactions: row, user }) => [
        row.id,
        row.themeName,
        row.companyName,
        user.email,
        user.role,
        row.createdAt,
        Object.values(row.selectedTags).flat().join("; "),
        row.userQuery,
        row.botResponse,
        row.outcome,
        `${row.confirmed}/${row.claims}`,
        row.rating,
        row.reviewed ? "yes" : "no",
      ]);
  }
}
