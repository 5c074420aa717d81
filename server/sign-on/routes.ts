import * as contract from "#contract/sign-on.ts";
import { requireCompany } from "#server/context.ts";
import { longRoute, route } from "#server/http/route.ts";
import { beginSignOn } from "./begin.ts";
import { removeSignOn, setSignOn } from "./change.ts";
import { checkSignOn } from "./check.ts";
import { addSignOnDomain, removeSignOnDomain, verifySignOnDomain } from "./domains.ts";
import { endSignOn } from "./end.ts";
import { finishSignOn } from "./finish.ts";
import { presentSignOn } from "./present.ts";

export const routes = [
  route(contract.getSignOn, (ctx, { companyId }) => presentSignOn(ctx, requireCompany(ctx, companyId))),
  route(contract.setSignOn, setSignOn),
  route(contract.removeSignOn, removeSignOn),
  longRoute(contract.checkSignOn, checkSignOn),
  route(contract.addSignOnDomain, addSignOnDomain),
  longRoute(contract.verifySignOnDomain, verifySignOnDomain),
  route(contract.removeSignOnDomain, removeSignOnDomain),
  longRoute(contract.beginSignOn, beginSignOn),
  longRoute(contract.finishSignOn, finishSignOn),
  longRoute(contract.endSignOn, endSignOn),
];
