import type { SamlProvider } from "../store.ts";
import type { Keys } from "./key-store.ts";

/** Our keys as they are stored. */
export function keysIn(provider: SamlProvider): Keys {
  const { key_certificate, key_sealed, next_key_certificate, next_key_sealed } = provider;
  const pair = (certificate: string | null, sealed: Buffer | null) =>
    certificate === null || sealed === null ? null : { certificate, sealed };
  return { inUse: pair(key_certificate, key_sealed), next: pair(next_key_certificate, next_key_sealed) };
}
