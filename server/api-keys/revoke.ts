import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { allow } from "./policy.ts";
import { getKey, setRevoked } from "./store.ts";

/** From the next call on; an answer that it is being given breaks off. */
export async function revokeApiKey(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  const key = allow(ctx, "revoke", await getKey(ctx, id));
  if (key.revoked_at !== null) throw new AppError("conflict", "This key was revoked already.");
  await setRevoked(ctx, key);
  await ctx.services.events.endSessions(ctx.db, key.user_id, { keep: null });
  ctx.audit({
    action: "api-key.revoke",
    target: { type: "api-key", id },
    company: key.company_id,
    before: { name: key.name },
  });
  return { success: true };
}
