import { permissionsOf } from "#contract/kernel/permissions.ts";
import type { CurrentUser } from "#contract/identity/users.ts";
import type { Context } from "#server/kernel/context.ts";
import { mustSetUpSecondFactor, secondFactorDueAt } from "./second-factor-requirement.ts";
import { presentUser } from "./present.ts";
import { findUser } from "./shared-store.ts";

/** The caller's full record, with their permissions. */
export async function currentUser(ctx: Context, id: number): Promise<CurrentUser> {
  const row = await findUser(ctx, id);
  const user = presentUser(row);
  const { config } = ctx.services;
  return {
    ...user,
    permissions: [...permissionsOf[user.role]],
    mustSetUpSecondFactor: mustSetUpSecondFactor(row, config, ctx.now),
    secondFactorDueAt: secondFactorDueAt(row, config, ctx.now)?.toISOString() ?? null,
  };
}
