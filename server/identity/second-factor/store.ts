import type { Context } from "#server/kernel/context.ts";
import { seal } from "#server/platform/secrets.ts";
import { hashRecoveryCode } from "./codes.ts";
import { factorBinding } from "./shared-store.ts";

/** Stores an unconfirmed factor; false if there is a confirmed one, which only its owner's code removes. */
export async function startFactor(
  ctx: Context,
  user: { id: number; companyId: number | null },
  secret: string,
): Promise<boolean> {
  const sealed = seal(ctx.services.config.secretKeys, factorBinding(user.id), secret);
  const row = await ctx.db
    .insertInto("second_factors")
    .values({ user_id: user.id, company_id: user.companyId, sealed, created_at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ sealed, created_at: ctx.now, last_step: 0 })
        .where("second_factors.confirmed_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Switches the factor on without an app; an unconfirmed app is removed. */
export async function startByPasskey(
  ctx: Context,
  user: { id: number; companyId: number | null },
): Promise<void> {
  await ctx.db
    .insertInto("second_factors")
    .values({
      user_id: user.id,
      company_id: user.companyId,
      sealed: null,
      created_at: ctx.now,
      confirmed_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ sealed: null, created_at: ctx.now, confirmed_at: ctx.now }),
    )
    .execute();
}

/** Confirms a setup; of two simultaneous calls, one finds nothing to confirm. */
export async function confirmFactor(ctx: Context, userId: number): Promise<boolean> {
  const row = await ctx.db
    .updateTable("second_factors")
    .set({ confirmed_at: ctx.now })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Accepts a time step once: an earlier or equal one is refused, even simultaneously. */
export async function takeStep(ctx: Context, userId: number, step: number): Promise<boolean> {
  const row = await ctx.db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Spends a recovery code; a second use finds nothing, even simultaneous or in another spelling. */
export async function takeRecoveryCode(ctx: Context, userId: number, code: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable("recovery_codes")
    .set({ used_at: ctx.now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashRecoveryCode(userId, code))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceRecoveryCodes(
  ctx: Context,
  user: { id: number; companyId: number | null },
  codes: string[],
): Promise<void> {
  await ctx.db.deleteFrom("recovery_codes").where("user_id", "=", user.id).execute();
  await ctx.db
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: user.id,
        company_id: user.companyId,
        code_hash: hashRecoveryCode(user.id, code),
        created_at: ctx.now,
      })),
    )
    .execute();
}

/** Also removes its recovery codes and passkeys. */
export async function deleteFactor(ctx: Context, userId: number): Promise<boolean> {
  const result = await ctx.db.deleteFrom("second_factors").where("user_id", "=", userId).executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}
