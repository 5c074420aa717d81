import type { login } from "#contract/sessions.ts";
import type { Input, Result } from "#contract/endpoint.ts";
import type { Role } from "#contract/permissions.ts";
import type { Caller, Person } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Exchange } from "#server/http.ts";
import { currentUser } from "#server/users/current.ts";
import { findForSignIn, recordSignIn, replaceHash } from "#server/users/store.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password-hash.ts";
import { handOver, startSession } from "./start.ts";

const refusal = "The e-mail address or the password is not right.";
const pause = "Too many failed attempts. Wait a few minutes and try again, or reset your password.";

export async function signIn(
  caller: Caller,
  { email, password, rememberMe }: Input<typeof login>,
  { request, reply }: Exchange,
): Promise<Result<typeof login>> {
  const { limits } = caller.services;
  const counters = [
    ["failures-pair", `${caller.address} ${email}`],
    ["failures-account", email],
    ["failures-address", caller.address],
  ] as const;
  // counted before the password is looked at, so that parallel guesses cannot outrun the counter
  for (const [rule, key] of counters) await limits.consume(rule, key, pause);
  const user = await caller.transact((ctx) => findForSignIn(ctx, email));
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  if (user === null || !isRight || !user.is_active) {
    await caller.transact((ctx) => {
      ctx.audit({
        action: "session.refuse",
        target: { type: "user", id: user?.id ?? "unknown" },
        company: user?.company_id ?? null,
        result: "refused",
      });
      return Promise.resolve();
    });
    throw new AppError("unauthenticated", refusal);
  }
  for (const [rule, key] of counters) await limits.giveBack(rule, key);
  const newHash = isOutdated(user.password_hash) ? await hashPassword(password) : null;
  return caller.transact(async (ctx) => {
    // a temporary password opens the door once; of two at the same moment one is refused
    if (!(await recordSignIn(ctx, user))) {
      throw new AppError(
        "unauthenticated",
        "This temporary password has expired or was used already. Ask your administrator for a new one.",
      );
    }
    if (newHash !== null) await replaceHash(ctx, user.id, newHash);
    const session = await startSession(
      ctx,
      { id: user.id, companyId: user.company_id },
      { rememberMe, browser: request.headers["user-agent"] ?? "" },
    );
    const person: Person = {
      type: "user",
      id: user.id,
      role: user.role as Role,
      name: `${user.first_name} ${user.last_name}`.trim(),
      email: user.email,
      companyId: user.company_id,
      sessionId: session.id,
    };
    ctx.audit({
      action: "session.start",
      target: { type: "session", id: session.id },
      company: user.company_id,
      actor: person,
      after: { rememberMe },
    });
    handOver(reply, ctx, session);
    return {
      user: await currentUser(ctx, user.id),
      sessionToken: session.token,
      expiresAt: session.expiresAt,
    };
  });
}
