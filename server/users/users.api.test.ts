import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteCompany } from "#contract/companies.ts";
import { listUsers, updateUser } from "#contract/users.ts";
import { startTestApp } from "#server/testing/app.ts";
import type { TestApp } from "#server/testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#server/testing/build.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test("people of a deleted company are no longer listed", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const { companyId, agent } = await buildCompany(app);
  const emails = async () => {
    const { body } = await superAdmin.call(listUsers, {});
    return (Array.isArray(body) ? body : body.rows).map((user) => user.email);
  };
  expect(await emails()).toContain(agent.email);
  expect((await superAdmin.call(deleteCompany, { id: companyId })).status).toBe(200);
  expect(await emails()).not.toContain(agent.email);
  expect(await emails()).toContain(superAdmin.email);
});

test("sorted by name, people without a name stand by their address", async () => {
  const { admin, agent } = await buildCompany(app);
  expect((await admin.call(updateUser, { id: admin.id, firstName: "", lastName: "" })).status).toBe(200);
  expect((await admin.call(updateUser, { id: agent.id, firstName: "0 first", lastName: "" })).status).toBe(
    200,
  );
  const { body } = await admin.call(listUsers, { page: 1, sort: "user" });
  const names = (Array.isArray(body) ? body : body.rows).map((user) => user.firstName);
  expect(names).toEqual(["0 first", ""]);
});
