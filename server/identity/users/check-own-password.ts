import type { Caller } from "#server/kernel/context.ts";
import type { Person } from "#server/kernel/actor.ts";
import { wrongSecret } from "#server/platform/errors.ts";
import { findForPasswordChange } from "./shared-store.ts";
import { countInSession } from "./attempts.ts";
import { verifyPassword } from "./password-hash.ts";

/**
 * The password again within a session.
 * @throws AppError invalid, limit_exceeded
 */
export async function checkOwnPassword(caller: Caller, person: Person, password: string): Promise<void> {
  const attempt = await countInSession(caller, person.sessionId);
  const user = await caller.transact((ctx) => findForPasswordChange(ctx, person.id));
  if (!(await verifyPassword(user.password_hash, password)))
    throw wrongSecret("password", "The password is incorrect.");
  await attempt.forgive();
}
