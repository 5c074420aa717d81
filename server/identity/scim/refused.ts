import { AppError } from "#server/platform/errors.ts";

/** Error types of RFC 7644, section 3.12, for status 400. */
type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany";

export function refused(scimType: ScimType, sentence: string): AppError {
  return new AppError("invalid", sentence, { scimType });
}
