import type { z } from "zod";
import type { ErrorBody } from "#contract/kernel/errors.ts";
import type { PasskeyAssertion } from "#contract/kernel/passkeys.ts";
import type { Context } from "#server/kernel/context.ts";
import { AppError, wrongSecret } from "#server/platform/errors.ts";
import { readCode, stepOf } from "./codes.ts";
import { countUse, keepChallenge, listPasskeys, takeChallenge } from "./passkey-store.ts";
import { takeRecoveryCode, takeStep } from "./store.ts";
import { readAssertion, requestOptions } from "./webauthn.ts";
import { findFactor } from "./shared-store.ts";

type Owner = { id: number; companyId: number | null };
type Answer = { code?: string | undefined; passkey?: z.output<typeof PasskeyAssertion> | undefined };

/** Whether the person has responded to the question for the second factor at all. */
export function isAnswered({ code, passkey }: Answer): boolean {
  return passkey !== undefined || (code ?? "").trim() !== "";
}

/** Spends an app code, a recovery code or a passkey's challenge; false if it is wrong or was used before. */
export function spendFactor(ctx: Context, user: Owner, { code, passkey }: Answer): Promise<boolean> {
  return passkey === undefined ? spendCode(ctx, user, code ?? "") : spendPasskey(ctx, user, passkey);
}

/** Spends an app code or a recovery code. */
export async function spendCode(ctx: Context, user: Owner, typed: string): Promise<boolean> {
  const factor = await findFactor(ctx, user.id);
  if (factor === null) return false;
  const { kind, code } = readCode(typed);
  if (kind === "app") {
    const step = factor.secret === null ? null : stepOf(factor.secret, code, ctx.now);
    return step !== null && (await takeStep(ctx, user.id, step));
  }
  if (!factor.isOn || !(await takeRecoveryCode(ctx, user.id, code))) return false;
  ctx.audit({
    action: "second-factor.use-recovery-code",
    target: { type: "user", id: user.id },
    company: user.companyId,
    after: { left: factor.codesLeft - 1 },
  });
  return true;
}

async function spendPasskey(
  ctx: Context,
  user: Owner,
  answer: z.output<typeof PasskeyAssertion>,
): Promise<boolean> {
  const id = Buffer.from(answer.id, "base64url");
  const passkey = (await listPasskeys(ctx, user.id)).find(({ credential_id }) => credential_id.equals(id));
  if (passkey === undefined) return false;
  const counter = await readAssertion(ctx.services.config.publicUrl, answer, passkey, (challenge) =>
    takeChallenge(ctx, user.id, "use", challenge),
  );
  return counter !== null && (await countUse(ctx, passkey, counter));
}

/** The challenge for one of the person's passkeys; undefined without one. */
export async function askForPasskey(ctx: Context, user: Owner): Promise<ErrorBody["passkey"]> {
  const passkeys = await listPasskeys(ctx, user.id);
  if (passkeys.length === 0) return undefined;
  const request = await requestOptions(ctx.services.config.publicUrl, passkeys);
  await keepChallenge(ctx, user, "use", request.challenge);
  return request;
}

/** @param passkey the challenge for one of the person's passkeys */
export function askForSecondFactor(passkey: ErrorBody["passkey"]): AppError {
  return new AppError(
    "second_factor_required",
    passkey === undefined
      ? "Enter the code of your authenticator app, or one of your recovery codes."
      : "Use your passkey, or enter a code.",
    { passkey },
  );
}

export function wrongSecondFactor(given: Answer): AppError {
  return new AppError("second_factor_required", given.passkey === undefined ? wrongCode : wrongPasskey);
}

const wrongCode = "This code is incorrect or has already been used. Enter the next one.";
const wrongPasskey = "This passkey was not accepted. Try again, or enter a code.";

/** The same within a session, where the person stays signed in. */
export function wrongInSession(given: Answer): AppError {
  return given.passkey === undefined ? wrongSecret("code", wrongCode) : wrongSecret("passkey", wrongPasskey);
}
