import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import type { z } from "zod";
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from "#contract/kernel/passkeys.ts";

/** Shown when the browser's dialog ended without a passkey. */
class PasskeyFailure extends Error {}

/** Has the authenticator create a passkey. @throws an error whose message explains the failure */
export function createPasskey(
  options: z.output<typeof PasskeyCreation>,
): Promise<z.input<typeof PasskeyRegistration>> {
  return asked(
    async () => {
      const { id, rawId, response } = await startRegistration({ optionsJSON: options });
      const { clientDataJSON, attestationObject, transports = [] } = response;
      return { id, rawId, type: "public-key", response: { clientDataJSON, attestationObject, transports } };
    },
    {
      ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device has a passkey for your account already.",
    },
  );
}

/** Has the authenticator sign. @throws an error whose message explains the failure */
export function signWithPasskey(
  options: z.output<typeof PasskeyRequest>,
): Promise<z.input<typeof PasskeyAssertion>> {
  return asked(async () => {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId,
      type: "public-key",
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
  }, {});
}

async function asked<T>(ask: () => Promise<T>, sentences: Record<string, string>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const known = error instanceof WebAuthnError ? sentences[error.code] : undefined;
    const isUnavailable = error instanceof Error && /not supported|SecurityError|domain/i.test(error.message);
    throw new PasskeyFailure(
      known ??
        (isUnavailable
          ? "This browser cannot use a passkey at this address. Use a code instead."
          : "The passkey was not used: the request was canceled or took too long. Try again, or use a code."),
      { cause: error },
    );
  }
}
