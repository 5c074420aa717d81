import { invalid } from "#server/platform/errors.ts";

const keys = /^[\x21-\x7e]{1,255}$/;
export const repeatKeyPattern = keys.source;

/** The value of the Idempotency-Key header; null without one. @throws AppError invalid */
export function repeatKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !keys.test(header))
    throw invalid("Idempotency-Key", "Use 1 to 255 printable characters without spaces.");
  return header;
}
