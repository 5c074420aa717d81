import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import {
  Done,
  Email,
  Id,
  IdParams,
  KnownVersion,
  PathId,
  prose,
  requiredText,
  text,
  Timestamp,
  Version,
} from "#contract/kernel/values.ts";
import { login } from "./sessions.ts";

export const about = "Single sign-on through a company's own identity provider";
export const screens = ["/sign-on"];

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

/** Names of the attributes in an assertion; empty: those that the usual providers send. */
export const SamlAttributes = z.object({
  subject: text(200).describe("Identifies a person and is never reassigned; empty: the persistent NameID"),
  email: text(200),
  firstName: text(200),
  lastName: text(200),
});
export type SamlAttributes = z.output<typeof SamlAttributes>;

const common = {
  name: requiredText(80, "Give the identity provider a name people will recognize."),
  isActive: z.boolean().describe("People of the verified domains can sign in through it"),
  isEnforced: z.boolean().describe("Passwords are refused, except for the break-glass account"),
  createsPeople: z.boolean().describe("People without an account get one when they first sign in"),
  workspaceIds: z
    .array(Id)
    .max(200)
    .describe("Workspaces of people without a matching group rule, added at sign-in or over SCIM"),
  groupsClaim: text(100).describe(
    "The claim or attribute that lists a person's groups; empty: groups are not read at sign-in, but the rules still apply to groups sent over SCIM",
  ),
  rules: z.array(GroupRule).max(mostRules, `Use at most ${mostRules} rules.`),
  breakGlassUserId: Id.nullable().describe("An administrator whose password keeps working"),
};

const oidc = {
  issuer: z
    .url({ protocol: /^https?$/, error: "Enter the issuer's address, like https://login.example.com." })
    .max(500)
    .describe("As spelled in the provider's own discovery document"),
  clientId: requiredText(300, "Enter the client ID."),
};

const tokens = {
  acceptsTokens: z
    .boolean()
    .describe(
      "Assistants may ask as a person, with an access token that the provider issued to them, over the Model Context Protocol",
    ),
  tokenAudience: text(500)
    .refine((audience) => !/\s/.test(audience), "An audience has no spaces.")
    .describe("The audience of accepted access tokens; empty: the assistants' address"),
  requiresScopes: z
    .boolean()
    .describe(
      "A token must carry the scopes of what it is used for; if off, a token without any of them carries all",
    ),
};

/** Enough for a change of certificates at a provider with several signing keys. */
const mostCertificates = 5;

/** The contents of a provider's metadata document. */
export const SamlSettings = z.object({
  entityId: requiredText(1000, "Enter the entity ID.").describe("As spelled in the provider's own metadata"),
  signInUrl: z
    .url({ protocol: /^https?$/, error: "Enter the sign-in address, like https://login.example.com/saml." })
    .max(1000)
    .describe("Where people are sent, by the HTTP-Redirect binding"),
  certificates: z
    .array(prose(10_000))
    .min(1, "Enter the certificate that your identity provider signs with.")
    .max(mostCertificates, `Enter at most ${mostCertificates} certificates.`)
    .describe("All certificates that the provider may sign with, as PEM"),
});
export type SamlSettings = z.output<typeof SamlSettings>;

export const SamlCertificate = z.object({
  pem: z.string().describe("The certificate, as PEM"),
  fingerprint: z.string().describe("SHA-256"),
  endsAt: Timestamp.describe("When it expires; the provider needs a new one by then"),
});
export type SamlCertificate = z.output<typeof SamlCertificate>;

export const SamlKey = SamlCertificate.extend({
  endsAt: Timestamp.describe("Replace the key by then"),
  isInUse: z
    .boolean()
    .describe("Requests are signed with it; assertions may be encrypted for it or for the waiting key"),
});
export type SamlKey = z.output<typeof SamlKey>;

