import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { addressesOf } from "./addresses.ts";

export const persistentFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/**
 * The difference between the provider's clock and ours. More than the 30 seconds of OpenID Connect: directories on a
 * company's own machines send the current second as the start.
 */
export const clockSkewMs = 120_000;
/** The browser posts an assertion as soon as it is issued. */
const mostAgeMs = 120_000;

/** Our side of SAML 2.0 for one company. */
export function serviceProvider(
  { publicUrl, companyId }: { publicUrl: string; companyId: number },
  provider: { signInUrl: string; certificates: string[] },
  request?: { id: string; signingKey: string | null },
): SAML {
  const { entityId, acsUrl } = addressesOf(publicUrl, companyId);
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: provider.signInUrl,
    idpCert: provider.certificates,
    wantAssertionsSigned: true,
    // the assertion's signature is what counts; many providers sign nothing else
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: mostAgeMs,
    // compared with the browser's cookie instead, which needs no memory here
    validateInResponseTo: ValidateInResponseTo.never,
    identifierFormat: persistentFormat,
    // asking for a password would refuse people with passkeys and smart cards
    disableRequestedAuthnContext: true,
    ...(request === undefined ? {} : { generateUniqueId: () => request.id }),
    ...(typeof request?.signingKey === "string"
      ? { privateKey: request.signingKey, signatureAlgorithm: "sha256" as const }
      : {}),
  });
}
