import type { Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { UserRow } from "./shared-store.ts";

export async function setTempPassword(
  ctx: Context,
  id: number,
  temp: { password_hash: string; temp_password_sealed: Buffer; temp_password_expires_at: Date },
): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ ...temp, temp_password_used_at: null, must_change_password: true, updated_at: ctx.now })
    .where("id", "=", id)
    .execute();
}

export async function findTempPassword(
  ctx: Context,
  user: Allowed<UserRow, "reveal-password">,
): Promise<Buffer | null> {
  const row = await ctx.db
    .selectFrom("users")
    .select("temp_password_sealed")
    .where("id", "=", user.id)
    .where("temp_password_expires_at", ">", ctx.now)
    .executeTakeFirst();
  return row?.temp_password_sealed ?? null;
}

/** Invalidates a temporary password that was not used; an administrator can give another one. */
export async function endTempPassword(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ temp_password_sealed: null, temp_password_expires_at: ctx.now })
    .where("id", "=", id)
    .where("must_change_password", "=", true)
    .execute();
}

/** Invalidates mailed links that were not used. */
export async function endResets(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom("password_resets").where("user_id", "=", id).execute();
}
