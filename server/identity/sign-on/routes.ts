import * as contract from "#contract/identity/sign-on.ts";
import { requireCompany } from "#server/kernel/context.ts";
import { longRoute, route } from "#server/http/route.ts";
import { removeSignOn, setSignOn } from "./change.ts";
import { checkSignOn } from "./check.ts";
import { addSignOnDomain, removeSignOnDomain, verifySignOnDomain } from "./domains.ts";
import { endSignOn } from "./oidc/end.ts";
import { presentSignOn } from "./present.ts";
import { changeSamlKey } from "./saml/change-key.ts";
import { receiveSamlResponse } from "./saml/receive-response.ts";
import { sendMetadata } from "./saml/send-metadata.ts";

export const routes = [
  route(contract.getSignOn, (ctx, { companyId }) => presentSignOn(ctx, requireCompany(ctx, companyId))),
  longRoute(contract.setSignOn, setSignOn),
  route(contract.removeSignOn, removeSignOn),
  longRoute(contract.changeSamlKey, changeSamlKey),
  longRoute(contract.checkSignOn, checkSignOn),
  route(contract.addSignOnDomain, addSignOnDomain),
  longRoute(contract.verifySignOnDomain, verifySignOnDomain),
  route(contract.removeSignOnDomain, removeSignOnDomain),
  longRoute(contract.receiveSamlResponse, receiveSamlResponse),
  longRoute(contract.getSamlMetadata, sendMetadata),
  longRoute(contract.endSignOn, endSignOn),
];
