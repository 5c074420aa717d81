import type { createApiKey as contract } from "#contract/identity/api-keys.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { checkThemes } from "./check-themes.ts";
import { makeKey } from "./make-key.ts";
import { presentKey } from "./present.ts";

export async function createApiKey(
  ctx: Context,
  { companyId, name, scopes, themeIds, addresses, allowedOrigins, expiresAt }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const company = requireCompany(ctx, companyId);
  await checkThemes(ctx, company, { themeIds });
  const { row, secret } = await makeKey(ctx, company, {
    kind: "key",
    name,
    scopes,
    addresses,
    allowedOrigins,
    expiresAt,
    themes: themeIds,
  });
  ctx.audit({
    action: "api-key.create",
    target: { type: "api-key", id: row.id },
    company,
    after: { name, scopes, themes: themeIds, addresses, allowedOrigins, expiresAt },
  });
  return { key: presentKey(row, ctx.now), secret };
}
