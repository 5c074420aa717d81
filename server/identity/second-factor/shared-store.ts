import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { decryptStored } from "#server/kernel/decrypt-stored.ts";

/** `secret`: of the authenticator app; null if passkeys are the only factor. */
export type FactorRow = { isOn: boolean; since: Date | null; secret: string | null; codesLeft: number };

/** Binds the sealed secret to its person. */
export function factorBinding(userId: number): string {
  return `user:${userId}/second-factor`;
}

/** The person's factor, confirmed or being set up, or null. */
export async function findFactor(ctx: Context, userId: number): Promise<FactorRow | null> {
  const row = await ctx.db
    .selectFrom("second_factors as f")
    .select(["f.sealed", "f.confirmed_at"])
    .select((eb) =>
      eb
        .selectFrom("recovery_codes as c")
        .whereRef("c.user_id", "=", "f.user_id")
        .where("c.used_at", "is", null)
        .select(sql<number>`count(*)`.as("n"))
        .as("codes_left"),
    )
    .where("f.user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    isOn: row.confirmed_at !== null,
    since: row.confirmed_at,
    secret:
      row.sealed === null
        ? null
        : decryptStored(ctx.services.config.secretKeys, {
            bound: factorBinding(userId),
            sealed: row.sealed,
            name: "Your second factor",
          }),
    codesLeft: Number(row.codes_left),
  };
}
