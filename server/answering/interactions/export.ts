import type { exportInteractions as contract } from "#contract/answering/interactions.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Call } from "#server/http/route.ts";
import { spreadsheetResponse } from "#server/http/spreadsheet.ts";
import { presentListRow } from "./present.ts";
import { latestComments } from "./shared-store.ts";
import { nextInteractions, type ExportCursor } from "./store.ts";

const header = [
  "ID",
  "Theme",
  "Theme ID",
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
  "Rating Reason",
  "Rating Comment",
  "Review Tags",
];
/** Without a check by sentences: quotes are their own sources, and a person vouches for an approved answer. */
const unchecked = { extractive: "quoted", approved: "approved" } as const;

/** Measured: larger batches are no faster, and one of these is about 2 MB (docs/decisions/reports.md). */
const batchSize = 1000;

type Filters = Omit<Input<typeof contract>, "format">;

/** The filtered list, as chat_interactions, streamed in batches. */
export async function exportInteractions(
  caller: Caller,
  { format, ...filters }: Input<typeof contract>,
  { signal }: Call,
) {
  await caller.transact((ctx) => {
    ctx.audit({
      action: "interaction.export",
      target: { type: "company", id: ctx.company ?? "all" },
      after: { format, filters },
    });
    return Promise.resolve();
  });
  return spreadsheetResponse(format, {
    name: "chat_interactions",
    header,
    batches: batches(caller, filters, signal),
  });
}

function nextBatch(caller: Caller, filters: Filters, after: ExportCursor | null) {
  return caller.transact(async (ctx) => {
    const { rows, last } = await nextInteractions(ctx, filters, after, batchSize);
    const rated = rows.flatMap(({ id, rating }) => (rating === null ? [] : [id]));
    return { rows, last, comments: await latestComments(ctx, rated) };
  });
}

async function* batches(caller: Caller, filters: Filters, signal: AbortSignal) {
  let after: ExportCursor | null = null;
  while (!signal.aborted) {
    const { rows, last, comments }: Awaited<ReturnType<typeof nextBatch>> = await nextBatch(
      caller,
      filters,
      after,
    );
    if (last === null) return;
    after = last;
    yield rows.map(presentListRow).map(({ chat_interactions: row, user }) => [
      row.id,
      row.themeName,
      row.themeId,
      row.companyName,
      user.email,
      user.role,
      new Date(row.createdAt),
      Object.values(row.selectedTags).flat().join("; "),
      row.userQuery,
      row.botResponse,
      row.outcome,
      // a spreadsheet would read '1/1' as a date
      row.mode === "model" ? `${row.confirmed} of ${row.claims}` : unchecked[row.mode],
      row.rating,
      row.reviewed ? "yes" : "no",
      comments.get(row.id)?.reason ?? null,
      comments.get(row.id)?.feedback ?? null,
      row.reviewTags.join("; "),
    ]);
  }
}
