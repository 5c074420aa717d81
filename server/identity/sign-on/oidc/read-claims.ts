import { authorizationCodeGrant, fetchUserInfo, type Configuration, type IDToken } from "openid-client";
import type { Attempt } from "../attempt.ts";
import { claimEmail, claimNames, type Claims } from "../claims.ts";
import { SignOnRefusal } from "../refusal.ts";

/**
 * Exchanges the code. The library checks state, nonce, PKCE, issuer (RFC 9207), signature, audience and times, with a
 * clock tolerance of 30 seconds.
 * @throws SignOnRefusal if any check fails
 */
export async function readClaims(
  configuration: Configuration,
  url: URL,
  { state, nonce, verifier }: Attempt & { protocol: "oidc" },
  groupsClaim: string,
): Promise<Claims> {
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("an answer without an ID token");
    const more =
      claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
    return claimsOf({ ...more, ...claims }, groupsClaim);
  } catch (error) {
    throw new SignOnRefusal("tokens", error);
  }
}

function claimsOf(claims: Partial<IDToken> & { sub: string }, groupsClaim: string): Claims {
  const groups = groupsClaim === "" ? [] : claims[groupsClaim];
  return {
    subject: claims.sub,
    email: claims.email_verified === true ? claimEmail(claims.email) : null,
    ...claimNames({ first: claims.given_name, last: claims.family_name, full: claims.name }),
    groups: (Array.isArray(groups) ? groups : [groups]).flatMap((group) =>
      typeof group === "string" ? [group] : [],
    ),
  };
}
