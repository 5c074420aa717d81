import type { VisitorLimits } from "#server/kernel/actor.ts";
import { personOf, type CompanyId, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { countActive, getKey, insertKey, type KeyKind, type KeyRow } from "./store.ts";

/** Each key needs someone to look after it; instead of more keys, give a key more themes. */
const mostKeys: Record<KeyKind, number> = { key: 100, token: 20 };
const prefixes: Record<KeyKind, string> = { key: "fnk", token: "fns" };
const widgetPrefix = "fnw";

type NewKey = {
  kind: KeyKind;
  name: string;
  scopes: string[];
  addresses: string[];
  allowedOrigins: string[];
  expiresAt: string | null;
  themes: number[];
  /** For the key of a widget. */
  visitors?: VisitorLimits;
};

/**
 * The secret is returned once and stored as a hash; a lost key must be replaced. The key of a widget is kept as it is: it
 * stands in web pages.
 */
export async function makeKey(
  ctx: Context,
  company: CompanyId,
  { kind, expiresAt, visitors, ...key }: NewKey,
): Promise<{ row: KeyRow; secret: string }> {
  const expires = expiresAt === null ? null : new Date(expiresAt);
  if (expires !== null && expires <= ctx.now) throw invalid("expiresAt", "Choose an end date in the future.");
  if ((await countActive(ctx, kind, company)) >= mostKeys[kind])
    throw new AppError(
      "conflict",
      `Your company has ${mostKeys[kind]} ${kind}s in use. Revoke one before you add another.`,
    );
  const secret = `${visitors === undefined ? prefixes[kind] : widgetPrefix}_${newToken()}`;
  const id = await insertKey(ctx, company, {
    ...key,
    secret_hash: hashToken(secret),
    last_four: secret.slice(-4),
    expires_at: expires,
    widget_key: visitors === undefined ? null : secret,
    visitor_questions_per_hour: visitors?.visitorQuestionsPerHour ?? null,
    questions_per_day: visitors?.questionsPerDay ?? null,
  });
  const row = await getKey(ctx, kind, id);
  return { row: { ...row, created_by_name: personOf(ctx).name }, secret };
}
