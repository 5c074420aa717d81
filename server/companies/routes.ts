import * as contract from "#contract/companies.ts";
import { longRoute, route } from "#server/http.ts";
import { checkModelKey, createCompany, deleteCompany, updateCompany } from "./change.ts";
import { presentCompany } from "./present.ts";
import { listCompanies } from "./store.ts";

export const routes = [
  route(contract.listCompanies, async (ctx) => (await listCompanies(ctx)).map(presentCompany)),
  route(contract.createCompany, createCompany),
  route(contract.updateCompany, updateCompany),
  route(contract.deleteCompany, deleteCompany),
  longRoute(contract.checkModelKey, checkModelKey),
];
