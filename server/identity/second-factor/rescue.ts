import { systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { findForSignIn } from "#server/identity/users/shared-store.ts";
import { deleteFactor } from "./store.ts";

/**
 * Removes the second factor of one account, for a super admin who lost every way in. Only reachable from the machine
 * itself.
 * @returns the result, as a sentence
 */
export async function rescue(services: VerbServices, email: string): Promise<string> {
  return systemCaller(services, "rescue").transact(async (ctx) => {
    const user = await findForSignIn(ctx, email.trim().toLowerCase());
    if (user === null) return `No account has the address ${email}. Nothing was changed.`;
    if (!(await deleteFactor(ctx, user.id)))
      return `${email} has no second factor. Nothing was changed; the password alone is enough to sign in.`;
    await endSessions(ctx, user.id, { keep: null });
    ctx.audit({
      action: "second-factor.rescue",
      target: { type: "user", id: user.id },
      company: user.company_id,
    });
    return `The second factor of ${email} was removed and all its sessions ended. The password alone is now enough to sign in.`;
  });
}
