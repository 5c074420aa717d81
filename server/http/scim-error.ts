import { statusOf, type ErrorBody } from "#contract/kernel/errors.ts";
import { scimPath, urns, type ScimError } from "#contract/identity/scim.ts";

export function isScim(url: string): boolean {
  return url === scimPath || url.startsWith(`${scimPath}/`);
}

/** An error for directories (RFC 7644, section 3.12). `kind` if the status alone is not specific enough. */
export function scimErrorOf({ error, code }: ErrorBody, kind: string | undefined): ScimError {
  const known = { invalid: "invalidValue", conflict: "uniqueness" } as const;
  const scimType = kind ?? (code === "invalid" || code === "conflict" ? known[code] : undefined);
  return {
    schemas: [urns.error],
    status: String(statusOf[code]),
    ...(scimType === undefined ? {} : { scimType }),
    detail: error,
  };
}
