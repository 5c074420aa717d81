import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#server/platform/errors.ts";

/**
 * If-Match and If-None-Match of a write (RFC 9110, 13.1), compared strongly.
 * @param etag with its quotes; null: there is nothing yet
 * @throws AppError precondition_failed
 */
export function checkPreconditions(headers: IncomingHttpHeaders, etag: string | null): void {
  const { "if-match": wanted, "if-none-match": unwanted } = headers;
  if (wanted !== undefined && !names(wanted, etag))
    throw new AppError(
      "precondition_failed",
      etag === null
        ? "If-Match was sent, and there is no such document. Nothing was changed."
        : "The document has changed since you read it. Nothing was changed. Read it again, then decide.",
    );
  if (unwanted !== undefined && names(unwanted, etag))
    throw new AppError(
      "precondition_failed",
      "If-None-Match was sent, and there is such a document already. Nothing was changed.",
    );
}

function names(header: string, etag: string | null): boolean {
  if (etag === null) return false;
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim() === etag);
}
