import { sql } from "kysely";
import { keyBinding } from "#server/companies/model-keys.ts";
import { systemCaller } from "./callers.ts";
import type { Context } from "./context.ts";
import { isCurrent, open, seal } from "#server/platform/secrets.ts";
import { factorBinding } from "#server/second-factor/store.ts";
import type { Services } from "./services.ts";
import { tempPasswordBinding } from "#server/users/invite.ts";

type Sealed = { bound: string; sealed: Buffer; put(ctx: Context, next: Buffer): Promise<unknown> };

export type Rotated = { stored: number; resealed: number; unreadable: number };

/**
 * Seals everything anew that an earlier master key sealed, one row at a time, while the program serves: a row that
 * changes meanwhile is left as it then is. What no known key opens is counted and left alone.
 */
export async function rotateMasterKey(services: Services): Promise<Rotated> {
  const system = systemCaller(services, "key-rotation");
  const keys = services.config.secretKeys;
  const rows = await system.transact(listSealed);
  const old = rows.filter(({ sealed }) => !isCurrent(keys, sealed));
  let unreadable = 0;
  for (const { bound, sealed, put } of old) {
    let plain: string;
    try {
      plain = open(keys, bound, sealed);
    } catch {
      unreadable += 1;
      services.log.error({ bound }, "a stored secret does not open with any master key of this installation");
      continue;
    }
    await system.transact((ctx) => put(ctx, seal(keys, bound, plain)));
  }
  const done = { stored: rows.length, resealed: old.length - unreadable, unreadable };
  if (old.length > 0) {
    services.log.info(done, "stored secrets were sealed with the current master key");
    await system.transact((ctx) => {
      ctx.audit({ action: "master-key.rotate", target: { type: "platform", id: "secrets" }, after: done });
      return Promise.resolve();
    });
  }
  return done;
}

/** Every place that keeps something sealed; a new one is added here. */
async function listSealed(ctx: Context): Promise<Sealed[]> {
  const keys = await ctx.db.selectFrom("model_keys").select(["company_id", "model_type", "sealed"]).execute();
  const people = await ctx.db
    .selectFrom("users")
    .select(["id", sql<Buffer>`temp_password_sealed`.as("sealed")])
    .where("temp_password_sealed", "is not", null)
    .execute();
  const factors = await ctx.db.selectFrom("second_factors").select(["user_id", "sealed"]).execute();
  return [
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
