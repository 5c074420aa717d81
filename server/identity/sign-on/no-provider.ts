import { AppError } from "#server/platform/errors.ts";

export function noProvider(): AppError {
  return new AppError("conflict", "This company has no identity provider yet. Set one up first.");
}
