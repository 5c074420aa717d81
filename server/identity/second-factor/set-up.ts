import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/identity/second-factor.ts";
import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import type { Person } from "#server/kernel/actor.ts";
import { AppError } from "#server/platform/errors.ts";
import { countInSession } from "#server/identity/users/attempts.ts";
import { checkOwnPassword } from "#server/identity/users/check-own-password.ts";
import { endSessions } from "#server/identity/open-sessions/shared-store.ts";
import { addressOf, newRecoveryCodes, newSecret, readCode } from "./codes.ts";
import { confirmFactor, deleteFactor, replaceRecoveryCodes, startFactor } from "./store.ts";
import { findFactor } from "./shared-store.ts";
import { spendCode, spendFactor, wrongInSession } from "./spend.ts";

/** Asks for the password again: an unattended screen may be used by someone else. */
export async function beginSecondFactor(
  caller: Caller,
  { password }: Input<typeof contract.beginSecondFactor>,
): Promise<Result<typeof contract.beginSecondFactor>> {
  const person = personOf(caller);
  await checkOwnPassword(caller, person, password);
  const secret = newSecret();
  await caller.transact(async (ctx) => {
    if (!(await startFactor(ctx, person, secret)))
      throw new AppError("conflict", "Two-step verification is already on. Turn it off first.");
    audit(ctx, person, "second-factor.begin");
  });
  return { secret, address: addressOf(secret, person.email) };
}

/** On with the first valid code; all other sessions of the person end. */
export async function confirmSecondFactor(
  caller: Caller,
  { code }: Input<typeof contract.confirmSecondFactor>,
): Promise<Result<typeof contract.confirmSecondFactor>> {
  const person = personOf(caller);
  const attempt = await countInSession(caller, person.sessionId);
  const recoveryCodes = newRecoveryCodes();
  await caller.transact(async (ctx) => {
    const factor = await findFactor(ctx, person.id);
    if (factor === null) throw new AppError("conflict", "Start setting up two-step verification first.");
    if (factor.isOn)
      throw new AppError("conflict", "Two-step verification is already on. Turn it off first.");
    if (readCode(code).kind !== "app" || !(await spendCode(ctx, person, code)))
      throw wrongInSession({ code });
    if (!(await confirmFactor(ctx, person.id))) throw wrongInSession({ code });
    await replaceRecoveryCodes(ctx, person, recoveryCodes);
    await endSessions(ctx, person.id, { keep: person.sessionId });
    audit(ctx, person, "second-factor.switch-on");
  });
  await attempt.forgive();
  return { recoveryCodes };
}

export async function renewRecoveryCodes(
  caller: Caller,
  { password, ...answer }: Input<typeof contract.renewRecoveryCodes>,
): Promise<Result<typeof contract.renewRecoveryCodes>> {
  const recoveryCodes = newRecoveryCodes();
  await withBoth(caller, password, answer, async (ctx, person) => {
    await replaceRecoveryCodes(ctx, person, recoveryCodes);
    audit(ctx, person, "second-factor.renew-recovery-codes");
  });
  return { recoveryCodes };
}

export async function removeSecondFactor(
  caller: Caller,
  { password, ...answer }: Input<typeof contract.removeSecondFactor>,
): Promise<Result<typeof contract.removeSecondFactor>> {
  await withBoth(caller, password, answer, async (ctx, person) => {
    await deleteFactor(ctx, person.id);
    await endSessions(ctx, person.id, { keep: person.sessionId });
    audit(ctx, person, "second-factor.switch-off");
  });
  return { success: true };
}

/** Password and second factor together; a wrong one uses up only an attempt. */
async function withBoth(
  caller: Caller,
  password: string,
  answer: Parameters<typeof spendFactor>[2],
  change: (ctx: Context, person: Person) => Promise<void>,
): Promise<void> {
  const person = personOf(caller);
  await checkOwnPassword(caller, person, password);
  const attempt = await countInSession(caller, person.sessionId);
  await caller.transact(async (ctx) => {
    if ((await findFactor(ctx, person.id))?.isOn !== true)
      throw new AppError("conflict", "Two-step verification is not on.");
    if (!(await spendFactor(ctx, person, answer))) throw wrongInSession(answer);
    await change(ctx, person);
  });
  await attempt.forgive();
}

function audit(ctx: Context, person: Person, action: string): void {
  ctx.audit({ action, target: { type: "user", id: person.id }, company: person.companyId });
}
