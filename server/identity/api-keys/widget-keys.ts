import { widgetKeyPattern, type createWidgetKey as contract } from "#contract/identity/widget-keys.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { widgetScope } from "#contract/kernel/permissions.ts";
import { requireCompany, type Context } from "#server/kernel/context.ts";
import { hashToken } from "#server/platform/secrets.ts";
import { checkThemes } from "./check-themes.ts";
import { makeKey } from "./make-key.ts";
import { presentKey } from "./present.ts";
import { findByHash, hasKeyForOrigin } from "./store.ts";

export async function createWidgetKey(
  ctx: Context,
  { companyId, name, themeId, allowedOrigins, expiresAt, ...visitors }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const company = requireCompany(ctx, companyId);
  await checkThemes(ctx, company, { themeId: [themeId] });
  const { row } = await makeKey(ctx, company, {
    kind: "key",
    name,
    scopes: [widgetScope],
    addresses: [],
    allowedOrigins,
    expiresAt,
    themes: [themeId],
    visitors,
  });
  ctx.audit({
    action: "api-key.create",
    target: { type: "api-key", id: row.id },
    company,
    after: { name, scopes: [widgetScope], themes: [themeId], allowedOrigins, expiresAt, ...visitors },
  });
  return presentKey(row, ctx.now);
}

/** Websites that may show the widget; null if there is no such key in use. */
export async function embeddersOf(ctx: Context, key: string): Promise<string[] | null> {
  if (!widgetKeyPattern.test(key)) return null;
  const found = await findByHash(ctx, hashToken(key));
  return found?.ended === null ? found.allowed_origins : null;
}

/** Whether a key in use, of any company, allows the origin. */
export function allowsOrigin(ctx: Context, origin: string): Promise<boolean> {
  return hasKeyForOrigin(ctx, origin);
}
