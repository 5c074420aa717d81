import type { changeAddress as contract } from "#contract/identity/users.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { addressTaken } from "./address-taken.ts";
import { endResets, endTempPassword } from "./password-store.ts";
import { allow } from "./policy.ts";
import { presentUser } from "./present.ts";
import { emailExists, isProvisioned, setAddress } from "./store.ts";
import { getUser } from "./shared-store.ts";
import { userToChange } from "./update.ts";

/**
 * Whoever had the former address has no way in with it: its sessions, mailed links and temporary password end. Password
 * and second factor are the person's and stay.
 */
export async function changeAddress(
  ctx: Context,
  { id, email }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const user = allow(ctx, "change-address", await userToChange(ctx, { id }));
  if (email === user.email && !user.is_released)
    throw invalid("email", "This is already the person's address.");
  if (await isProvisioned(ctx, user))
    throw new AppError(
      "conflict",
      "This person comes from the company's directory. Change the address there.",
    );
  if (await emailExists(ctx, email)) throw addressTaken();
  await setAddress(ctx, user, email);
  await endResets(ctx, id);
  await endTempPassword(ctx, id);
  await endSessions(ctx, id, { keep: null });
  ctx.audit({
    action: "user.change-address",
    target: { type: "user", id },
    company: user.company_id,
    before: { email: user.email },
    after: { email },
  });
  await tellBoth(ctx, { before: user.email, after: email, mustBeInvited: user.must_change_password });
  return presentUser(await getUser(ctx, id));
}

async function tellBoth(
  ctx: Context,
  { before, after, mustBeInvited }: { before: string; after: string; mustBeInvited: boolean },
): Promise<void> {
  const { mail, config } = ctx.services;
  if (!mail.isConfigured) return;
  const self = personOf(ctx);
  const by = self.name || self.email;
  await ctx.enqueue("send-mail", {
    to: before,
    subject: "This address no longer signs in to Footnote",
    text: [
      `${by} changed the address of your Footnote account to ${after}. All its sessions ended.`,
      "If you did not expect this, tell an administrator of your organization now.",
    ].join("\n\n"),
  });
  await ctx.enqueue("send-mail", {
    to: after,
    subject: "Your Footnote account has this address now",
    text: [
      `${by} changed the address of your Footnote account from ${before} to this one.`,
      mustBeInvited
        ? "You'll get an invitation with a temporary password from your administrator."
        : `Sign in at ${config.publicUrl}/login with this address; your password is the same as before.`,
    ].join("\n\n"),
  });
}
