import { AppError } from "#server/platform/errors.ts";

/** The same for accounts of the caller's company and others: an address signs in to one account only. */
export function addressTaken(): AppError {
  return new AppError("conflict", "A user with this email already exists.");
}
