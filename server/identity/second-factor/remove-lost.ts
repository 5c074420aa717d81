import type { User } from "#contract/identity/users.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { notify } from "#server/notices/notifications/notify.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { allow } from "#server/identity/users/policy.ts";
import { presentUser } from "#server/identity/users/present.ts";
import { getUser } from "#server/identity/users/shared-store.ts";
import { deleteFactor } from "./store.ts";

/** For a lost phone and lost codes. The person signs in with only the password, and is told who removed it. */
export async function removeLostSecondFactor(ctx: Context, { id }: { id: number }): Promise<User> {
  const user = allow(ctx, "remove-second-factor", await getUser(ctx, id));
  if (!(await deleteFactor(ctx, id))) throw notFound();
  await endSessions(ctx, id, { keep: null });
  ctx.audit({ action: "second-factor.remove-lost", target: { type: "user", id }, company: user.company_id });
  await notify(ctx, [id], {
    kind: "second_factor_removed",
    title: "Your two-step verification was removed",
    body: "An administrator removed it because it was lost. Set up a new one in your account.",
    link: "/account",
  });
  return presentUser(await getUser(ctx, id));
}
