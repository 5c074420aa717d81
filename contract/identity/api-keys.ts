import { z } from "zod";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { keyScopes, widgetScope } from "#contract/kernel/permissions.ts";
import { Done, Id, IdParams, PathId, requiredText, Timestamp } from "#contract/kernel/values.ts";
import { AllowedOrigins } from "./origins.ts";

export const about = "Keys for other programs, which call under /api/v1";

/** A key in a form that secret scanners recognize: its own prefix, then 256 random bits as base64url. */
export const keyPattern = /^fnk_[A-Za-z0-9_-]{43}$/;

export const mostKeyThemes = 200;

/** An address or network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export const Network = z
  .string()
  .trim()
  .max(60)
  .refine(
    (value) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(value).success),
    "Enter an address or a network, like 203.0.113.7 or 203.0.113.0/24.",
  );

export const ApiKey = z.object({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  name: z.string(),
  lastFour: z.string(),
  scopes: z.array(z.enum([...keyScopes, widgetScope])),
  themes: z.array(z.object({ id: Id, name: z.string() })),
  addresses: z.array(z.string()).describe("Networks the key can be used from; empty: anywhere"),
  allowedOrigins: z
    .array(z.string())
    .describe("Websites whose pages can use the key in a browser; empty: none, the key belongs on a server"),
  widget: z
    .object({
      key: z.string().describe("Stands in the page that embeds the widget"),
      visitorQuestionsPerHour: z.number().int().describe("Questions of one visitor in an hour"),
      questionsPerDay: z.number().int().describe("Questions of all visitors in a day"),
    })
    .nullable()
    .describe("For the key of a widget; null for all others"),
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  status: z.enum(["active", "expired", "revoked"]),
});
export type ApiKey = z.output<typeof ApiKey>;

export const listApiKeys = endpoint({
  method: "GET",
  path: "/api/keys",
  permission: "key:list",
  summary: "API keys of a company, newest first",
  query: z.object({ companyId: PathId.optional() }),
  output: z.array(ApiKey),
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/api/keys",
  permission: "key:edit",
  summary: "Create an API key; the response shows the key once, and it is not stored",
  status: 201,
  stepUp: true,
  body: z.object({
    companyId: Id.optional().describe("The company of the key; required for super admins"),
    name: requiredText(120, "A key needs a name."),
    scopes: z
      .array(z.enum(keyScopes))
      .min(1, "Choose at least one scope.")
      .transform((scopes) => [...new Set(scopes)]),
    themeIds: z
      .array(Id)
      .min(1, "Choose at least one theme.")
      .max(mostKeyThemes, `Choose at most ${mostKeyThemes} themes.`)
      .transform((ids) => [...new Set(ids)])
      .describe("The themes the key can access"),
    addresses: z.array(Network).max(50, "Use at most 50 networks.").default([]),
    allowedOrigins: AllowedOrigins.default([]).describe(
      "Exact origins, such as `https://www.example.com`, whose pages can use the key in a browser; there, visitors can read it. Empty: it works outside of browsers only",
    ),
    expiresAt: z.iso.datetime().nullable().default(null).describe("null: until it is revoked"),
  }),
  output: z.object({ key: ApiKey, secret: z.string().describe("Shown once") }),
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/api/keys/:id",
  permission: "key:edit",
  summary: "Revoke an API key; its next call is refused",
  params: IdParams,
  output: Done,
});
