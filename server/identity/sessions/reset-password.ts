import type {
  forgotPassword as forgotContract,
  resetPassword as resetContract,
} from "#contract/identity/sessions.ts";
import type { Role } from "#contract/kernel/permissions.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Exchange } from "#server/http/route.ts";
import { hashToken } from "#server/platform/secrets.ts";
import { findForPasswordChange, findForSignIn, setPassword } from "#server/identity/users/shared-store.ts";
import { rememberDevice } from "./known-device.ts";
import { hashPassword } from "#server/identity/users/password-hash.ts";
import { checkNewPassword } from "#server/identity/users/password-rules.ts";
import { takeReset } from "./store.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";

/**
 * The same response and the same work, whether or not the address exists: the job finds the person, makes the link and
 * sends the email (send-reset.ts). After a few emails an hour no more are sent, and the last link keeps working.
 */
export async function forgotPassword(
  caller: Caller,
  { email }: Input<typeof forgotContract>,
): Promise<Result<typeof forgotContract>> {
  const isSent = await isWithinLetters(caller, email);
  await caller.transact(async (ctx) => {
    const user = await findForSignIn(ctx, email);
    ctx.audit({
      action: "password.reset-request",
      target: { type: "user", id: user?.id ?? "unknown" },
      company: user?.company_id ?? null,
      result: user === null || !isSent ? "refused" : "done",
    });
    if (isSent) await ctx.enqueue("send-reset", { email });
  });
  return {
    message:
      "If this address belongs to an account, an email with a link to reset the password is on its way.",
  };
}

async function isWithinLetters(caller: Caller, email: string): Promise<boolean> {
  try {
    await caller.services.limits.consume("reset-account", email);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "limit_exceeded") return false;
    throw error;
  }
}

export async function resetPassword(
  caller: Caller,
  { token, newPassword }: Input<typeof resetContract>,
  { request, reply }: Exchange,
): Promise<Result<typeof resetContract>> {
  checkNewPassword(newPassword, null, ["footnote"]);
  const hash = await hashPassword(newPassword);
  await caller.transact(async (ctx) => {
    const reset = await takeReset(ctx, hashToken(token));
    if (reset === null)
      throw new AppError("invalid", "This link has expired or has already been used. Request a new one.");
    const user = await findForPasswordChange(ctx, reset.user_id);
    checkNewPassword(newPassword, user.role as Role, [
      user.first_name,
      user.last_name,
      user.email,
      user.company_name ?? "",
    ]);
    await setPassword(ctx, reset.user_id, hash);
    await endSessions(ctx, reset.user_id, { keep: null });
    // access to the mailbox allows sign-in here, no matter how much this account's password is guessed elsewhere
    await rememberDevice(ctx, { id: reset.user_id, companyId: user.company_id }, { request, reply });
    ctx.audit({
      action: "password.reset",
      target: { type: "user", id: reset.user_id },
      company: user.company_id,
    });
  });
  return { success: true };
}
