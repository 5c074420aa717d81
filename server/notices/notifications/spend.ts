import type { Context } from "#server/kernel/context.ts";
import { notifyAdmins } from "./notify.ts";
import { wasNotifiedSince } from "./store.ts";

/**
 * The share of the daily tokens from which a company's administrators are notified: early enough to act before
 * questions are refused.
 */
const nearLimit = 0.8;

export function isNearLimit({ tokens, limit }: { tokens: number; limit: number }): boolean {
  return tokens >= nearLimit * limit;
}

/** Notifies a company's administrators, once a day (UTC), that its model tokens are nearly used up. */
export async function notifySpendNearLimit(
  ctx: Context,
  companyId: number,
  { tokens, limit }: { tokens: number; limit: number },
): Promise<void> {
  if (!isNearLimit({ tokens, limit })) return;
  const today = new Date(`${ctx.now.toISOString().slice(0, 10)}T00:00:00Z`);
  if (await wasNotifiedSince(ctx, companyId, "spend_near_limit", today)) return;
  await notifyAdmins(ctx, companyId, {
    kind: "spend_near_limit",
    title: "Today's model tokens are nearly used up",
    body: `${tokens.toLocaleString("en")} of ${limit.toLocaleString("en")} are used or reserved. The limit resets at midnight UTC.`,
    link: "/reports?view=spend",
  });
}
