import type { Input, Result } from "#contract/kernel/endpoint.ts";
import type { getProof as getContract, prove as contract } from "#contract/identity/sessions.ts";
import { personOf, type Caller, type Context } from "#server/kernel/context.ts";
import { invalid } from "#server/platform/errors.ts";
import { findFactor } from "#server/identity/second-factor/shared-store.ts";
import { isAnswered, spendFactor, wrongInSession } from "#server/identity/second-factor/spend.ts";
import { countInSession } from "#server/identity/users/attempts.ts";
import { checkOwnPassword } from "#server/identity/users/check-own-password.ts";
import { isFresh, proofValidUntil } from "./proof.ts";
import { findProof, renewProof } from "./store.ts";

export async function getProof(ctx: Context): Promise<Result<typeof getContract>> {
  const provedAt = (await findProof(ctx, personOf(ctx).sessionId)) ?? new Date(0);
  return { isFresh: isFresh(provedAt, ctx.now), validUntil: proofValidUntil(provedAt) };
}

/**
 * The password again, with the second factor if it is on; counted like every secret within a session.
 * @throws AppError invalid, limit_exceeded
 */
export async function prove(
  caller: Caller,
  { password, ...answer }: Input<typeof contract>,
): Promise<Result<typeof contract>> {
  const person = personOf(caller);
  await checkOwnPassword(caller, person, password);
  const factor = await caller.transact((ctx) => findFactor(ctx, person.id));
  const isOn = factor?.isOn === true;
  if (isOn && !isAnswered(answer))
    throw invalid(
      "code",
      "Use your passkey, or enter the code of your authenticator app or a recovery code.",
    );
  const attempt = await countInSession(caller, person.sessionId);
  const provedAt = await caller.transact(async (ctx) => {
    if (isOn && !(await spendFactor(ctx, person, answer))) throw wrongInSession(answer);
    await renewProof(ctx, person.sessionId);
    ctx.audit({
      action: "session.prove",
      target: { type: "session", id: person.sessionId },
      company: person.companyId,
      after: { secondFactor: isOn },
    });
    return ctx.now;
  });
  await attempt.forgive();
  return { isFresh: true, validUntil: proofValidUntil(provedAt) };
}
