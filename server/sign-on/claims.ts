import { authorizationCodeGrant, fetchUserInfo } from "openid-client";
import type { Configuration, IDToken } from "openid-client";
import { AppError } from "#server/errors.ts";
import type { Attempt } from "./attempt.ts";

/** The provider's verified claims. */
export type Claims = {
  subject: string;
  /** null if the provider says the address is not verified, or says nothing. */
  email: string | null;
  firstName: string;
  lastName: string;
  groups: string[];
};

/**
 * Exchanges the code. The library checks state, nonce, PKCE, issuer (RFC 9207), signature, audience and times, with a
 * clock tolerance of 30 seconds.
 * @throws AppError unauthenticated if any check fails
 */
export async function readClaims(
  configuration: Configuration,
  url: URL,
  { state, nonce, verifier }: Attempt,
  groupsClaim: string,
): Promise<Claims> {
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const told = tokens.claims();
    if (told === undefined) throw new Error("an answer without an ID token");
    const more =
      told.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, told.sub)
        : {};
    return claimsOf({ ...more, ...told }, groupsClaim);
  } catch (error) {
    throw new AppError(
      "unauthenticated",
      "Your identity provider's answer was not accepted. Start again; if that does not help, ask your administrator.",
      { isRecorded: true, cause: error },
    );
  }
}

function claimsOf(told: Partial<IDToken> & { sub: string }, groupsClaim: string): Claims {
  const text = (value: unknown, most: number) =>
    typeof value === "string" ? value.replaceAll("\u0000", "").trim().slice(0, most).toWellFormed() : "";
  const email = text(told.email, 255).toLowerCase();
  const groups = groupsClaim === "" ? [] : told[groupsClaim];
  const [first = "", ...rest] = text(told.name, 200).split(/\s+/);
  return {
    subject: told.sub,
    email:
      told.email_verified === true && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 ? email : null,
    firstName: text(told.given_name, 100) || first.slice(0, 100),
    lastName: text(told.family_name, 100) || rest.join(" ").slice(0, 100),
    groups: (Array.isArray(groups) ? groups : [groups]).flatMap((group) =>
      typeof group === "string" ? [group] : [],
    ),
  };
}
