import type { exportLeads as contract } from "#contract/operation/leads.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import type { Call } from "#server/http/route.ts";
import { spreadsheetResponse } from "#server/http/spreadsheet.ts";
import { presentLead } from "./present.ts";
import { nextLeads } from "./store.ts";

const header = [
  "Name",
  "Email",
  "Phone",
  "Company",
  "Job Title",
  "Industry",
  "Company Size",
  "Use Case",
  "Timeframe",
  "Budget",
  "Status",
  "Notes",
  "Date",
  "Suspected Automation",
  "Sent By",
];
const batchSize = 500;

type Filters = Omit<Input<typeof contract>, "format">;

/** The filtered list, as leads-{date}, streamed in batches. */
export async function exportLeads(
  caller: Caller,
  { format, ...filters }: Input<typeof contract>,
  { signal }: Call,
) {
  const date = await caller.transact((ctx) => {
    ctx.audit({
      action: "lead.export",
      target: { type: "platform", id: "leads" },
      after: { format, filters },
    });
    return Promise.resolve(ctx.now.toISOString().slice(0, 10));
  });
  return spreadsheetResponse(format, {
    name: `leads-${date}`,
    header,
    batches: batches(caller, filters, signal),
  });
}

function nextBatch(caller: Caller, filters: Filters, before: number | null) {
  return caller.transact((ctx) => nextLeads(ctx, filters, before, batchSize));
}

async function* batches(caller: Caller, filters: Filters, signal: AbortSignal) {
  let before: number | null = null;
  while (!signal.aborted) {
    const rows: Awaited<ReturnType<typeof nextBatch>> = await nextBatch(caller, filters, before);
    const last = rows.at(-1);
    if (last === undefined) return;
    before = last.id;
    yield rows.map(presentLead).map((lead) => [
      `${lead.firstName} ${lead.lastName}`,
      lead.email,
      lead.phone,
      lead.company,
      lead.jobTitle,
      lead.industry,
      // a spreadsheet would read '1-50' as a date
      lead.companySize === null ? null : `${lead.companySize} employees`,
      lead.useCase,
      lead.timeframe,
      lead.budget,
      lead.status,
      lead.notes,
      new Date(lead.createdAt),
      lead.suspectedAutomation ?? "",
      lead.sentBy,
    ]);
  }
}
