import type { forgotPassword as forgotContract, resetPassword as resetContract } from "#contract/sessions.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import type { Caller, Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Exchange } from "#server/http.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { findForPasswordChange, findForSignIn, setPassword } from "#server/users/store.ts";
import { rememberDevice } from "./known-device.ts";
import { hashPassword } from "./password-hash.ts";
import { checkNewPassword } from "./password-rules.ts";
import { endSessions, insertReset, takeReset } from "./store.ts";

const lifetimeMinutes = 60;

/** One answer, whether or not the address exists; the mail goes out as a job, so that time does not tell either. */
export async function forgotPassword(
  ctx: Context,
  { email }: Input<typeof forgotContract>,
): Promise<Result<typeof forgotContract>> {
  const user = await findForSignIn(ctx, email);
  const token = newToken();
  if (user !== null && user.is_active && !user.must_change_password) {
    await insertReset(ctx, {
      company_id: user.company_id,
      user_id: user.id,
      token_hash: hashToken(token),
      expires_at: new Date(ctx.now.getTime() + lifetimeMinutes * 60_000),
    });
    await ctx.enqueue("send-mail", {
      to: user.email,
      subject: "Reset your Footnote password",
      text: [
        "Somebody asked to reset the password of this address on Footnote.",
        `To choose a new one, open this link within ${lifetimeMinutes} minutes:`,
        `${ctx.services.config.publicUrl}/change-password?token=${token}`,
        "If it was not you, nothing needs to be done: the password stays as it is.",
      ].join("\n\n"),
    });
    ctx.audit({
      action: "password.reset-request",
      target: { type: "user", id: user.id },
      company: user.company_id,
    });
  }
  return {
    message:
      "If this address belongs to an account, an e-mail with a link to reset the password is on its way.",
  };
}

export async function resetPassword(
  caller: Caller,
  { token, newPassword }: Input<typeof resetContract>,
  { request, reply }: Exchange,
): Promise<Result<typeof resetContract>> {
  checkNewPassword(newPassword, ["footnote"]);
  const hash = await hashPassword(newPassword);
  await caller.transact(async (ctx) => {
    const reset = await takeReset(ctx, hashToken(token));
    if (reset === null)
      throw new AppError("invalid", "This link has expired or was used already. Ask for a new one.");
    const user = await findForPasswordChange(ctx, reset.user_id);
    checkNewPassword(newPassword, [user.first_name, user.last_name, user.email, user.company_name ?? ""]);
    await setPassword(ctx, reset.user_id, hash);
    await endSessions(ctx, reset.user_id, { keep: null });
    // whoever reads the mailbox may sign in here, however much is guessed at this account elsewhere
    await rememberDevice(ctx, { id: reset.user_id, companyId: user.company_id }, { request, reply });
    ctx.audit({
      action: "password.reset",
      target: { type: "user", id: reset.user_id },
      company: user.company_id,
    });
  });
  return { success: true };
}
