import * as contract from "#contract/operation/leads.ts";
import { listResponse } from "#server/http/response.ts";
import { longRoute, route } from "#server/http/route.ts";
import { createLead } from "./create.ts";
import { deleteLead } from "./delete.ts";
import { exportLeads } from "./export.ts";
import { presentLead } from "./present.ts";
import { readLeadRetention, setLeadRetention } from "./retention.ts";
import { listLeads } from "./store.ts";
import { updateLead } from "./update.ts";

export const routes = [
  route(contract.createLead, createLead),
  route(contract.listLeads, async (ctx, filters) => {
    const { rows, total } = await listLeads(ctx, filters);
    return listResponse(filters, rows.map(presentLead), total);
  }),
  route(contract.updateLead, updateLead),
  longRoute(contract.exportLeads, exportLeads),
  route(contract.deleteLead, deleteLead),
  route(contract.getLeadRetention, readLeadRetention),
  route(contract.setLeadRetention, setLeadRetention),
];
