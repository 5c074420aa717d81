import type { createApiKey as contract } from "#contract/api-keys.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { requireCompany } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { invalid } from "#server/errors.ts";
import { getTheme } from "#server/themes/shared-store.ts";
import { makeKey } from "./make-key.ts";
import { presentKey } from "./present.ts";

export async function createApiKey(
  ctx: Context,
  { companyId, name, scopes, themeIds, addresses, expiresAt }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const company = requireCompany(ctx, companyId);
  for (const id of themeIds) {
    const theme = await getTheme(ctx, id);
    if (theme.company_id !== company) throw invalid("themeIds", "Choose themes of the key's company.");
  }
  const { row, secret } = await makeKey(ctx, company, {
    kind: "key",
    name,
    scopes,
    addresses,
    expiresAt,
    themes: themeIds,
  });
  ctx.audit({
    action: "api-key.create",
    target: { type: "api-key", id: row.id },
    company,
    after: { name, scopes, themes: themeIds, addresses, expiresAt },
  });
  return { key: presentKey(row, ctx.now), secret };
}
