import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Email, Id, IdParams, PathId, requiredText, text, Timestamp } from "./values.ts";
import { login } from "./sessions.ts";

export const mostRules = 100;

/**
 * A group of the identity provider, or of the directory that calls over SCIM, and its members' role here. The first
 * matching rule applies.
 */
export const GroupRule = z.object({
  group: requiredText(200, "Name the group as your identity provider does."),
  role: z.enum(["agent", "workspace_admin"]),
  workspaceIds: z.array(Id).min(1, "Choose at least one workspace.").max(200),
});
export type GroupRule = z.output<typeof GroupRule>;

const fields = {
  name: requiredText(80, "Give the identity provider a name that people know."),
  issuer: z
    .url({ protocol: /^https?$/, error: "Enter the issuer's address, like https://login.example.com." })
    .max(500)
    .describe("As spelled in the provider's own discovery document"),
  clientId: requiredText(300, "Enter the client ID."),
  isActive: z.boolean().describe("People of the verified domains can sign in through it"),
  isEnforced: z.boolean().describe("Passwords are refused, except for the break-glass account"),
  createsPeople: z.boolean().describe("People without an account get one when they first sign in"),
  workspaceIds: z
    .array(Id)
    .max(200)
    .describe("Workspaces of people without a matching group rule, added at sign-in or over SCIM"),
  groupsClaim: text(100).describe(
    "The claim that lists a person's groups; empty: groups are not read at sign-in, but the rules still apply to groups sent over SCIM",
  ),
  rules: z.array(GroupRule).max(mostRules, `Use at most ${mostRules} rules.`),
  breakGlassUserId: Id.nullable().describe("An administrator whose password keeps working"),
};

export const SignOnProvider = z.object({ ...fields, hasSecret: z.boolean() });
export type SignOnProvider = z.output<typeof SignOnProvider>;

export const SignOnDomain = z.object({
  id: Id,
  companyId: Id,
  domain: z.string(),
  record: z.string().describe("The TXT record that proves the domain"),
  verifiedAt: Timestamp.nullable(),
});
export type SignOnDomain = z.output<typeof SignOnDomain>;

export const SignOn = z.object({
  provider: SignOnProvider.nullable(),
  domains: z.array(SignOnDomain),
  redirectUrl: z.string().describe("To enter in the identity provider"),
  logoutUrl: z.string().describe("For back-channel logout"),
});
export type SignOn = z.output<typeof SignOn>;

export const getSignOn = endpoint({
  method: "GET",
  path: "/api/sign-on",
  permission: "sign-on:edit",
  summary: "A company's single sign-on: its identity provider and its domains",
  query: z.object({ companyId: PathId.optional() }),
  output: SignOn,
});

export const setSignOn = endpoint({
  method: "PUT",
  path: "/api/sign-on",
  permission: "sign-on:edit",
  summary: "Set or change a company's identity provider",
  stepUp: true,
  body: z.object({
    companyId: Id.optional().describe("Required for super admins"),
    name: fields.name.optional(),
    issuer: fields.issuer.optional(),
    clientId: fields.clientId.optional(),
    clientSecret: text(1000)
      .optional()
      .describe("Stored encrypted and never shown; an empty string removes it"),
    isActive: fields.isActive.optional(),
    isEnforced: fields.isEnforced.optional(),
    createsPeople: fields.createsPeople.optional(),
    workspaceIds: fields.workspaceIds.optional(),
    groupsClaim: fields.groupsClaim.optional(),
    rules: fields.rules.optional(),
    breakGlassUserId: fields.breakGlassUserId.optional(),
  }),
  output: SignOn,
});

export const removeSignOn = endpoint({
  method: "DELETE",
  path: "/api/sign-on",
  permission: "sign-on:edit",
  summary: "Remove the identity provider; people sign in with passwords again",
  stepUp: true,
  query: z.object({ companyId: PathId.optional() }),
  output: Done,
});

export const checkSignOn = endpoint({
  method: "POST",
  path: "/api/sign-on/check",
  permission: "sign-on:edit",
  summary: "Check the connection to the identity provider",
  body: z.object({ companyId: Id.optional().describe("Required for super admins") }),
  output: z.object({ ok: z.boolean(), message: z.string() }),
});

/** Lowercase labels, at least two; no IP address, no port. */
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, "Enter a domain, like example.com.");

export const addSignOnDomain = endpoint({
  method: "POST",
  path: "/api/sign-on/domains",
  permission: "sign-on:edit",
  summary: "Add a domain of the company's email addresses; a DNS record proves it",
  status: 201,
  body: z.object({ companyId: Id.optional().describe("Required for super admins"), domain: Domain }),
  output: SignOnDomain,
});

export const verifySignOnDomain = endpoint({
  method: "POST",
  path: "/api/sign-on/domains/:id/verify",
  permission: "sign-on:edit",
  summary: "Look for the DNS record that proves a domain",
  params: IdParams,
  output: SignOnDomain,
});

export const removeSignOnDomain = endpoint({
  method: "DELETE",
  path: "/api/sign-on/domains/:id",
  permission: "sign-on:edit",
  summary: "Remove a domain; its addresses no longer lead to the identity provider",
  stepUp: true,
  params: IdParams,
  output: Done,
});

export const beginSignOn = endpoint({
  method: "POST",
  path: "/api/auth/sign-on",
  permission: "public",
  summary: "Where an address signs in: the identity provider of its domain",
  details: "Depends only on the domain, so it does not reveal whether an account exists.",
  limit: "sign-in",
  body: z.object({ email: Email }),
  output: z.object({ url: z.string() }),
});

export const finishSignOn = endpoint({
  method: "POST",
  path: "/api/auth/sign-on/finish",
  permission: "public",
  summary: "Sign in with the identity provider's response",
  limit: "sign-in",
  body: z.object({
    query: z.string().max(8000).describe("The query of the redirect, unchanged: `?code=…&state=…`"),
  }),
  output: login.output,
});

export const endSignOn = endpoint({
  method: "POST",
  path: "/api/auth/sign-on/logout",
  permission: "public",
  summary: "Back-channel logout: the identity provider ends a person's sessions",
  details:
    "OpenID Connect Back-Channel Logout 1.0. Accepts `application/x-www-form-urlencoded`, as providers send it.",
  limit: "sign-in",
  body: z.object({ logout_token: z.string().min(1).max(8000) }),
  output: Done,
});
