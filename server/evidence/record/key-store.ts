import type { Context } from "#server/kernel/context.ts";

export async function newestKey(ctx: Context) {
  const row = await ctx.db
    .selectFrom("record_keys")
    .select(["id", "public_key", "sealed"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertKey(ctx: Context, key: { public_key: Buffer; sealed: Buffer }): Promise<number> {
  const { id } = await ctx.db
    .insertInto("record_keys")
    .values({ ...key, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** All current and former signing keys, newest first. */
export function listKeys(ctx: Context): Promise<{ public_key: Buffer; created_at: Date }[]> {
  return ctx.db
    .selectFrom("record_keys")
    .select(["public_key", "created_at"])
    .orderBy("id", "desc")
    .execute();
}
