import { randomBytes } from "node:crypto";
import type { Config } from "#server/kernel/config/config.ts";
import type { SamlProvider } from "../shared-store.ts";
import { signingKey } from "./own-keys.ts";
import { serviceProvider } from "./service-provider.ts";

/** Where the browser goes, by HTTP-Redirect (SAML bindings, 3.4), and the identifier that the response must name. */
export async function authnRequest(config: Config, provider: SamlProvider) {
  // an XML identifier starts with no digit
  const requestId = `_${randomBytes(20).toString("hex")}`;
  const own = { publicUrl: config.publicUrl, companyId: provider.company_id };
  const values = { signInUrl: provider.sign_in_url, certificates: provider.certificates };
  const saml = serviceProvider(own, values, {
    id: requestId,
    signingKey: signingKey(config, provider),
  });
  // no RelayState: where the person wanted to go stays in the browser
  const url = await saml.getAuthorizeUrlAsync("", undefined, {});
  return { url, pending: { protocol: "saml" as const, requestId } };
}
