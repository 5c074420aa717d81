import * as contract from "#contract/leads.ts";
import type { Input } from "#contract/endpoint.ts";
import type { Caller, Context } from "#server/context.ts";
import { longRoute, route, sendFile } from "#server/http.ts";
import type { Exchange } from "#server/http.ts";
import { csvOf } from "#server/platform/csv.ts";
import { answerList } from "#server/platform/database/list.ts";
import { createLead } from "./create.ts";
import { presentLead } from "./present.ts";
import { getLead, listLeads, setLead } from "./store.ts";

async function updateLead(ctx: Context, { id, status, notes }: Input<typeof contract.updateLead>) {
  const lead = await getLead(ctx, id);
  await setLead(ctx, lead, { status: status ?? presentLead(lead).status, notes: notes ?? lead.notes });
  ctx.audit({
    action: "lead.update",
    target: { type: "lead", id },
    before: { status: lead.status, notes: lead.notes },
    after: { status: status ?? lead.status, notes: notes ?? lead.notes },
  });
  return presentLead(await getLead(ctx, id));
}

async function exportLeads(caller: Caller, filters: Input<typeof contract.exportLeads>, { reply }: Exchange) {
  const { rows, date } = await caller.transact(async (ctx) => {
    ctx.audit({ action: "lead.export", target: { type: "platform", id: "leads" } });
    return {
      rows: (await listLeads(ctx, filters)).rows.map(presentLead),
      date: ctx.now.toISOString().slice(0, 10),
    };
  });
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
  ];
  async function* batch() {
    yield rows.map((lead) => [
      `${lead.firstName} ${lead.lastName}`,
      lead.email,
      lead.phone,
      lead.company,
      lead.jobTitle,
      lead.industry,
      lead.companySize,
      lead.useCase,
      lead.timeframe,
      lead.budget,
      lead.status,
      lead.notes,
      lead.createdAt,
    ]);
  }
  return sendFile(reply, {
    name: `leads-${date}.csv`,
    type: "text/csv; charset=utf-8",
    body: csvOf(header, batch()),
  });
}

export const routes = [
  route(contract.createLead, createLead),
  route(contract.listLeads, async (ctx, filters) => {
    const { rows, total } = await listLeads(ctx, filters);
    return answerList(filters, rows.map(presentLead), total);
  }),
  route(contract.updateLead, updateLead),
  longRoute(contract.exportLeads, exportLeads),
];
