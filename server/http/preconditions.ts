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
      "If-None-Match was sent, and this document already exists. Nothing was changed.",
    );
}

/**
 * Whether a read may answer 304: its If-None-Match names what the caller has (RFC 9110, 13.1.2), compared weakly.
 * @param etags with their quotes; each names the response
 */
export function isKnown({ "if-none-match": known }: IncomingHttpHeaders, etags: string[]): boolean {
  if (known === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, "");
  const wanted = etags.map(plain);
  return known.trim() === "*" || known.split(",").some((tag) => wanted.includes(plain(tag)));
}

function names(header: string, etag: string | null): boolean {
  if (etag === null) return false;
  const ofShown = `${etag.slice(0, -1)}.`;
  const tags = header.split(",").map((tag) => tag.trim());
  return header.trim() === "*" || tags.some((tag) => tag === etag || tag.startsWith(ofShown));
}

/** The tag of what is shown of something: it changes with every field, and stands for `etag` in a precondition, too. */
export const etagOfShown = (etag: string, digest: string) => `${etag.slice(0, -1)}.${digest}"`;
