import { generateServiceProviderMetadata } from "@node-saml/node-saml";
import type { Caller } from "#server/context.ts";
import { RawResponse } from "#server/http/response.ts";
import { addressesOf } from "./addresses.ts";
import { persistentFormat } from "./service-provider.ts";

/**
 * Our metadata for a company's identity provider. It is made from the number alone, so it does not tell whether the
 * company exists.
 */
export function sendMetadata({ services }: Caller, { id }: { id: number }): RawResponse {
  const { entityId, acsUrl } = addressesOf(services.config.publicUrl, id);
  const xml = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: persistentFormat,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_footnote-${id}`,
  });
  return new RawResponse(xml, { "content-type": "application/samlmetadata+xml; charset=utf-8" });
}
