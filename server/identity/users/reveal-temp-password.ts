import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { decryptStored } from "#server/kernel/decrypt-stored.ts";
import { tempPasswordBinding } from "./invite.ts";
import { allow } from "./policy.ts";
import { getUser } from "./shared-store.ts";
import { findTempPassword } from "./password-store.ts";

/** Shows an unused temporary password to an admin of that company; the reader is recorded. */
export async function revealTempPassword(
  ctx: Context,
  { id }: { id: number },
): Promise<{ tempPassword: string }> {
  const user = allow(ctx, "reveal-password", await getUser(ctx, id));
  const sealed = await findTempPassword(ctx, user);
  if (sealed === null) throw notFound();
  ctx.audit({ action: "user.reveal-temp-password", target: { type: "user", id }, company: user.company_id });
  const stored = { bound: tempPasswordBinding(id), sealed, name: "This temporary password" };
  return { tempPassword: decryptStored(ctx.services.config.secretKeys, stored) };
}
