import { jwtVerify, type JWTHeaderParameters, type JWTPayload } from "jose";
import { tokenScopes, type TokenScope } from "#contract/kernel/permissions.ts";
import { AppError } from "#server/platform/errors.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { claimText } from "../claims.ts";
import { signatureAlgorithms } from "../oidc/signature-algorithms.ts";
import type { Door } from "./door.ts";
import { issuerKeys } from "./issuer-keys.ts";

export type VerifiedToken = {
  subject: string;
  /** The program's id at the provider; empty if the provider doesn't tell. */
  clientId: string;
  /** Ours among those that it carries. */
  scopes: readonly TokenScope[];
  issuedAt: Date;
};

const types = ["at+jwt", "application/at+jwt", "jwt"];
/** Of ID tokens (OpenID Connect Core 1.0, 2 and 3.3.2.11) and logout tokens: an access token has none of them. */
const foreignClaims = ["nonce", "at_hash", "c_hash", "events"];

/**
 * An access token as a JWT (RFC 9068), or as providers issued it before: signed by the company's own provider, for this
 * resource, now. Providers without the type `at+jwt` say `JWT`.
 * @throws AppError unauthenticated, on record; unavailable if the provider's keys cannot be read
 */
export async function verifyToken(services: VerbServices, door: Door, token: string): Promise<VerifiedToken> {
  const { provider, audience } = door;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, issuerKeys(services, provider), {
      issuer: provider.issuer,
      audience,
      currentDate: services.clock.now(),
      clockTolerance: 30,
      requiredClaims: ["sub", "exp", "iat"],
      algorithms: signatureAlgorithms,
    });
    refuseOthers(protectedHeader, payload, provider.client_id);
    const issuedAt = new Date((payload.iat ?? 0) * 1000);
    if (issuedAt.getTime() > services.clock.now().getTime() + 30_000) throw new Error("issued in the future");
    const subject = payload.sub ?? "";
    if (subject === "") throw new Error("a token without a subject");
    return { subject, clientId: clientOf(payload), scopes: scopesOf(payload), issuedAt };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("unauthenticated", "This access token is not accepted.", {
      isRecorded: true,
      cause: error,
    });
  }
}

function refuseOthers({ typ }: JWTHeaderParameters, payload: JWTPayload, clientId: string): void {
  if (typ === undefined || !types.includes(typ.toLowerCase())) throw new Error("not an access token");
  // a sign-in here has our client as its audience, possibly beside others
  if ([payload.aud].flat().includes(clientId)) throw new Error("an ID token");
  if (foreignClaims.some((claim) => payload[claim] !== undefined)) throw new Error("another kind of token");
}

/** By RFC 9068; as Auth0 and Keycloak (azp), Okta (cid) and older tokens of Entra ID (appid) name it. */
function clientOf({ client_id, azp, cid, appid }: JWTPayload): string {
  return [client_id, azp, cid, appid].map((value) => claimText(value, 200)).find((id) => id !== "") ?? "";
}

/** `scope` (RFC 9068), or `scp` as a text (Entra ID) or a list (Okta). */
function scopesOf({ scope, scp }: JWTPayload): TokenScope[] {
  const carried = [scope, scp].flat().flatMap((value) => (typeof value === "string" ? value.split(" ") : []));
  return tokenScopes.filter((known) => carried.includes(known));
}
