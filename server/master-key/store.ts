import { sql } from "kysely";
import { keyBinding } from "#server/companies/model-keys.ts";
import type { Context } from "#server/context.ts";
import { recordKeyBinding } from "#server/record/signing-key.ts";
import { factorBinding } from "#server/second-factor/shared-store.ts";
import { clientSecretBinding } from "#server/sign-on/shared-store.ts";
import { tempPasswordBinding } from "#server/users/invite.ts";

type Sealed = { bound: string; sealed: Buffer; put(ctx: Context, next: Buffer): Promise<unknown> };

/** Every place that keeps something sealed; a new one is added here. */
export async function listSealed(ctx: Context): Promise<Sealed[]> {
  const keys = await ctx.db.selectFrom("model_keys").select(["company_id", "model_type", "sealed"]).execute();
  const people = await ctx.db
    .selectFrom("users")
    .select(["id", sql<Buffer>`temp_password_sealed`.as("sealed")])
    .where("temp_password_sealed", "is not", null)
    .execute();
  const factors = await ctx.db
    .selectFrom("second_factors")
    .select(["user_id", sql<Buffer>`sealed`.as("sealed")])
    .where("sealed", "is not", null)
    .execute();
  const providers = await ctx.db
    .selectFrom("identity_providers")
    .select(["company_id", sql<Buffer>`sealed`.as("sealed")])
    .where("sealed", "is not", null)
    .execute();
  const signing = await ctx.db.selectFrom("record_keys").select(["id", "public_key", "sealed"]).execute();
  return [
    ...signing.map(({ id, public_key, sealed }) => ({
      bound: recordKeyBinding(public_key),
      sealed,
      put: (inner: Context, next: Buffer) =>
        inner.db
          .updateTable("record_keys")
          .set({ sealed: next })
          .where("id", "=", id)
          .where("sealed", "=", sealed)
          .execute(),
    })),
    ...providers.map(({ company_id, sealed }) => ({
      bound: clientSecretBinding(company_id),
      sealed,
      put: (inner: Context, next: Buffer) =>
        inner.db
          .updateTable("identity_providers")
          .set({ sealed: next })
          .where("company_id", "=", company_id)
          .where("sealed", "=", sealed)
          .execute(),
    })),
    ...keys.map(({ company_id, model_type, sealed }) => ({
      bound: keyBinding(company_id, model_type),
      sealed,
      put: (inner: Context, next: Buffer) =>
        inner.db
          .updateTable("model_keys")
          .set({ sealed: next })
          .where("company_id", "=", company_id)
          .where("model_type", "=", model_type)
          .where("sealed", "=", sealed)
          .execute(),
    })),
    ...people.map(({ id, sealed }) => ({
      bound: tempPasswordBinding(id),
      sealed,
      put: (inner: Context, next: Buffer) =>
        inner.db
          .updateTable("users")
          .set({ temp_password_sealed: next })
          .where("id", "=", id)
          .where("temp_password_sealed", "=", sealed)
          .execute(),
    })),
    ...factors.map(({ user_id, sealed }) => ({
      bound: factorBinding(user_id),
      sealed,
      put: (inner: Context, next: Buffer) =>
        inner.db
          .updateTable("second_factors")
          .set({ sealed: next })
          .where("user_id", "=", user_id)
          .where("sealed", "=", sealed)
          .execute(),
    })),
  ];
}
