import { afterAll, beforeAll, expect, test } from "vitest";
import { getCurrentUser } from "#contract/identity/users.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ env: { LIMIT_FACTOR: "1" }, worker: false })));
afterAll(() => app.close());

test("1,500 refused calls of one session are few events, then 429, and its other calls go on", async () => {
  const { agent, companyId } = await buildCompany(app);
  const state = () =>
    withClient(app.connection, async (client) => {
      const { rows } = await client.query<{ events: number; bytes: number }>(
        `select count(*)::int as events, pg_total_relation_size('audit_events')::int as bytes
         from audit_events where company_id = $1 and action = 'call.refuse'`,
        [companyId],
      );
      return rows[0] ?? { events: 0, bytes: 0 };
    });
  const before = await state();
  const statuses: number[] = [];
  for (let calls = 0; calls < 150; calls++) {
    const made = await Promise.all(Array.from({ length: 10 }, () => agent.call(listRecord, {})));
    statuses.push(...made.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 403)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1_200);
  const after = await state();
  // five one by one, the tenth, the hundredth, and the first beyond the limit
  expect(after.events - before.events).toBe(8);
  console.info(`${(after.bytes - before.bytes) / 1_500} bytes of events per refused call`);
  expect((await agent.call(getCurrentUser)).status).toBe(200);
});
