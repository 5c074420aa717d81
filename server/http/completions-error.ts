import { completionsPath } from "#contract/answering/completions.ts";
import { statusOf, type ErrorBody, type ErrorCode } from "#contract/kernel/errors.ts";

export { completionsPath };

export function isCompletions(url: string): boolean {
  return url === completionsPath || url.startsWith(`${completionsPath}/`);
}

/** Codes that clients of the protocol know; others are ours. */
const known: Partial<Record<ErrorCode, string>> = {
  unauthenticated: "invalid_api_key",
  not_found: "model_not_found",
  limit_exceeded: "rate_limit_exceeded",
  internal: "server_error",
};

function typeOf(status: number): string {
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/** The protocol's error body. */
export function completionsError({ error, code, fields }: Pick<ErrorBody, "error" | "code" | "fields">) {
  const [param = null] = Object.keys(fields ?? {});
  return { error: { message: error, type: typeOf(statusOf[code]), param, code: known[code] ?? code } };
}
