import type { CompanyId, Context } from "#server/kernel/context.ts";
import type { SamlProvider } from "../shared-store.ts";

export type StoredKey = { certificate: string; sealed: Buffer };
/** Requests are signed with the one in use; the next one waits until its certificate is at the provider. */
export type Keys = { inUse: StoredKey | null; next: StoredKey | null };

/** Our keys as they are stored. */
export function keysIn(provider: SamlProvider): Keys {
  const { key_certificate, key_sealed, next_key_certificate, next_key_sealed } = provider;
  const pair = (certificate: string | null, sealed: Buffer | null) =>
    certificate === null || sealed === null ? null : { certificate, sealed };
  return { inUse: pair(key_certificate, key_sealed), next: pair(next_key_certificate, next_key_sealed) };
}

/** @returns false if they have changed since `before` was read, or the provider has */
export async function putKeys(
  ctx: Context,
  companyId: CompanyId,
  before: Keys,
  { inUse, next }: Keys,
): Promise<boolean> {
  const done = await ctx.db
    .updateTable("identity_providers")
    .set({
      key_certificate: inUse?.certificate ?? null,
      key_sealed: inUse?.sealed ?? null,
      next_key_certificate: next?.certificate ?? null,
      next_key_sealed: next?.sealed ?? null,
      updated_at: ctx.now,
    })
    .where("company_id", "=", companyId)
    .where("protocol", "=", "saml")
    .where("key_certificate", "is not distinct from", before.inUse?.certificate ?? null)
    .where("next_key_certificate", "is not distinct from", before.next?.certificate ?? null)
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}
