import type { ErrorBody, ErrorCode } from "#contract/errors.ts";

/**
 * What goes wrong in a way the caller can understand. The message is a sentence for the person who reads it and
 * holds nothing of another company.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** With second_factor_required: what a passkey would have to sign. */
  readonly passkey: ErrorBody["passkey"];
  /** What a SCIM error calls it (RFC 7644, section 3.12), where its status alone does not say. */
  readonly scimType: string | undefined;
  /** Says something about who tried what, and goes into the record (`admission/refusal.ts`). */
  readonly isRecorded: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      isRecorded?: boolean;
      passkey?: ErrorBody["passkey"];
      scimType?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.passkey = extra.passkey;
    this.scimType = extra.scimType;
    this.isRecorded = extra.isRecorded ?? false;
  }
}

/** The same answer for what is absent and for what belongs to somebody else. */
export function notFound(): AppError {
  return new AppError("not_found", "Not found, or you don't have access.");
}

/** null for what is absent or out of reach; any other failure stays one. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

export function forbidden(): AppError {
  return new AppError("forbidden", "You don't have permission to do this.");
}

export function invalid(field: string, message: string): AppError {
  return new AppError("invalid", message, { fields: { [field]: message } });
}

/** A password or code that was wrong, in the words of its field. */
export function wrongSecret(field: string, message: string): AppError {
  return new AppError("invalid", message, { fields: { [field]: message }, isRecorded: true });
}

export function unavailable(message: string, cause?: unknown): AppError {
  return new AppError("unavailable", message, { cause });
}
