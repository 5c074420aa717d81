import type { ErrorBody, ErrorCode } from "#contract/kernel/errors.ts";

/** Errors the caller can understand. The message is a sentence for the user and contains nothing of another company. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** With second_factor_required: the challenge for a passkey. */
  readonly passkey: ErrorBody["passkey"];
  /** With changed_meanwhile: what others changed. */
  readonly meanwhile: ErrorBody["meanwhile"];
  /** Of an upload of which nothing was taken. */
  readonly refused: ErrorBody["refused"];
  /** The SCIM error type (RFC 7644, section 3.12), if the status alone is not specific enough. */
  readonly scimType: string | undefined;
  /** Shows who attempted what, and is recorded (`admission/refusal.ts`). */
  readonly isRecorded: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      isRecorded?: boolean;
      passkey?: ErrorBody["passkey"];
      meanwhile?: ErrorBody["meanwhile"];
      refused?: ErrorBody["refused"];
      scimType?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.passkey = extra.passkey;
    this.meanwhile = extra.meanwhile;
    this.refused = extra.refused;
    this.scimType = extra.scimType;
    this.isRecorded = extra.isRecorded ?? false;
  }
}

/** The same response for absent things and for someone else's. */
export function notFound(): AppError {
  return new AppError("not_found", "Not found, or you don't have access.");
}

/** null if absent or out of reach; other errors are rethrown. */
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

/** A wrong password or code, reported at its field and recorded. */
export function wrongSecret(field: string, message: string): AppError {
  return new AppError("invalid", message, { fields: { [field]: message }, isRecorded: true });
}

export function unavailable(message: string, cause?: unknown): AppError {
  return new AppError("unavailable", message, { cause });
}
