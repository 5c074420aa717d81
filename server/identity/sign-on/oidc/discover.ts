import {
  allowInsecureRequests,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type Configuration,
} from "openid-client";
import { AppError, unavailable } from "#server/platform/errors.ts";
import { RefusedAddressError } from "#server/platform/address-guard.ts";
import { open, type Keyring } from "#server/platform/secrets.ts";
import type { Services } from "#server/kernel/services.ts";
import { clientSecretBinding, type OidcProvider } from "../shared-store.ts";

/**
 * The provider's metadata (OpenID Connect Discovery 1.0), with our client. Fetched for each sign-in: it is one small
 * file, and keys revoked there work nowhere here.
 * @throws AppError unavailable if it cannot be reached or isn't an identity provider
 */
export async function discover(
  services: Pick<Services, "config" | "log" | "guardedFetch">,
  provider: Pick<OidcProvider, "company_id" | "issuer" | "client_id" | "sealed">,
): Promise<Configuration> {
  const { secretKeys } = services.config;
  const secret =
    provider.sealed === null ? null : openSecret(secretKeys, provider.company_id, provider.sealed);
  const issuer = new URL(provider.issuer);
  try {
    const found = await discovery(
      issuer,
      provider.client_id,
      secret === null ? {} : { client_secret: secret },
      secret === null ? None() : ClientSecretPost(secret),
      {
        [customFetch]: services.guardedFetch as never,
        timeout: 10,
        // the signature too, although the token comes over TLS: behind a network proxy, TLS guarantees less than it
        // seems
        execute: [
          enableNonRepudiationChecks,
          ...(issuer.protocol === "http:" ? [allowInsecureRequests] : []),
        ],
      },
    );
    if (found.serverMetadata().issuer !== provider.issuer)
      throw new AppError(
        "unavailable",
        `${issuer.host} identifies itself as ${found.serverMetadata().issuer}.`,
      );
    return found;
  } catch (error) {
    if (error instanceof AppError) throw error;
    services.log.warn({ err: error, issuer: provider.issuer }, "an identity provider could not be asked");
    throw unavailable(reasonOf(error, issuer.host), error);
  }
}

/** @throws AppError if the master key is another one than sealed it */
function openSecret(keys: Keyring, companyId: number, sealed: Buffer): string {
  try {
    return open(keys, clientSecretBinding(companyId), sealed);
  } catch (error) {
    throw unavailable(
      "The stored client secret cannot be read: the server's key has changed. Enter the secret again under single sign-on, or ask the operator to start with the earlier key in SECRET_KEY_PREVIOUS.",
      error,
    );
  }
}

function reasonOf(error: unknown, host: string): string {
  if (error instanceof RefusedAddressError) return error.message;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof RefusedAddressError) return cause.message;
  return `The identity provider at ${host} could not be reached, or sent an unexpected response. Try again in a moment, or ask your administrator.`;
}
