import { afterAll, beforeAll, expect, test } from "vitest";
import { updateCompany } from "#contract/identity/companies.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ worker: false })));
afterAll(() => app.close());

test("a change of a company that waits for its log doesn't keep the log's holder from writing an event", async () => {
  const { companyId, admin } = await buildCompany(app);
  const change = async (description: string) =>
    (await admin.call(updateCompany, { id: companyId, description })).status;
  expect(await change("first")).toBe(200);
  await withClient(app.connection, async (client) => {
    await client.query("begin");
    // as a call that appends its event does first
    await client.query("update record_sizes set seq = seq where stream = $1", [companyId]);
    const changed = change("second");
    const waiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    // and then: the event refers to its company
    await client.query("select 1 from companies where id = $1 for key share nowait", [companyId]);
    await client.query("commit");
    expect(await changed).toBe(200);
  });
});
