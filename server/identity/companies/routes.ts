import * as contract from "#contract/identity/companies.ts";
import { listResponse } from "#server/http/response.ts";
import { longRoute, route } from "#server/http/route.ts";
import { createCompany, deleteCompany, restoreCompany, updateCompany } from "./change.ts";
import { checkModelKey } from "./check-key.ts";
import { listOfferedModels } from "./offered-models.ts";
import { presentCompanies, presentCompany } from "./present.ts";
import { listCompanies } from "./store.ts";
import { getCompany } from "./shared-store.ts";

export const routes = [
  route(contract.listCompanies, async (ctx, request) => {
    const { rows, total } = await listCompanies(ctx, request);
    return listResponse(request, await presentCompanies(ctx, rows), total);
  }),
  route(contract.getCompany, async (ctx, { id, withDeleted }) =>
    presentCompany(ctx, await getCompany(ctx, id, { withDeleted })),
  ),
  route(contract.createCompany, createCompany),
  route(contract.updateCompany, updateCompany),
  route(contract.deleteCompany, deleteCompany),
  route(contract.restoreCompany, restoreCompany),
  longRoute(contract.checkModelKey, checkModelKey),
  longRoute(contract.listOfferedModels, listOfferedModels),
];
