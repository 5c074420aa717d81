import type { Context } from "#server/kernel/context.ts";

const day = 86_400_000;
/** Per person; the least recently used device is forgotten first. */
const devicesKept = 20;

/** Whether a person with this address used the device in the last `days` days. */
export async function isDeviceOf(
  ctx: Context,
  hash: Buffer,
  { email, days }: { email: string; days: number },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("known_devices as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .select("d.user_id")
    .where("d.token_hash", "=", hash)
    .where("u.email", "=", email)
    .where("d.last_used_at", ">", new Date(ctx.now.getTime() - days * day))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether anyone has used the device. */
export async function isKnownDevice(ctx: Context, hash: Buffer): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("known_devices")
    .select("user_id")
    .where("token_hash", "=", hash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function keepDevice(
  ctx: Context,
  user: { id: number; companyId: number | null },
  hash: Buffer,
): Promise<void> {
  await ctx.db
    .insertInto("known_devices")
    .values({
      user_id: user.id,
      company_id: user.companyId,
      token_hash: hash,
      created_at: ctx.now,
      last_used_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "token_hash"]).doUpdateSet({ last_used_at: ctx.now }),
    )
    .execute();
  await ctx.db
    .deleteFrom("known_devices")
    .where("user_id", "=", user.id)
    .where("token_hash", "not in", (eb) =>
      eb
        .selectFrom("known_devices")
        .select("token_hash")
        .where("user_id", "=", user.id)
        .orderBy("last_used_at", "desc")
        .limit(devicesKept),
    )
    .execute();
}

export async function removeDevice(ctx: Context, userId: number, hash: Buffer): Promise<void> {
  await ctx.db
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("token_hash", "=", hash)
    .execute();
}
