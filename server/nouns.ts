import { z } from "zod";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { publicScreens } from "#contract/public-screens.ts";
import type { Route } from "#server/http/route.ts";
import * as answers from "#contract/answers.ts";
import * as apiKeys from "#contract/api-keys.ts";
import * as companies from "#contract/companies.ts";
import * as documents from "#contract/documents.ts";
import * as examinations from "#contract/examinations.ts";
import * as help from "#contract/help.ts";
import * as holds from "#contract/holds.ts";
import * as interactions from "#contract/interactions.ts";
import * as leads from "#contract/leads.ts";
import * as lookBack from "#contract/look-back.ts";
import * as models from "#contract/models.ts";
import * as notifications from "#contract/notifications.ts";
import * as operation from "#contract/operation.ts";
import * as health from "#contract/health.ts";
import * as programs from "#contract/programs.ts";
import * as record from "#contract/record.ts";
import * as recordStream from "#contract/record-stream.ts";
import * as reports from "#contract/reports.ts";
import * as retention from "#contract/retention.ts";
import * as reviews from "#contract/reviews.ts";
import * as search from "#contract/search.ts";
import * as scim from "#contract/scim.ts";
import * as scimTokens from "#contract/scim-tokens.ts";
import * as secondFactor from "#contract/second-factor.ts";
import * as sessions from "#contract/sessions.ts";
import * as signOn from "#contract/sign-on.ts";
import * as themes from "#contract/themes.ts";
import * as userImport from "#contract/user-import.ts";
import * as users from "#contract/users.ts";
import * as webhooks from "#contract/webhooks.ts";
import * as workspaces from "#contract/workspaces.ts";
import { routes as answersRoutes } from "./answers/routes.ts";
import { routes as apiKeyRoutes, tokenRoutes } from "./api-keys/routes.ts";
import { routes as companiesRoutes } from "./companies/routes.ts";
import { routes as documentsRoutes } from "./documents/routes.ts";
import { routes as examinationsRoutes } from "./examinations/routes.ts";
import { routes as helpRoutes } from "./help/routes.ts";
import { routes as holdsRoutes } from "./holds/routes.ts";
import { routes as interactionsRoutes } from "./interactions/routes.ts";
import { routes as leadsRoutes } from "./leads/routes.ts";
import { routes as lookBackRoutes } from "./look-back/routes.ts";
import { routes as modelsRoutes } from "./models/routes.ts";
import { routes as notificationsRoutes } from "./notifications/routes.ts";
import { routes as operationRoutes } from "./operation/routes.ts";
import { routes as healthRoutes } from "./health/routes.ts";
import { routes as programsRoutes } from "./programs/routes.ts";
import { routes as recordRoutes, streamRoutes } from "./record/routes.ts";
import { routes as reportsRoutes } from "./reports/routes.ts";
import { routes as retentionRoutes } from "./retention/routes.ts";
import { routes as reviewsRoutes } from "./reviews/routes.ts";
import { routes as searchRoutes } from "./search/routes.ts";
import { routes as scimRoutes } from "./scim/routes.ts";
import { routes as secondFactorRoutes } from "./second-factor/routes.ts";
import { routes as sessionsRoutes } from "./sessions/routes.ts";
import { routes as signOnRoutes } from "./sign-on/routes.ts";
import { routes as themesRoutes } from "./themes/routes.ts";
import { routes as userImportRoutes } from "./users/import-routes.ts";
import { routes as usersRoutes } from "./users/routes.ts";
import { routes as webhooksRoutes } from "./webhooks/routes.ts";
import { routes as workspacesRoutes } from "./workspaces/routes.ts";

/** A module of the contract: endpoints and schemas by name, a line for the API reference, and addresses of screens. */
type Contract = { about: string; screens?: readonly string[] };

/** Every noun of the product, under the name that the API reference gives it. */
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

/** Every call the server handles; a test compares it with the endpoints. */
export const routes: Route[] = [
  ...answersRoutes,
  ...apiKeyRoutes,
  ...companiesRoutes,
  ...documentsRoutes,
  ...examinationsRoutes,
  ...helpRoutes,
  ...holdsRoutes,
  ...interactionsRoutes,
  ...leadsRoutes,
  ...lookBackRoutes,
  ...modelsRoutes,
  ...notificationsRoutes,
  ...operationRoutes,
  ...healthRoutes,
  ...programsRoutes,
  ...recordRoutes,
  ...streamRoutes,
  ...reportsRoutes,
  ...retentionRoutes,
  ...reviewsRoutes,
  ...searchRoutes,
  ...scimRoutes,
  ...tokenRoutes,
  ...secondFactorRoutes,
  ...sessionsRoutes,
  ...signOnRoutes,
  ...themesRoutes,
  ...userImportRoutes,
  ...usersRoutes,
  ...webhooksRoutes,
  ...workspacesRoutes,
];

function isEndpoint(value: unknown): value is EndpointSpec {
  return (
    typeof value === "object" &&
    value !== null &&
    "method" in value &&
    "path" in value &&
    "permission" in value
  );
}

const contracts: { noun: string; contract: Contract }[] = Object.entries(nouns).map(([noun, contract]) => ({
  noun,
  contract,
}));

/** Every endpoint of the product, by noun and name: OpenAPI is generated from it. */
export const allEndpoints: { noun: string; name: string; spec: EndpointSpec }[] = contracts.flatMap(
  ({ noun, contract }) =>
    Object.entries(contract).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ noun, name, spec: value }] : [],
    ),
);

/** Endpoints open to people's sessions; the permission tests walk them. */
export const endpoints = allEndpoints.filter(({ spec }) => spec.keysOnly !== true);

/** Endpoints for a company's directory, with a SCIM token only; `server/scim/walk.api.test.ts` walks them. */
export const directoryEndpoints = allEndpoints.filter(({ spec }) => spec.keysOnly === true);

/** A line about each noun, for the API reference. */
export const aboutNouns = contracts.map(({ noun, contract }) => ({ noun, about: contract.about }));

/** The addresses of all screens; for others the server returns 404 and the 404 page. */
export const screens = [...publicScreens, ...contracts.flatMap(({ contract }) => contract.screens ?? [])];

/** Schemas that the contract names, under their names: `Theme`, `Interaction` … OpenAPI refers to them. */
export const namedSchemas: Record<string, z.ZodType> = Object.fromEntries(
  contracts.flatMap(({ contract }) =>
    Object.entries(contract).flatMap(([name, value]) =>
      value instanceof z.ZodType && /^[A-Z]/.test(name) ? [[name, value] as const] : [],
    ),
  ),
);
