import { generateServiceProviderMetadata } from "@node-saml/node-saml";
import type { Caller } from "#server/kernel/context.ts";
import { RawResponse } from "#server/http/response.ts";
import { findProvider } from "../shared-store.ts";
import { addressesOf } from "./addresses.ts";
import { type Keys, keysIn } from "./key-store.ts";
import { persistentFormat } from "./service-provider.ts";

/**
 * Our metadata for a company's identity provider. It is made from the number alone until the company has a key, so it
 * does not tell before whether the company exists.
 */
export async function sendMetadata(
  { services, transact }: Caller,
  { id }: { id: number },
): Promise<RawResponse> {
  const { entityId, acsUrl } = addressesOf(services.config.publicUrl, id);
  const provider = await transact((ctx) => findProvider(ctx, id));
  const keys = provider?.protocol === "saml" ? keysIn(provider) : { inUse: null, next: null };
  const xml = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: persistentFormat,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_footnote-${id}`,
    ...certificatesOf(keys),
  });
  return new RawResponse(
    // the library takes every listed key for one in use
    keys.inUse === null ? xml.replace('AuthnRequestsSigned="true"', 'AuthnRequestsSigned="false"') : xml,
    { "content-type": "application/samlmetadata+xml; charset=utf-8" },
  );
}

/** The key in use first, for providers that read only one; assertions are best encrypted for the newest. */
function certificatesOf({ inUse, next }: Keys) {
  const publicCerts = [inUse, next].flatMap((key) => (key === null ? [] : [key.certificate]));
  const newest = publicCerts.at(-1);
  if (newest === undefined) return {};
  // that there are private keys; the metadata is not signed
  const unread = { privateKey: "unread", decryptionPvk: "unread" };
  return { ...unread, publicCerts, decryptionCert: newest };
}
