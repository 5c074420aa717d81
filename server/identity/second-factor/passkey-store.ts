import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { challengeMs, type KeptPasskey } from "./webauthn.ts";

type Owner = { id: number; companyId: number | null };
type Purpose = "register" | "use";

export type PasskeyRow = KeptPasskey & {
  id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};

export function listPasskeys(ctx: Context, userId: number): Promise<PasskeyRow[]> {
  return ctx.db
    .selectFrom("passkeys")
    .select([
      "id",
      "name",
      "credential_id",
      "public_key",
      "counter",
      "transports",
      "created_at",
      "last_used_at",
    ])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** @returns null if the authenticator is already registered, for this person or another */
export async function insertPasskey(
  ctx: Context,
  owner: Owner,
  passkey: KeptPasskey & { name: string },
): Promise<PasskeyRow | null> {
  const row = await ctx.db
    .insertInto("passkeys")
    .values({ ...passkey, user_id: owner.id, company_id: owner.companyId, created_at: ctx.now })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(["id", "created_at", "last_used_at"])
    .executeTakeFirst();
  return row === undefined ? null : { ...passkey, ...row };
}

/** Of two simultaneous uses with one counter, the second is refused; an authenticator without a counter stays at 0. */
export async function countUse(ctx: Context, passkey: PasskeyRow, counter: number): Promise<boolean> {
  const row = await ctx.db
    .updateTable("passkeys")
    .set({ counter, last_used_at: ctx.now })
    .where("id", "=", passkey.id)
    .where((eb) =>
      eb.or([eb("counter", "<", counter), eb.and([eb("counter", "=", 0), sql<boolean>`${counter} = 0`])]),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskey(ctx: Context, userId: number, id: number): Promise<boolean> {
  const result = await ctx.db
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

const hashOf = (challenge: string) => createHash("sha256").update(challenge).digest();

/** Removes the person's expired ones. */
export async function keepChallenge(
  ctx: Context,
  owner: Owner,
  purpose: Purpose,
  challenge: string,
): Promise<void> {
  await ctx.db
    .deleteFrom("passkey_challenges")
    .where("user_id", "=", owner.id)
    .where("expires_at", "<=", ctx.now)
    .execute();
  await ctx.db
    .insertInto("passkey_challenges")
    .values({
      challenge_hash: hashOf(challenge),
      user_id: owner.id,
      company_id: owner.companyId,
      purpose,
      expires_at: new Date(ctx.now.getTime() + challengeMs),
    })
    .execute();
}

/** Spends a challenge: it can be used once, by the person and for the purpose it was made for. */
export async function takeChallenge(
  ctx: Context,
  userId: number,
  purpose: Purpose,
  challenge: string,
): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hashOf(challenge))
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", ctx.now)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
