import type { changePassword as contract } from "#contract/identity/sessions.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import { personOf, type Caller } from "#server/kernel/context.ts";
import { invalid, wrongSecret } from "#server/platform/errors.ts";
import type { Exchange } from "#server/http/route.ts";
import { findForPasswordChange, setPassword } from "#server/identity/users/shared-store.ts";
import { acceptInvitation } from "#server/identity/users/accept-invitation.ts";
import { countInSession } from "#server/identity/users/attempts.ts";
import { hashPassword, verifyPassword } from "#server/identity/users/password-hash.ts";
import { checkNewPassword } from "#server/identity/users/password-rules.ts";
import { handOver, startSession } from "./start.ts";
import { isRemembered } from "./store.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";

/** Requires the current password except at first sign-in. All sessions end; this one continues with new secrets. */
export async function changePassword(
  caller: Caller,
  { currentPassword, newPassword }: Input<typeof contract>,
  { request, reply }: Exchange,
): Promise<Result<typeof contract>> {
  const person = personOf(caller);
  const user = await caller.transact((ctx) => findForPasswordChange(ctx, person.id));
  if (!user.must_change_password) {
    if (currentPassword === undefined || currentPassword === "")
      throw invalid("currentPassword", "Enter your current password.");
    const attempt = await countInSession(caller, person.sessionId);
    if (!(await verifyPassword(user.password_hash, currentPassword))) {
      throw wrongSecret("currentPassword", "The current password is incorrect.");
    }
    await attempt.forgive();
  }
  checkNewPassword(newPassword, person.role, [
    user.first_name,
    user.last_name,
    user.email,
    user.company_name ?? "",
    "footnote",
  ]);
  if (await verifyPassword(user.password_hash, newPassword)) {
    throw invalid("newPassword", "Choose a password that differs from your current one.");
  }
  const hash = await hashPassword(newPassword);
  return caller.transact(async (ctx) => {
    await setPassword(ctx, person.id, hash);
    const rememberMe = await isRemembered(ctx, person.sessionId);
    await endSessions(ctx, person.id, { keep: null });
    const session = await startSession(
      ctx,
      { id: person.id, companyId: person.companyId, role: person.role },
      { rememberMe, browser: request.headers["user-agent"] ?? "" },
    );
    if (user.must_change_password) await acceptInvitation(ctx, person);
    ctx.audit({
      action: "password.change",
      target: { type: "user", id: person.id },
      company: person.companyId,
    });
    handOver(reply, ctx, session);
    return { sessionToken: session.token, expiresAt: session.expiresAt };
  });
}
