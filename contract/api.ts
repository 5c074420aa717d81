import { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { directoryScope } from "#contract/kernel/permissions.ts";
import { publicScreens } from "#contract/kernel/public-screens.ts";
import * as answers from "#contract/answering/answers.ts";
import * as approvedAnswers from "#contract/answering/approved-answers.ts";
import * as apiKeys from "#contract/identity/api-keys.ts";
import * as chats from "#contract/answering/chats.ts";
import * as askAs from "#contract/answering/ask-as.ts";
import * as companies from "#contract/identity/companies.ts";
import * as desk from "#contract/answering/desk.ts";
import * as documents from "#contract/knowledge/documents.ts";
import * as expertRequests from "#contract/answering/expert-requests.ts";
import * as examinations from "#contract/evidence/examinations.ts";
import * as help from "#contract/operation/help.ts";
import * as holds from "#contract/evidence/holds.ts";
import * as interactions from "#contract/answering/interactions.ts";
import * as leads from "#contract/operation/leads.ts";
import * as lookBack from "#contract/knowledge/look-back.ts";
import * as models from "#contract/models/models.ts";
import * as notifications from "#contract/notices/notifications.ts";
import * as operation from "#contract/operation/operation.ts";
import * as health from "#contract/operation/health.ts";
import * as programDocuments from "#contract/answering/program-documents.ts";
import * as programs from "#contract/answering/programs.ts";
import * as record from "#contract/evidence/record.ts";
import * as recordStream from "#contract/evidence/record-stream.ts";
import * as reports from "#contract/answering/reports.ts";
import * as retention from "#contract/evidence/retention.ts";
import * as reviews from "#contract/answering/reviews.ts";
import * as search from "#contract/answering/search.ts";
import * as scim from "#contract/identity/scim.ts";
import * as scimTokens from "#contract/identity/scim-tokens.ts";
import * as secondFactor from "#contract/identity/second-factor.ts";
import * as sessions from "#contract/identity/sessions.ts";
import * as signOn from "#contract/identity/sign-on.ts";
import * as questionnaires from "#contract/answering/questionnaires.ts";
import * as testRuns from "#contract/answering/test-runs.ts";
import * as firstQuestions from "#contract/answering/first-questions.ts";
import * as themes from "#contract/knowledge/themes.ts";
import * as transfers from "#contract/knowledge/transfers.ts";
import * as userImport from "#contract/identity/user-import.ts";
import * as users from "#contract/identity/users.ts";
import * as widget from "#contract/answering/widget.ts";
import * as widgetKeys from "#contract/identity/widget-keys.ts";
import * as webhooks from "#contract/notices/webhooks.ts";
import * as workspaces from "#contract/identity/workspaces.ts";

/** A module of the contract: endpoints and schemas by name, a line for the API reference, and addresses of screens. */
type Contract = { about: string; screens?: readonly string[] };

/** Every noun of the product, under the name that the API reference gives it. */
const nouns = {
  answers,
  askAs,
  approvedAnswers,
  apiKeys,
  chats,
  companies,
  desk,
  documents,
  examinations,
  expertRequests,
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
  programDocuments,
  questionnaires,
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
  testRuns,
  firstQuestions,
  themes,
  transfers,
  userImport,
  users,
  webhooks,
  widget,
  widgetKeys,
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

/** Endpoints for a company's directory, with a SCIM token only; `server/identity/scim/walk.long.api.test.ts` walks them. */
export const directoryEndpoints = allEndpoints.filter(
  ({ spec }) => spec.keysOnly === true && spec.permission === directoryScope,
);

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
