import type { Config } from "#server/config/config.ts";
import { open } from "#server/platform/secrets.ts";
import { samlKeyBinding } from "../shared-store.ts";
import type { SamlProvider } from "../store.ts";

/** Our private key that requests are signed with, as PEM; null if the company uses none. */
export function signingKey({ secretKeys }: Config, { company_id, key_sealed }: SamlProvider): string | null {
  return key_sealed === null ? null : open(secretKeys, samlKeyBinding(company_id), key_sealed);
}

/** All that a provider may have encrypted for: during a change of keys, either. */
export function decryptionKeys({ secretKeys }: Config, provider: SamlProvider): string[] {
  const { company_id, key_sealed, next_key_sealed } = provider;
  return [key_sealed, next_key_sealed].flatMap((sealed) =>
    sealed === null ? [] : [open(secretKeys, samlKeyBinding(company_id), sealed)],
  );
}
