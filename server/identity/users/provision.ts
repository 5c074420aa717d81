import type { Context } from "#server/kernel/context.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { allow } from "./policy.ts";
import { endResets } from "./password-store.ts";
import { setUser } from "./store.ts";
import { getUser } from "./shared-store.ts";

type Wanted = { email: string; firstName: string; lastName: string; isActive: boolean };
/** Extra data for the record: the directory's identifier for the person. */
type Values = Record<string, string | boolean | null>;

/**
 * A person as the company's directory has them now. A deactivated person is signed out in the same transaction, so the
 * next call is refused.
 * @throws AppError conflict if another account signs in with the address
 */
export async function provisionUser(
  ctx: Context,
  id: number,
  wanted: Wanted,
  recorded: { before: Values; after: Values },
): Promise<void> {
  const user = allow(ctx, "provision", await getUser(ctx, id));
  await setUser(ctx, user, {
    email: wanted.email,
    first_name: wanted.firstName,
    last_name: wanted.lastName,
    is_active: wanted.isActive,
  });
  // a link mailed to the former address, which may now belong to someone else
  if (wanted.email !== user.email) await endResets(ctx, id);
  const leaves = user.is_active && !wanted.isActive;
  if (leaves) await endSessions(ctx, id, { keep: null });
  ctx.audit({
    action: leaves ? "user.deactivate" : "user.update",
    target: { type: "user", id },
    company: user.company_id,
    before: {
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      isActive: user.is_active,
      ...recorded.before,
    },
    after: { ...wanted, ...recorded.after },
  });
}
