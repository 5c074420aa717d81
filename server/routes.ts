import { routes as answers } from "#server/answers/routes.ts";
import { routes as apiKeys } from "./api-keys/routes.ts";
import { routes as companies } from "./companies/routes.ts";
import { routes as documents } from "./documents/routes.ts";
import { routes as examinations } from "./examinations/routes.ts";
import { routes as help } from "./help/routes.ts";
import type { Route } from "#server/http/route.ts";
import { routes as holds } from "./holds/routes.ts";
import { routes as interactions } from "./interactions/routes.ts";
import { routes as leads } from "./leads/routes.ts";
import { routes as lookBack } from "./look-back/routes.ts";
import { routes as models } from "./models/routes.ts";
import { routes as notifications } from "./notifications/routes.ts";
import { routes as operation } from "./operation/routes.ts";
import { routes as health } from "#server/health/routes.ts";
import { routes as programs } from "./programs/routes.ts";
import { routes as record } from "./record/routes.ts";
import { routes as reports } from "./reports/routes.ts";
import { routes as retention } from "./retention/routes.ts";
import { routes as reviews } from "./reviews/routes.ts";
import { routes as scim } from "./scim/routes.ts";
import { routes as search } from "./search/routes.ts";
import { routes as secondFactor } from "./second-factor/routes.ts";
import { routes as sessions } from "./sessions/routes.ts";
import { routes as signOn } from "./sign-on/routes.ts";
import { routes as themes } from "./themes/routes.ts";
import { routes as userImport } from "./users/import-routes.ts";
import { routes as users } from "./users/routes.ts";
import { routes as webhooks } from "./webhooks/routes.ts";
import { routes as workspaces } from "./workspaces/routes.ts";

/** Every call the server handles; a test compares it with the contract. */
export const routes: Route[] = [
  ...answers,
  ...apiKeys,
  ...companies,
  ...documents,
  ...examinations,
  ...help,
  ...holds,
  ...interactions,
  ...leads,
  ...lookBack,
  ...models,
  ...notifications,
  ...operation,
  ...health,
  ...programs,
  ...record,
  ...reports,
  ...retention,
  ...reviews,
  ...scim,
  ...search,
  ...secondFactor,
  ...sessions,
  ...signOn,
  ...themes,
  ...userImport,
  ...users,
  ...webhooks,
  ...workspaces,
];
