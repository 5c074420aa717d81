import type { Config } from "#server/kernel/config/config.ts";
import { decryptStored } from "#server/kernel/decrypt-stored.ts";
import { open } from "#server/platform/secrets.ts";
import { samlKeyBinding, type SamlProvider } from "../shared-store.ts";

/**
 * Our private key that requests are signed with, as PEM; null if the company uses none.
 * @throws AppError unavailable
 */
export function signingKey({ secretKeys }: Config, { company_id, key_sealed }: SamlProvider): string | null {
  if (key_sealed === null) return null;
  const name = "The key that signs SAML requests";
  return decryptStored(secretKeys, { bound: samlKeyBinding(company_id), sealed: key_sealed, name });
}

/** All that a provider may have encrypted for: during a change of keys, either. One that can't be opened reads nothing. */
export function decryptionKeys({ secretKeys }: Config, provider: SamlProvider): string[] {
  const { company_id, key_sealed, next_key_sealed } = provider;
  return [key_sealed, next_key_sealed].flatMap((sealed) => {
    try {
      return sealed === null ? [] : [open(secretKeys, samlKeyBinding(company_id), sealed)];
    } catch {
      return [];
    }
  });
}
