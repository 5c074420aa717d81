import { AppError } from "#server/errors.ts";

/** Alike for an account of the own company and of another: an address signs in to one account only. */
export function addressTaken(): AppError {
  return new AppError("conflict", "A user with this email already exists.");
}
