import { z } from "zod";
import type { EndpointSpec } from "./endpoint.ts";
import * as answers from "./answers.ts";
import * as apiKeys from "./api-keys.ts";
import * as companies from "./companies.ts";
import * as documents from "./documents.ts";
import * as examinations from "./examinations.ts";
import * as help from "./help.ts";
import * as holds from "./holds.ts";
import * as interactions from "./interactions.ts";
import * as leads from "./leads.ts";
import * as lookBack from "./look-back.ts";
import * as models from "./models.ts";
import * as notifications from "./notifications.ts";
import * as operation from "./operation.ts";
import * as health from "./health.ts";
import * as programs from "./programs.ts";
import * as record from "./record.ts";
import * as recordStream from "./record-stream.ts";
import * as reports from "./reports.ts";
import * as retention from "./retention.ts";
import * as search from "./search.ts";
import * as reviews from "./reviews.ts";
import * as scim from "./scim.ts";
import * as scimTokens from "./scim-tokens.ts";
import * as secondFactor from "./second-factor.ts";
import * as sessions from "./sessions.ts";
import * as signOn from "./sign-on.ts";
import * as themes from "./themes.ts";
import * as userImport from "./user-import.ts";
import * as users from "./users.ts";
import * as webhooks from "./webhooks.ts";
import * as workspaces from "./workspaces.ts";

const nouns = {
  answers,
  apiKeys,
  companies,
  documents,
  examinations,
  help,
  holds,
  interactions,
  leads,
  lookBack,
  models,
  notifications,
  operation,
  health,
  programs,
  record,
  recordStream,
  reports,
  retention,
  reviews,
  search,
  scim,
  scimTokens,
  secondFactor,
  sessions,
  signOn,
  themes,
  userImport,
  users,
  webhooks,
  workspaces,
};

function isEndpoint(value: unknown): value is EndpointSpec {
  return (
    typeof value === "object" &&
    value !== null &&
    "method" in value &&
    "path" in value &&
    "permission" in value
  );
}

/** Every endpoint of the product, by noun and name: OpenAPI is generated from it, and the server binds it. */
export const allEndpoints: { noun: string; name: string; spec: EndpointSpec }[] = Object.entries(
  nouns,
).flatMap(([noun, module]) =>
  Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [{ noun, name, spec: value }] : [])),
);

/** Endpoints open to people's sessions; the permission tests walk them. */
export const endpoints = allEndpoints.filter(({ spec }) => spec.keysOnly !== true);

/** Endpoints for a company's directory, with a SCIM token only; `server/scim/walk.api.test.ts` walks them. */
export const directoryEndpoints = allEndpoints.filter(({ spec }) => spec.keysOnly === true);

/** Schemas that the contract names, under their names: `Theme`, `Interaction` … OpenAPI refers to them. */
export const namedSchemas: Record<string, z.ZodType> = Object.fromEntries(
  Object.values(nouns).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value instanceof z.ZodType && /^[A-Z]/.test(name) ? [[name, value] as const] : [],
    ),
  ),
);
