import { afterAll, beforeAll, expect, test } from "vitest";
import { erasePerson, setRetention } from "#contract/evidence/retention.ts";
import { deactivateUser } from "#contract/identity/users.ts";
import { eraseDue } from "#server/evidence/retention/erase.ts";
import { withClient } from "#server/platform/database/client.ts";
import type { TestApp } from "#testing/app.ts";
import { makeQuestionnaire } from "#testing/fixtures/questionnaire.ts";
import { oldCompany, startWithoutErasure } from "#testing/old-company.ts";

let app: TestApp;
beforeAll(async () => void (app = await startWithoutErasure()));
afterAll(() => app.close());

const query = async <Row extends object>(text: string, values: unknown[]) =>
  withClient(app.connection, async (client) => (await client.query<Row>(text, values)).rows);

test("a questionnaire goes with the last of its answers, and its file with it", async () => {
  const { admin, companyId, answers, theme } = await oldCompany(app);
  const made = new Map<number, number>();
  for (const answer of answers) {
    const id = await makeQuestionnaire(app, { companyId, themeId: theme.id, userId: admin.id });
    await query("update questionnaires set created_at = now() - interval '5 years' where id = $1", [id]);
    await query("update questionnaire_questions set interaction_id = $2 where questionnaire_id = $1", [
      id,
      answer,
    ]);
    made.set(answer, id);
  }
  const files = await query<{ file_key: string }>(
    "select file_key from questionnaires where company_id = $1",
    [companyId],
  );
  await admin.call(setRetention, { interactions: 24 });
  await eraseDue(app.services, { companyId });
  const kept = await query<{ id: number }>(
    "select id from interactions where company_id = $1 and erased_at is null and id = any ($2)",
    [companyId, answers],
  );
  const left = await query<{ id: number; file_key: string }>(
    "select id, file_key from questionnaires where company_id = $1",
    [companyId],
  );
  expect(kept.length).toBeLessThan(answers.length);
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => made.get(id))));
  const keys = left.map(({ file_key: key }) => key);
  const gone = files.filter(({ file_key: key }) => !keys.includes(key));
  expect(gone.length).toBeGreaterThan(0);
  for (const { file_key: key } of gone) await expect(app.services.files.read(key)).rejects.toThrow();
});

test("what an erased person uploaded goes with them", async () => {
  const { admin, companyId, formerly, theme } = await oldCompany(app);
  await makeQuestionnaire(app, { companyId, themeId: theme.id, userId: formerly.id });
  await makeQuestionnaire(app, { companyId, themeId: theme.id, userId: admin.id });
  await admin.call(deactivateUser, { id: formerly.id });
  expect((await admin.call(erasePerson, { id: formerly.id })).status).toBe(200);
  const left = await query<{ user_id: number }>("select user_id from questionnaires where company_id = $1", [
    companyId,
  ]);
  expect(left).toEqual([{ user_id: admin.id }]);
});
