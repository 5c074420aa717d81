import { ask } from "./ask.ts";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { buildCompany, buildPerson, type TestPerson } from "./build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "./documents.ts";

export const monthMs = 31 * 86_400_000;
export const oldQuestion = "How many days does a customer have to return an unopened product?";

/** An app whose nightly erasure runs only when a test starts it. */
export async function startWithoutErasure(): Promise<TestApp> {
  const app = await startTestApp({ worker: false });
  await app.services.queue.work({ ...workersOf(app.services), erase: () => Promise.resolve() });
  return app;
}

/** A company that asked three questions three years ago, and is still active. */
export async function oldCompany(app: TestApp) {
  app.clock.advance(-36 * monthMs);
  const { companyId, workspaceId, admin: formerly, agent } = await buildCompany(app);
  const { theme, document } = await buildTheme(formerly, { companyWorkspaceId: workspaceId });
  const other = await buildTheme(formerly, { companyWorkspaceId: workspaceId, name: "Returns" });
  const put = async (themeId: number, person: TestPerson = formerly) =>
    (await person.call(ask, { themeId, userQuery: oldQuestion, sessionId: "s" })).body.interactionId;
  const answers = [await put(theme.id), await put(theme.id), await put(other.theme.id)];
  app.clock.advance(36 * monthMs);
  const admin = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  return { companyId, workspaceId, formerly, admin, agent, theme, document, other, answers, put };
}

export function readRows<Row extends object>(
  app: TestApp,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(app.connection, async (client) => (await client.query<Row>(statement, values)).rows);
}

/** Interactions of a company that were not erased. */
export async function interactionsKept(app: TestApp, companyId: number): Promise<number[]> {
  const rows = await readRows<{ id: number }>(
    app,
    "select id from interactions where company_id = $1 and erased_at is null order by id",
    [companyId],
  );
  return rows.map(({ id }) => id);
}
