import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Done, Id, IdParams, PathId, requiredText, Timestamp } from "#contract/kernel/values.ts";

export const about = "Tokens for a company's directory, which calls under /api/scim/v2";

/** A token in a form that secret scanners recognize: its own prefix, then 256 random bits as base64url. */
export const scimTokenPattern = /^fns_[A-Za-z0-9_-]{43}$/;

export const ScimToken = z.object({
  id: Id,
  companyId: Id,
  name: z.string().describe("Recorded as the actor of the directory's changes"),
  lastFour: z.string().describe("The last four characters of the token"),
  createdBy: z.string().describe("The administrator who created it"),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable().describe("null: until it is revoked"),
  lastUsedAt: Timestamp.nullable().describe("Exact to the minute; null: never used"),
  status: z.enum(["active", "expired", "revoked"]),
});
export type ScimToken = z.output<typeof ScimToken>;

export const listScimTokens = endpoint({
  method: "GET",
  path: "/api/sign-on/scim-tokens",
  permission: "sign-on:edit",
  summary: "A company's SCIM tokens, newest first, and the address the directory calls",
  query: z.object({ companyId: PathId.optional() }),
  output: z.object({
    baseUrl: z.string().describe("To enter in the directory"),
    tokens: z.array(ScimToken),
  }),
});

export const createScimToken = endpoint({
  method: "POST",
  path: "/api/sign-on/scim-tokens",
  permission: "sign-on:edit",
  summary: "Create a SCIM token; the response shows the token once, and it is not stored",
  status: 201,
  stepUp: true,
  body: z.object({
    companyId: Id.optional().describe("The company of the token; required for super admins"),
    name: requiredText(120, "A token needs a name."),
    expiresAt: z.iso.datetime().nullable().default(null).describe("null: until it is revoked"),
  }),
  output: z.object({ token: ScimToken, secret: z.string().describe("Shown once") }),
});

export const revokeScimToken = endpoint({
  method: "DELETE",
  path: "/api/sign-on/scim-tokens/:id",
  permission: "sign-on:edit",
  summary: "Revoke a SCIM token; its next call is refused",
  params: IdParams,
  output: Done,
});
