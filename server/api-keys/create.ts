import type { createApiKey as contract } from "#contract/api-keys.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import { personOf, requireCompany } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { AppError, invalid } from "#server/errors.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { getTheme } from "#server/themes/shared-store.ts";
import { presentKey } from "./present.ts";
import { countActive, getKey, insertKey } from "./store.ts";

/** Each is somebody's to look after; who needs more makes them reach more themes. */
const mostKeys = 100;

/** The secret goes out with this answer and is kept as a hash: whoever loses it makes a new key. */
export async function createApiKey(
  ctx: Context,
  { companyId, name, scopes, themeIds, addresses, expiresAt }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const company = requireCompany(ctx, companyId);
  const expires = expiresAt === null ? null : new Date(expiresAt);
  if (expires !== null && expires <= ctx.now) throw invalid("expiresAt", "Choose an end in the future.");
  for (const id of themeIds) {
    const theme = await getTheme(ctx, id);
    if (theme.company_id !== company) throw invalid("themeIds", "Choose themes of the key's company.");
  }
  if ((await countActive(ctx, company)) >= mostKeys)
    throw new AppError(
      "conflict",
      `Your company has ${mostKeys} keys in use. Revoke one before you add another.`,
    );
  const secret = `fnk_${newToken()}`;
  const id = await insertKey(ctx, company, {
    name,
    secret_hash: hashToken(secret),
    last_four: secret.slice(-4),
    scopes,
    addresses,
    expires_at: expires,
    themes: themeIds,
  });
  ctx.audit({
    action: "api-key.create",
    target: { type: "api-key", id },
    company,
    after: { name, scopes, themes: themeIds, addresses, expiresAt },
  });
  const row = await getKey(ctx, id);
  return { key: presentKey({ ...row, created_by_name: personOf(ctx).name }, ctx.now), secret };
}
