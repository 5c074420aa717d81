import type { createApiKey as contract } from "#contract/identity/api-keys.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { requireCompany } from "#server/kernel/context.ts";
import type { Context } from "#server/kernel/context.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import { makeKey } from "./make-key.ts";
import { presentKey } from "./present.ts";
import { listNamedThemes } from "./store.ts";

export async function createApiKey(
  ctx: Context,
  { companyId, name, scopes, themeIds, addresses, expiresAt }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const company = requireCompany(ctx, companyId);
  const themes = await listNamedThemes(ctx, themeIds);
  if (themes.length < new Set(themeIds).size) throw notFound();
  if (themes.some(({ company_id }) => company_id !== company))
    throw invalid("themeIds", "Choose themes of the key's company.");
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
