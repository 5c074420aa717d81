import type { login } from "#contract/identity/sessions.ts";
import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Exchange } from "#server/http/route.ts";
import { notifyAdmins } from "#server/notices/notifications/notify.ts";
import {
  askForPasskey,
  askForSecondFactor,
  isAnswered,
  spendFactor,
  wrongSecondFactor,
} from "#server/identity/second-factor/spend.ts";
import { enforcedProvider } from "#server/identity/sign-on/shared-store.ts";
import { findForSignIn, recordSignIn, replaceHash } from "#server/identity/users/shared-store.ts";
import { countCode, countPassword } from "#server/identity/users/attempts.ts";
import { findKnownDevice, rememberDevice } from "./known-device.ts";
import { hashPassword, isOutdated, verifyPassword } from "#server/identity/users/password-hash.ts";
import { openSession, remembers } from "./start.ts";

const refusal = "Email or password is incorrect.";

/**
 * Password, then the second factor if there is one. Known and unknown addresses get the same response after the same
 * work; every attempt is counted before its secret is checked.
 * @throws AppError unauthenticated, second_factor_required, limit_exceeded
 */
export async function signIn(
  caller: Caller,
  { email, password, rememberMe, code, passkey }: Input<typeof login>,
  { request, reply, signal }: Exchange,
): Promise<Result<typeof login>> {
  const device = await caller.transact((ctx) => findKnownDevice(ctx, request, email));
  const attempt = await countPassword(caller, email, device);
  const user = await caller.transact((ctx) => findForSignIn(ctx, email));
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  if (user === null || !isRight || !user.is_active) {
    await recordFailure(caller, user, "session.refuse", "password");
    throw new AppError("unauthenticated", refusal);
  }
  await attempt.forgive();
  await requirePasswordAllowed(caller, user);
  if (user.has_second_factor) await passSecondFactor(caller, user, { code, passkey }, device);
  const newHash = isOutdated(user.password_hash) ? await hashPassword(password) : null;
  return caller.transact(async (ctx) => {
    // a temporary password works once; of two simultaneous uses, one is refused
    if (!(await recordSignIn(ctx, user))) {
      throw new AppError(
        "unauthenticated",
        "This temporary password has expired or has already been used. Ask your administrator for a new one.",
      );
    }
    if (newHash !== null) await replaceHash(ctx, user.id, newHash);
    await rememberDevice(ctx, { id: user.id, companyId: user.company_id }, { request, reply });
    const details = { rememberMe: remembers(user.role, rememberMe) };
    return openSession(ctx, user, { rememberMe, details }, { request, reply, signal });
  });
}

/**
 * A company may require its identity provider. Revealed only after the correct password: otherwise it would tell who
 * has an account. The break-glass account can still sign in, and every administrator is notified.
 */
async function requirePasswordAllowed(
  caller: Caller,
  user: Known & { email: string; role: string },
): Promise<void> {
  const provider = await caller.transact((ctx) => enforcedProvider(ctx, user));
  if (provider === null) return;
  if (!provider.isBreakGlass) {
    await recordFailure(caller, user, "session.refuse", "way");
    throw new AppError(
      "forbidden",
      `Your company signs in through ${provider.name}. Choose “Use your company account”.`,
    );
  }
  await caller.transact(async (ctx) => {
    ctx.audit({
      action: "sign-on.break-glass",
      target: { type: "user", id: user.id },
      company: user.company_id,
    });
    if (user.company_id !== null)
      await notifyAdmins(ctx, user.company_id, {
        kind: "break_glass",
        title: "The break-glass account was used",
        body: `${user.email} signed in with a password, past ${provider.name}.`,
        link: "/admin?tab=sign-on",
      });
  });
}

type Known = { id: number; company_id: number | null };

/** Being asked for it doesn't count as a failure; a wrong code does. */
async function passSecondFactor(
  caller: Caller,
  user: Known,
  answer: Parameters<typeof spendFactor>[2],
  device: string | null,
): Promise<void> {
  const owner = { id: user.id, companyId: user.company_id };
  if (!isAnswered(answer)) {
    await recordFailure(caller, user, "session.ask-second-factor", null);
    throw askForSecondFactor(await caller.transact((ctx) => askForPasskey(ctx, owner)));
  }
  const attempt = await countCode(caller, user.id, device);
  const isRight = await caller.transact((ctx) => spendFactor(ctx, owner, answer));
  if (!isRight) {
    await recordFailure(caller, user, "session.refuse", "second-factor");
    throw wrongSecondFactor(answer);
  }
  await attempt.forgive();
}

async function recordFailure(
  caller: Caller,
  user: Known | null,
  action: string,
  wrong: "password" | "second-factor" | "way" | null,
): Promise<void> {
  await caller.transact((ctx) => {
    ctx.audit({
      action,
      target: { type: "user", id: user?.id ?? "unknown" },
      company: user?.company_id ?? null,
      ...(wrong === null ? {} : { after: { wrong }, result: "refused" as const }),
    });
    return Promise.resolve();
  });
}
