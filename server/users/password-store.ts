import type { Context } from "#server/context.ts";
import type { Allowed } from "#server/policy.ts";
import { notFound } from "#server/errors.ts";
import { hasSecondFactor } from "./store.ts";
import type { UserRow } from "./store.ts";

export async function findForSignIn(ctx: Context, email: string) {
  const row = await ctx.db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.id",
      "users.company_id",
      "users.email",
      "users.role",
      "users.first_name",
      "users.last_name",
      "users.is_active",
      "users.password_hash",
      "users.must_change_password",
      "users.temp_password_expires_at",
    ])
    .select(hasSecondFactor().as("has_second_factor"))
    .where("users.email", "=", email)
    .where("users.released_at", "is", null)
    .where("companies.deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes the sign-in; false when it was made with a temporary password that is spent or too old. */
export async function recordSignIn(
  ctx: Context,
  user: { id: number; must_change_password: boolean; temp_password_expires_at: Date | null },
): Promise<boolean> {
  let query = ctx.db.updateTable("users").set({ last_login_at: ctx.now }).where("id", "=", user.id);
  if (user.must_change_password) {
    query = query
      .set({ temp_password_sealed: null, temp_password_used_at: ctx.now })
      .where("temp_password_used_at", "is", null)
      .where("temp_password_expires_at", ">", ctx.now);
  }
  return Number((await query.executeTakeFirst()).numUpdatedRows) === 1;
}

export async function findForPasswordChange(ctx: Context, id: number) {
  return ctx.db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select([
      "users.company_id",
      "users.role",
      "users.email",
      "users.first_name",
      "users.last_name",
      "users.password_hash",
      "users.must_change_password",
      "companies.name as company_name",
    ])
    .where("users.id", "=", id)
    .executeTakeFirstOrThrow(notFound);
}

export async function replaceHash(ctx: Context, id: number, hash: string): Promise<void> {
  await ctx.db.updateTable("users").set({ password_hash: hash }).where("id", "=", id).execute();
}

export async function setPassword(ctx: Context, id: number, hash: string): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({
      password_hash: hash,
      must_change_password: false,
      temp_password_sealed: null,
      temp_password_expires_at: null,
      updated_at: ctx.now,
    })
    .where("id", "=", id)
    .execute();
}

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
