import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteCompany } from "#contract/identity/companies.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { setRetention } from "#contract/evidence/retention.ts";
import type { TestApp } from "#testing/app.ts";
import { buildSuperAdmin } from "#testing/build.ts";
import {
  interactionsKept,
  oldCompany,
  oldQuestion,
  readRows,
  startWithoutErasure,
} from "#testing/old-company.ts";
import { eraseDue } from "./erase.ts";

let app: TestApp;
beforeAll(async () => void (app = await startWithoutErasure()));
afterAll(() => app.close());

test("a deleted company's record is readable to super admins until its period ends, and is erased then", async () => {
  const { admin, companyId, answers } = await oldCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  await admin.call(setRetention, { interactions: 48 });
  await superAdmin.call(deleteCompany, { id: companyId });
  const question = async () =>
    (await superAdmin.call(getInteraction, { id: answers[0] ?? 0 })).body.userQuery;
  await eraseDue(app.services, { companyId });
  expect(await question()).toBe(oldQuestion);
  // the database reads its own clock: a shorter period stands for the time that passes
  await readRows(app, "update retention_periods set interactions = 24 where company_id = $1", [companyId]);
  await eraseDue(app.services, { companyId });
  expect(await interactionsKept(app, companyId)).toEqual([]);
  expect((await superAdmin.call(getInteraction, { id: answers[0] ?? 0 })).text).not.toContain(oldQuestion);
});
