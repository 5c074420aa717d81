import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { VerbServices } from "#server/kernel/services.ts";
import { redirectUrlOf } from "../present.ts";
import type { OidcProvider } from "../shared-store.ts";
import { discover } from "./discover.ts";

/** Where the browser goes, and what it must bring back: code flow with PKCE (RFC 7636). */
export async function authorizationRequest(services: VerbServices, provider: OidcProvider, email: string) {
  const configuration = await discover(services, provider);
  const verifier = randomPKCECodeVerifier();
  const [state, nonce] = [randomState(), randomNonce()];
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrlOf(services.config.publicUrl),
    scope: "openid email profile",
    response_type: "code",
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
    login_hint: email,
  });
  return { url: url.href, pending: { protocol: "oidc" as const, state, nonce, verifier } };
}
