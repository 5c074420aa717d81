import { directoryScope } from "#contract/kernel/permissions.ts";
import { scimPath } from "#contract/identity/scim.ts";
import type * as contract from "#contract/identity/scim-tokens.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { makeKey } from "./make-key.ts";
import { presentToken } from "./present.ts";
import { revokeKey } from "./revoke.ts";
import { listKeys } from "./store.ts";

/*
 * A SCIM token is a key with one scope that no API key can have; hash, expiry and authentication are the same. Its
 * changes are recorded under its name.
 */

export async function listScimTokens(
  ctx: Context,
  { companyId }: Input<typeof contract.listScimTokens>,
): Promise<Result<typeof contract.listScimTokens>> {
  const company = requireCompany(ctx, companyId);
  const rows = await listKeys(ctx, "token");
  return {
    baseUrl: `${ctx.services.config.publicUrl}${scimPath}`,
    tokens: rows.filter((row) => row.company_id === company).map((row) => presentToken(row, ctx.now)),
  };
}

export async function createScimToken(
  ctx: Context,
  { companyId, name, expiresAt }: Input<typeof contract.createScimToken>,
): Promise<Result<typeof contract.createScimToken>> {
  const company = requireCompany(ctx, companyId);
  const { row, secret } = await makeKey(ctx, company, {
    kind: "token",
    name,
    scopes: [directoryScope],
    addresses: [],
    allowedOrigins: [],
    expiresAt,
    themes: [],
  });
  ctx.audit({
    action: "scim-token.create",
    target: { type: "api-key", id: row.id },
    company,
    after: { name, expiresAt },
  });
  return { token: presentToken(row, ctx.now), secret };
}

export function revokeScimToken(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  return revokeKey(ctx, "token", id);
}
