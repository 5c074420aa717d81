import { z } from "zod";
import { PasskeyRequest } from "./passkeys.ts";
import { Timestamp, Version } from "./values.ts";

/** The closed list of error codes and their HTTP statuses. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  second_factor_required: 401,
  forbidden: 403,
  password_change_required: 403,
  terms_not_accepted: 403,
  second_factor_setup_required: 403,
  proof_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  changed_meanwhile: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  limit_exceeded: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;
export const errorCodes = Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]];

/** What others changed in a row since the version that a caller knows. */
export const Meanwhile = z.object({
  version: Version.describe("Of the row now"),
  changes: z
    .array(
      z.object({
        field: z.string().describe("As the PUT names it"),
        value: z.unknown().optional().describe("The value now; absent for a secret"),
        by: z.string().nullable().describe("Who changed it; null: a directory, the program or not known"),
        at: Timestamp.nullable(),
      }),
    )
    .describe("Fields that changed since the version known, in no order"),
});
export type Meanwhile = z.output<typeof Meanwhile>;

/** A file of an upload that was not taken. */
export const RefusedFile = z.object({
  name: z.string().describe("The name the file was sent with"),
  reason: z.string().describe("Why it was not taken, as a sentence"),
});
export type RefusedFile = z.output<typeof RefusedFile>;

/** Body of every unsuccessful response (docs/specification/conventions.md). */
export const ErrorBody = z.object({
  error: z.string().describe("A sentence for the user"),
  code: z.enum(errorCodes),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe("What is wrong with each field"),
  meanwhile: Meanwhile.optional().describe("With changed_meanwhile: what others changed"),
  refused: z.array(RefusedFile).optional().describe("Of an upload for programs: each file, with its reason"),
  passkey: PasskeyRequest.optional().describe("With second_factor_required, if the person has passkeys"),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
