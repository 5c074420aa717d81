import type { Route } from "#server/http/route.ts";
import { routes as answersRoutes } from "#server/answering/answers/routes.ts";
import { routes as askAsRoutes } from "#server/answering/ask-as/routes.ts";
import { routes as chatsRoutes } from "#server/answering/chats/routes.ts";
import { routes as approvedAnswersRoutes } from "#server/answering/approved-answers/routes.ts";
import { routes as apiKeyRoutes, tokenRoutes } from "#server/identity/api-keys/routes.ts";
import { routes as companiesRoutes } from "#server/identity/companies/routes.ts";
import { routes as deskRoutes } from "#server/answering/desk/routes.ts";
import { routes as documentsRoutes } from "#server/knowledge/documents/routes.ts";
import { routes as examinationsRoutes } from "#server/evidence/examinations/routes.ts";
import { routes as firstQuestionsRoutes } from "#server/answering/first-questions/routes.ts";
import { routes as helpRoutes } from "#server/operation/help/routes.ts";
import { routes as holdsRoutes } from "#server/evidence/holds/routes.ts";
import { routes as interactionsRoutes } from "#server/answering/interactions/routes.ts";
import { routes as leadsRoutes } from "#server/operation/leads/routes.ts";
import { routes as lookBackRoutes } from "#server/knowledge/look-back/routes.ts";
import { routes as modelsRoutes } from "#server/models/models/routes.ts";
import { routes as notificationsRoutes } from "#server/notices/notifications/routes.ts";
import { routes as operationRoutes } from "#server/operation/operation/routes.ts";
import { routes as healthRoutes } from "#server/operation/health/routes.ts";
import { routes as programsRoutes } from "#server/answering/programs/routes.ts";
import { routes as recordRoutes, streamRoutes } from "#server/evidence/record/routes.ts";
import { routes as reportsRoutes } from "#server/answering/reports/routes.ts";
import { routes as retentionRoutes } from "#server/evidence/retention/routes.ts";
import { routes as reviewsRoutes } from "#server/answering/reviews/routes.ts";
import { routes as searchRoutes } from "#server/answering/search/routes.ts";
import { routes as scimRoutes } from "#server/identity/scim/routes.ts";
import { routes as secondFactorRoutes } from "#server/identity/second-factor/routes.ts";
import { routes as sessionsRoutes } from "#server/identity/sessions/routes.ts";
import { routes as signOnRoutes } from "#server/identity/sign-on/routes.ts";
import { routes as questionnairesRoutes } from "#server/answering/questionnaires/routes.ts";
import { routes as testRunsRoutes } from "#server/answering/test-runs/routes.ts";
import { routes as themesRoutes } from "#server/knowledge/themes/routes.ts";
import { routes as userImportRoutes } from "#server/identity/users/import-routes.ts";
import { routes as usersRoutes } from "#server/identity/users/routes.ts";
import { routes as webhooksRoutes } from "#server/notices/webhooks/routes.ts";
import { routes as widgetRoutes } from "#server/answering/widget/routes.ts";
import { routes as workspacesRoutes } from "#server/identity/workspaces/routes.ts";

/** Every call the server handles; a test compares it with the endpoints. */
export const routes: Route[] = [
  ...answersRoutes,
  ...askAsRoutes,
  ...approvedAnswersRoutes,
  ...chatsRoutes,
  ...apiKeyRoutes,
  ...companiesRoutes,
  ...deskRoutes,
  ...documentsRoutes,
  ...examinationsRoutes,
  ...firstQuestionsRoutes,
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
  ...questionnairesRoutes,
  ...testRunsRoutes,
  ...themesRoutes,
  ...userImportRoutes,
  ...usersRoutes,
  ...webhooksRoutes,
  ...widgetRoutes,
  ...workspacesRoutes,
];
