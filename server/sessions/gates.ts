import { AppError } from "#server/errors.ts";
import type { ActiveSession } from "./authenticate.ts";

/** Until the temporary password is changed and the terms are accepted, everything else is refused, on every path. */
export function checkGates(session: ActiveSession): void {
  if (session.mustChangePassword) {
    throw new AppError("password_change_required", "Choose a password of your own first.");
  }
  if (!session.hasAcceptedTerms) {
    throw new AppError("terms_not_accepted", "Accept the Terms of Service and the Privacy Policy first.");
  }
}
