import type { exportLookBack as contract } from "#contract/knowledge/look-back.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import { headingsOf } from "#engine/text/rows.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Call } from "#server/http/route.ts";
import { spreadsheetResponse } from "#server/http/spreadsheet.ts";
import { getLookedAt, nextCitations, type LookedAt, type Part } from "./store.ts";

const header = [
  ...["Interaction ID", "Date & Time", "Person", "Email", "Role", "Theme", "Question"],
  ...["Version", "Page", "Section", "Quoted words", "Answer approved by", "Approved at"],
];
const batchSize = 1_000;

/** Each citation of the part with its recipient, streamed in batches. */
export async function exportLookBack(
  caller: Caller,
  { id, format, ...part }: Input<typeof contract>,
  { signal }: Call,
) {
  const document = await caller.transact(async (ctx) => {
    const found = await getLookedAt(ctx, id);
    ctx.audit({
      action: "document.export-look-back",
      target: { type: "document", id },
      company: found.company_id,
      after: { name: found.name, format, ...JSON.parse(JSON.stringify(part)) },
    });
    return found;
  });
  return spreadsheetResponse(format, {
    name: "look-back",
    header,
    batches: batches(caller, document, part, signal),
  });
}

async function* batches(caller: Caller, document: LookedAt, part: Part, signal: AbortSignal) {
  let after = { id: 0, rank: 0 };
  while (!signal.aborted) {
    const from = after;
    const rows = await caller.transact((ctx) =>
      nextCitations(ctx, document, part, { after: from, limit: batchSize }),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { id: last.id, rank: last.rank };
    yield rows.map((row) => [
      ...[row.id, row.at, row.name, row.email, row.role, row.theme, row.question],
      ...[row.version, row.page, headingsOf(row.section), row.quote],
      ...(row.approved === null ? ["", ""] : [row.approved.by, new Date(row.approved.at)]),
    ]);
  }
}
