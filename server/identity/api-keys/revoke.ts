import type { Context } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { allow } from "./policy.ts";
import { getKey, setRevoked, type KeyKind } from "./store.ts";

export function revokeApiKey(ctx: Context, { id }: { id: number }): Promise<{ success: true }> {
  return revokeKey(ctx, "key", id);
}

/** From the next call on; an answer in progress for the key stops. */
export async function revokeKey(ctx: Context, kind: KeyKind, id: number): Promise<{ success: true }> {
  const key = allow(ctx, kind === "key" ? "revoke" : "revoke-token", await getKey(ctx, kind, id));
  if (key.revoked_at !== null) throw new AppError("conflict", `This ${kind} has already been revoked.`);
  await setRevoked(ctx, key);
  await ctx.services.events.endSessions(ctx.db, key.user_id, { keep: null });
  ctx.audit({
    action: kind === "key" ? "api-key.revoke" : "scim-token.revoke",
    target: { type: "api-key", id },
    company: key.company_id,
    before: { name: key.name },
  });
  return { success: true };
}
