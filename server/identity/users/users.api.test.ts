import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteCompany } from "#contract/identity/companies.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { getCurrentUser, listUsers, nameYourself, updateUser } from "#contract/identity/users.ts";
import { login } from "#contract/identity/sessions.ts";
import { readIn } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";

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

test("sorted by name, people without a name use their address", async () => {
  const { admin, agent } = await buildCompany(app);
  expect((await admin.call(updateUser, { id: admin.id, firstName: "", lastName: "" })).status).toBe(200);
  expect((await admin.call(updateUser, { id: agent.id, firstName: "0 first", lastName: "" })).status).toBe(
    200,
  );
  const { body } = await admin.call(listUsers, { page: 1, sort: "user" });
  const names = (Array.isArray(body) ? body : body.rows).map((user) => user.firstName);
  expect(names).toEqual(["0 first", ""]);
});

test("a super admin joins a company's people, and keeps their terms and second factor", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const other = await buildSuperAdmin(app);
  const { companyId, workspaceId, admin } = await buildCompany(app);
  const elsewhere = await buildCompany(app);
  const change = { id: other.id, role: "workspace_admin" } as const;
  const refused = await superAdmin.call(updateUser, change);
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ["companyId"]]);
  for (const wrong of [
    { ...change, companyId: 2_000_000_000 },
    { ...change, companyId, workspaceId: elsewhere.workspaceId },
  ])
    expect((await superAdmin.call(updateUser, wrong)).status).toBe(400);
  expect((await admin.call(updateUser, { ...change, companyId })).status).toBe(404);
  expect((await other.call(getCurrentUser)).body).toMatchObject({ role: "super_admin", companyId: null });

  const changed = await superAdmin.call(updateUser, { ...change, companyId, workspaceId });
  expect(changed.body).toMatchObject({ role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  expect((await other.call(getCurrentUser)).status).toBe(401);
  const { body } = await call(app.url, null, login, { email: other.email, password: testPassword });
  expect(body.user).toMatchObject({ role: "workspace_admin", companyId, hasAcceptedTerms: true });
  const seen = await call(app.url, body.sessionToken, listUsers, {});
  expect([seen.status, JSON.stringify(seen.body)]).toEqual([200, expect.stringContaining(admin.email)]);
  expect(seen.text).not.toContain(elsewhere.admin.email);
});

test("people stay in their company, and the record names anyone who moves to another", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const first = await buildCompany(app);
  const second = await buildCompany(app);
  const moved = { id: first.agent.id, companyId: second.companyId };
  expect((await superAdmin.call(updateUser, moved)).status).toBe(400);
  const acted = { id: first.agent.id, firstName: "Acted" };
  expect((await first.admin.call(updateUser, acted)).status).toBe(200);
  // through the platform: promoted, then moved into another company
  expect((await superAdmin.call(updateUser, { id: first.admin.id, role: "super_admin" })).status).toBe(200);
  const back = { id: first.admin.id, role: "agent", companyId: second.companyId } as const;
  expect((await superAdmin.call(updateUser, back)).body).toMatchObject({ companyId: second.companyId });
  const { pools, access } = app.services;
  const database = { pool: pools.of("app", "calls"), fenceKey: access.fenceKey };
  const named = await readIn(database, first.companyId, (tx) =>
    sql<{ email: string }>`select email from person_name(${first.admin.id})`.execute(tx),
  );
  expect(named.rows).toEqual([{ email: first.admin.email }]);
});

test("two super admins cannot remove each other's role at the same moment", async () => {
  const lonely = await startTestApp();
  try {
    const { companyId } = await buildCompany(lonely);
    const [first, second] = await Promise.all([buildSuperAdmin(lonely), buildSuperAdmin(lonely)]);
    const demote = (by: typeof first, whom: typeof first) =>
      by.call(updateUser, { id: whom.id, role: "agent", companyId });
    const replies = await Promise.all([demote(first, second), demote(second, first)]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // an inactive one is no longer counted, and can be edited
    const [winner, loser] = statuses[0] === 200 ? [first, second] : [second, first];
    expect((await winner.call(updateUser, { id: loser.id, isActive: false })).status).toBe(200);
    const inactive = await buildPerson(lonely, { role: "super_admin", companyId: null, workspaceIds: [] });
    expect((await winner.call(updateUser, { id: inactive.id, isActive: false })).status).toBe(200);
    const renamed = { id: inactive.id, firstName: "Gone", isActive: false };
    expect((await winner.call(updateUser, renamed)).status).toBe(200);
  } finally {
    await lonely.close();
  }
});

test("a person gives themselves a name before the terms, and it is on the record", async () => {
  const { companyId, workspaceId, admin } = await buildCompany(app);
  const newcomer = await buildPerson(app, {
    role: "agent",
    companyId,
    workspaceIds: [workspaceId],
    acceptTerms: false,
  });
  const { status, body } = await newcomer.call(nameYourself, { firstName: " Ida ", lastName: "Holm" });
  expect([status, body.firstName, body.lastName, body.id]).toEqual([200, "Ida", "Holm", newcomer.id]);
  const only = await newcomer.call(nameYourself, { lastName: "Berg", version: body.version });
  expect([only.body.firstName, only.body.lastName]).toEqual(["Ida", "Berg"]);
  // an administrator's editor was open meanwhile
  const old = await newcomer.call(nameYourself, { firstName: "Eve", version: body.version });
  expect([old.status, old.error.code]).toEqual([409, "changed_meanwhile"]);
  expect((await call(app.url, null, nameYourself, { firstName: "Eve" })).status).toBe(401);
  const others = rowsOf((await admin.call(listUsers, {})).body).filter(({ id }) => id !== newcomer.id);
  expect(others.map(({ firstName }) => firstName)).toEqual(["Test", "Test"]);
  const events = (await admin.call(listRecord, {})).body.rows.filter(
    ({ action }) => action === "user.update",
  );
  expect(events.map(({ actor, target }) => [actor.id, target.id])).toEqual([
    [newcomer.id, String(newcomer.id)],
    [newcomer.id, String(newcomer.id)],
  ]);
});
