import type { Context } from "#server/context.ts";
import { AppError, wrongSecret } from "#server/errors.ts";
import { readCode, stepOf } from "./codes.ts";
import { takeRecoveryCode, takeStep } from "./store.ts";
import { findFactor } from "./shared-store.ts";

/** Spends a code of the app or a recovery code; false when it is wrong or was used before. */
export async function useCode(
  ctx: Context,
  user: { id: number; companyId: number | null },
  typed: string,
): Promise<boolean> {
  const factor = await findFactor(ctx, user.id);
  if (factor === null) return false;
  const { kind, code } = readCode(typed);
  if (kind === "app") {
    const step = stepOf(factor.secret, code, ctx.now);
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

export function askForCode(): AppError {
  return new AppError(
    "second_factor_required",
    "Enter the code of your authenticator app, or one of your recovery codes.",
  );
}

export function wrongCode(): AppError {
  return new AppError(
    "second_factor_required",
    "This code is incorrect or was used already. Enter the next one.",
  );
}

/** The same inside a session, where the person goes on being signed in. */
export function wrongCodeInSession(): AppError {
  return wrongSecret("code", "This code is incorrect or was used already. Enter the next one.");
}
