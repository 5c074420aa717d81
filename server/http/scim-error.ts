import type { FastifyReply } from "fastify";
import { statusOf } from "#contract/kernel/errors.ts";
import type { ErrorBody } from "#contract/kernel/errors.ts";
import { scimPath, urns } from "#contract/identity/scim.ts";

export const scimType = "application/scim+json; charset=utf-8";

export function isScim(url: string): boolean {
  return url === scimPath || url.startsWith(`${scimPath}/`);
}

/** An error for directories (RFC 7644, section 3.12). `kind` if the status alone is not specific enough. */
export function sendScimError(reply: FastifyReply, { error, code }: ErrorBody, kind: string | undefined) {
  const status = statusOf[code];
  const known = { invalid: "invalidValue", conflict: "uniqueness" } as const;
  const scimType = kind ?? (code === "invalid" || code === "conflict" ? known[code] : undefined);
  // RFC 6750: how to authenticate
  if (status === 401) reply.header("www-authenticate", "Bearer");
  return reply.code(status).send({
    schemas: [urns.error],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: error,
  });
}
