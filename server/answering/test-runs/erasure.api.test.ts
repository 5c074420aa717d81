import { afterAll, beforeAll, expect, test } from "vitest";
import { setRetention } from "#contract/evidence/retention.ts";
import { eraseDue } from "#server/evidence/retention/erase.ts";
import { withClient } from "#server/platform/database/client.ts";
import type { TestApp } from "#testing/app.ts";
import { makeTestRun } from "#testing/fixtures/test-run.ts";
import { oldCompany, startWithoutErasure } from "#testing/old-company.ts";

let app: TestApp;
beforeAll(async () => void (app = await startWithoutErasure()));
afterAll(() => app.close());

test("what a test run quotes of a question goes with the question", async () => {
  const { admin, companyId, answers, theme } = await oldCompany(app);
  const run = await makeTestRun(app, companyId, theme.id);
  await withClient(app.connection, async (client) => {
    for (const [place, id] of answers.entries())
      await client.query(
        `insert into test_run_changes (company_id, test_run_id, place, interaction_id, kind, before, after)
         values ($1, $2, $3, $4, 'broken', '{"text": "quoted"}', '{"text": "quoted"}')`,
        [companyId, run, place, id],
      );
  });
  const left = () =>
    withClient(app.connection, async (client) => {
      const { rows } = await client.query<{ id: number }>(
        `select c.interaction_id as id from test_run_changes c
         join interactions i on i.company_id = c.company_id and i.id = c.interaction_id
         where c.company_id = $1 and i.erased_at is null order by 1`,
        [companyId],
      );
      const all = await client.query("select 1 from test_run_changes where company_id = $1", [companyId]);
      return { kept: rows.map(({ id }) => id), all: all.rowCount };
    });
  expect((await left()).all).toBe(answers.length);
  await admin.call(setRetention, { interactions: 24 });
  await eraseDue(app.services, { companyId });
  const { kept, all } = await left();
  expect(all).toBe(kept.length);
  expect(kept.length).toBeLessThan(answers.length);
});
