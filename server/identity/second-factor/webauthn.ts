import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { z } from "zod";
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from "#contract/kernel/passkeys.ts";

/** A stored passkey: the id and the COSE key as bytes. */
export type KeptPasskey = {
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
};

export const challengeMs = 5 * 60_000;

/** The installation as seen by browsers: a passkey made for one address does not work at another. */
function partyOf(publicUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

const idOf = ({ credential_id }: Pick<KeptPasskey, "credential_id">) => credential_id.toString("base64url");
const known = (passkeys: readonly Pick<KeptPasskey, "credential_id" | "transports">[]) =>
  passkeys.map((passkey) => ({
    id: idOf(passkey),
    type: "public-key" as const,
    transports: passkey.transports,
  }));

export async function creationOptions(
  publicUrl: string,
  person: { id: number; email: string; name: string },
  passkeys: readonly KeptPasskey[],
): Promise<z.output<typeof PasskeyCreation>> {
  const { id } = partyOf(publicUrl);
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: "Footnote",
    userName: person.email,
    userDisplayName: person.name || person.email,
    userID: new TextEncoder().encode(`user:${person.id}`),
    timeout: challengeMs,
    attestationType: "none",
    // next to a password, the authenticator need not find the account by itself or ask for a PIN
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
  return {
    challenge: options.challenge,
    rp: { id, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: "public-key", alg })),
    timeout: challengeMs,
    excludeCredentials: known(passkeys),
    authenticatorSelection: {
      residentKey: "discouraged",
      requireResidentKey: false,
      userVerification: "preferred",
    },
    attestation: "none",
  };
}

/** @returns the passkey; null if the response was not made for this installation and challenge */
export async function readRegistration(
  publicUrl: string,
  answer: z.output<typeof PasskeyRegistration>,
  isExpected: (challenge: string) => Promise<boolean>,
): Promise<KeptPasskey | null> {
  const { id, origin } = partyOf(publicUrl);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: answer.response.transports,
    };
  } catch {
    // the library throws for every kind of invalid response
    return null;
  }
}

export async function requestOptions(
  publicUrl: string,
  passkeys: readonly KeptPasskey[],
): Promise<z.output<typeof PasskeyRequest>> {
  const { id } = partyOf(publicUrl);
  const { challenge } = await generateAuthenticationOptions({ rpID: id });
  return {
    challenge,
    rpId: id,
    timeout: challengeMs,
    userVerification: "preferred",
    allowCredentials: known(passkeys),
  };
}

/** @returns the passkey's new counter; null if the signature is not this passkey's, or its counter went back */
export async function readAssertion(
  publicUrl: string,
  answer: z.output<typeof PasskeyAssertion>,
  passkey: KeptPasskey,
  isExpected: (challenge: string) => Promise<boolean>,
): Promise<number | null> {
  const { id, origin } = partyOf(publicUrl);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: idOf(passkey),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
