import { statusOf, type ErrorBody, type ErrorCode } from "#contract/kernel/errors.ts";
import { programPath } from "#contract/answering/programs.ts";

export { programPath };

const titles: Record<ErrorCode, string> = {
  invalid: "The input is not valid",
  unauthenticated: "Not authenticated",
  second_factor_required: "Two-step verification is required",
  forbidden: "Not permitted",
  password_change_required: "The password must be changed",
  terms_not_accepted: "The terms were not accepted",
  second_factor_setup_required: "Two-step verification must be set up",
  proof_required: "The password is required again",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  timed_out: "The request took too long to arrive",
  conflict: "In conflict with the current state",
  changed_meanwhile: "Changed by someone else in the meantime",
  precondition_failed: "Changed in the meantime",
  too_large: "Too large",
  unsupported_type: "Unsupported type",
  limit_exceeded: "Too many calls",
  headers_too_large: "The headers are too large",
  internal: "Server error",
  unavailable: "Temporarily unavailable",
};

export const mcpPath = "/mcp";

/** The headers of the protocol that are read; its session's, too, which clients of 2025 send. */
export const mcpHeaders = ["mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name"];

export function isForPrograms(url: string): boolean {
  return url.startsWith(programPath) || isMcp(url);
}

/** The Model Context Protocol for keys, and below it each company's own server for people's tokens. */
function isMcp(url: string): boolean {
  return url === mcpPath || url.startsWith(`${mcpPath}/`);
}

/**
 * An error for programs (RFC 9457): `title` by kind, `detail` for a person, `errors` by field, our `code`,
 * `requestId`, and the files of an upload that were `refused`.
 */
export const problemOf = ({ error, code, fields, refused, requestId }: ErrorBody) => ({
  type: "about:blank",
  title: titles[code],
  status: statusOf[code],
  detail: error,
  code,
  requestId,
  ...(refused && { refused }),
  ...(fields === undefined
    ? {}
    : { errors: Object.entries(fields).map(([field, detail]) => ({ field, detail })) }),
});
