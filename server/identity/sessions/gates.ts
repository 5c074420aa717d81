import { AppError } from "#server/platform/errors.ts";
import type { AccountState } from "./authenticate.ts";

/**
 * Until the temporary password is changed, the terms are accepted and a required second factor is set up, everything
 * else is refused, on every path.
 */
export function checkGates(session: AccountState, call: { beforeSecondFactor?: boolean }): void {
  if (session.mustChangePassword) {
    throw new AppError("password_change_required", "Choose your own password first.");
  }
  if (!session.hasAcceptedTerms) {
    throw new AppError("terms_not_accepted", "Accept the Terms of Service and the Privacy Policy first.");
  }
  if (session.mustSetUpSecondFactor && call.beforeSecondFactor !== true) {
    throw new AppError(
      "second_factor_setup_required",
      session.person.role === "super_admin"
        ? "Super admins need two-step verification. Set it up first."
        : "Your company requires two-step verification for administrators. Set it up first.",
    );
  }
}