export const SignOnProvider = z.discriminatedUnion("protocol", [
  z.object({
    protocol: z.literal("oidc").describe("OpenID Connect"),
    ...common,
    ...oidc,
    hasSecret: z.boolean(),
    ...tokens,
  }),
  z.object({
    protocol: z.literal("saml").describe("SAML 2.0"),
    ...common,
    ...SamlSettings.shape,
    attributes: SamlAttributes,
    certificates: z.array(SamlCertificate).describe("A response must be signed by one of them"),
    keys: z
      .array(SamlKey)
      .describe(
        "Our keys, whose certificates the provider needs for signed requests and encrypted assertions",
      ),
  }),
]);
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
  version: Version.describe("Of the provider; 0: there is none"),
  domains: z.array(SignOnDomain),
  redirectUrl: z.string().describe("To enter in an OpenID Connect provider"),
  logoutUrl: z.string().describe("For back-channel logout of OpenID Connect"),
  assistantUrl: z
    .string()
    .describe(
      "To enter in an assistant: the company's server of the Model Context Protocol, open while tokens are accepted",
    ),
  saml: z
    .object({
      entityId: z.string().describe("Also the audience of assertions"),
      acsUrl: z.string().describe("The assertion consumer service, by HTTP-POST"),
      metadataUrl: z.string().describe("Contains both, for providers that read them"),
    })
    .describe("To enter in a SAML provider"),
});
export type SignOn = z.output<typeof SignOn>;

/** Characters in base64; a response with 150 groups, the most that Entra ID sends, has 30,000. */
const mostResponse = 250_000;

/** Characters; documents of directories with several certificates have 70,000. */
const mostMetadata = 250_000;

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
    protocol: z
      .enum(["oidc", "saml"])
      .optional()
      .describe("OpenID Connect or SAML 2.0; switching to the other requires all its settings"),
    name: common.name.optional(),
    issuer: oidc.issuer.optional(),
    clientId: oidc.clientId.optional(),
    clientSecret: text(1000)
      .optional()
      .describe("Stored encrypted and never shown; an empty string removes it"),
    acceptsTokens: tokens.acceptsTokens.optional(),
    tokenAudience: tokens.tokenAudience.optional(),
    requiresScopes: tokens.requiresScopes.optional(),
    metadata: prose(mostMetadata)
      .optional()
      .describe("The SAML provider's metadata document, instead of the next three"),
    ...SamlSettings.partial().shape,
    attributes: SamlAttributes.optional(),
    isActive: common.isActive.optional(),
    isEnforced: common.isEnforced.optional(),
    createsPeople: common.createsPeople.optional(),
    workspaceIds: common.workspaceIds.optional(),
    groupsClaim: common.groupsClaim.optional(),
    rules: common.rules.optional(),
    breakGlassUserId: common.breakGlassUserId.optional(),
    version: KnownVersion,
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

export const changeSamlKey = endpoint({
  method: "POST",
  path: "/api/sign-on/saml-key",
  permission: "sign-on:edit",
  summary: "Make, use or remove a key for signed requests and encrypted assertions",
  details:
    "A new key waits until it is used: enter its certificate at the provider first. It then replaces the one in use, if any. Removing takes the waiting key, or else the one in use.",
  stepUp: true,
  body: z.object({
    companyId: Id.optional().describe("Required for super admins"),
    step: z
      .enum(["make", "use", "remove"])
      .describe("Make a waiting key, use the waiting one, or remove the waiting one, else the one in use"),
  }),
  output: SignOn,
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
  namesThings: true,
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
    query: z
      .string()
      .max(8000)
      .describe("The query of the redirect, unchanged: `?code=…&state=…` or `?saml=…`"),
  }),
  output: login.output,
});

export const receiveSamlResponse = endpoint({
  method: "POST",
  path: "/api/auth/sign-on/saml/:id",
  permission: "public",
  summary: "Where a SAML provider sends its response, for the company with this id",
  details:
    "The assertion consumer service of SAML 2.0, binding HTTP-POST: the browser sends the form from the provider's page. Redirects to the screen that finishes the sign-in, which also shows a refusal.",
  limit: "sign-in",
  fromOtherSites: true,
  sends: "form",
  answers: "redirect",
  status: 303,
  params: IdParams,
  body: z.object({
    SAMLResponse: z.string().min(1).max(mostResponse).describe("The provider's response, in base64"),
  }),
});

export const getSamlMetadata = endpoint({
  method: "GET",
  path: "/api/auth/sign-on/saml/:id/metadata",
  permission: "public",
  summary: "Our SAML metadata for the identity provider of the company with this id",
  details:
    "Made from the id and the certificates of the company's keys. Without a key it does not reveal whether the company exists.",
  answers: "xml",
  params: IdParams,
});

export const endSignOn = endpoint({
  method: "POST",
  path: "/api/auth/sign-on/logout",
  permission: "public",
  summary: "Back-channel logout: the identity provider ends a person's sessions",
  details: "OpenID Connect Back-Channel Logout 1.0.",
  limit: "sign-in",
  sends: "form",
  body: z.object({ logout_token: z.string().min(1).max(8000) }),
  output: Done,
});
