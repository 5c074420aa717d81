import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import type { EndpointSpec, Request } from "#contract/kernel/endpoint.ts";
import {
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  restoreCompany,
  updateCompany,
} from "#contract/identity/companies.ts";
import { exportInteractions, getInteraction, listInteractions } from "#contract/answering/interactions.ts";
import { getChatReport } from "#contract/answering/reports.ts";
import { login } from "#contract/identity/sessions.ts";
import { createTheme, listThemes } from "#contract/knowledge/themes.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { changeAddress, inviteUser, listUsers, updateUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword, type TestPerson } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
let superAdmin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  superAdmin = await buildSuperAdmin(app);
});
afterAll(() => app.close());

test("the addresses of a deleted company's people become available for invitation and import", async () => {
  const gone = await buildCompany(app);
  const { admin, workspaceId } = await buildCompany(app);
  const invitation = { email: gone.agent.email, role: "agent", workspaceId } as const;
  const taken = await admin.call(inviteUser, invitation);
  expect([taken.status, taken.error.error]).toEqual([409, "A user with this email already exists."]);
  await superAdmin.call(deleteCompany, { id: gone.companyId });

  const { status, body } = await admin.call(inviteUser, invitation);
  expect(status).toBe(201);
  const csv = `Email,Role,Workspaces\n${gone.admin.email},Agent,Main\n`;
  const imported = await admin.call(importUsers, { csv, dryRun: false });
  expect(imported.body.lines).toMatchObject([{ email: gone.admin.email, outcome: "invite" }]);
  // the address now belongs to the new account only
  expect((await admin.call(inviteUser, invitation)).status).toBe(409);
  const old = await call(app.url, null, login, { email: gone.agent.email, password: testPassword });
  expect(old.status).toBe(401);
  const password = body.tempPassword ?? app.mail.sent.findLast(({ to }) => to === gone.agent.email)?.text;
  expect(password).toBeDefined();
  const listed = rowsOf((await admin.call(listUsers, { search: gone.agent.email })).body);
  expect(listed.map(({ id }) => id)).toEqual([body.id]);
});

test("nobody of a deleted company signs in, and its documents answer no more questions", async () => {
  const { admin, agent, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const question = { themeId: theme.id, userQuery: "How many days for an unopened product?", sessionId: "s" };
  expect((await admin.call(ask, question)).body.outcome).toBe("answered");
  await superAdmin.call(deleteCompany, { id: companyId });
  for (const { email } of [admin, agent])
    expect((await call(app.url, null, login, { email, password: testPassword })).status).toBe(401);
  for (const session of [admin, agent]) expect((await session.call(ask, question)).status).toBe(401);
  expect((await superAdmin.call(ask, question)).status).toBe(404);
});

test("the record of a deleted company is listed as 'Name (deleted)' and is read-only", async () => {
  const { admin, companyId, name } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const question = { themeId: theme.id, userQuery: "How many days for an unopened product?", sessionId: "s" };
  const { interactionId } = (await admin.call(ask, question)).body;
  await superAdmin.call(deleteCompany, { id: companyId });

  const ids = async (filters: { withDeleted?: string }) =>
    rowsOf((await superAdmin.call(listCompanies, filters)).body)
      .filter(({ isDeleted }) => isDeleted)
      .map(({ id }) => id);
  expect(await ids({})).toEqual([]);
  expect(await ids({ withDeleted: "true" })).toContain(companyId);
  expect((await superAdmin.call(getCompany, { id: companyId })).status).toBe(404);
  const { body } = await superAdmin.call(getCompany, { id: companyId, withDeleted: "true" });
  expect(body).toMatchObject({ name, isDeleted: true });

  const listed = rowsOf((await superAdmin.call(listInteractions, { companyId })).body);
  expect(listed).toMatchObject([
    {
      chat_interactions: { id: interactionId, companyName: `${name} (deleted)` },
      user: { email: admin.email },
    },
  ]);
  expect((await superAdmin.call(getInteraction, { id: interactionId })).status).toBe(200);
  expect((await superAdmin.call(exportInteractions, { companyId })).text).toContain(admin.email);
  expect((await superAdmin.call(getChatReport, { companyId })).body.totalInteractions).toBe(1);

  expect(rowsOf((await superAdmin.call(listThemes, { companyId })).body)).toEqual([]);
  for (const refused of [
    await superAdmin.call(updateCompany, { id: companyId, name: "Back" }),
    await superAdmin.call(inviteUser, { email: "x@example.com", role: "agent", workspaceId: 1, companyId }),
    await superAdmin.call(createTheme, { name: "New", workspaceId: theme.workspaceId }),
    await superAdmin.call(ask, question),
  ])
    expect(refused.status).toBe(404);
});

test("another company's administrator finds none of it", async () => {
  const gone = await buildCompany(app);
  const { admin, companyId } = await buildCompany(app);
  await superAdmin.call(deleteCompany, { id: gone.companyId });
  const { body } = await admin.call(listCompanies, { withDeleted: "true" });
  expect(rowsOf(body).map(({ id }) => id)).toEqual([companyId]);
  for (const call of [
    admin.call(getCompany, { id: gone.companyId, withDeleted: "true" }),
    admin.call(listInteractions, { companyId: gone.companyId }),
  ])
    expect((await call).status).toBe(404);
});

test("a restored company is in use again, without people whose address went to another account", async () => {
  const gone = await buildCompany(app);
  const { admin, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(gone.admin);
  await superAdmin.call(deleteCompany, { id: gone.companyId });
  await admin.call(inviteUser, { email: gone.agent.email, role: "agent", workspaceId });
  const listed = (await superAdmin.call(getCompany, { id: gone.companyId, withDeleted: "true" })).body;
  expect(listed.restorableUntil).not.toBeNull();
  const restorable = async (person: TestPerson) =>
    rowsOf((await person.call(listCompanies, { restorable: "true" })).body).map(({ id }) => id);
  expect(await restorable(superAdmin)).toContain(gone.companyId);
  expect(await restorable(admin)).toEqual([]);
  expect((await admin.call(restoreCompany, { id: gone.companyId })).status).toBe(403);
  const { status, body } = await superAdmin.call(restoreCompany, { id: gone.companyId });
  expect([status, body.company.isDeleted, body.withoutAddress]).toEqual([200, false, [gone.agent.email]]);

  const back = await call(app.url, null, login, { email: gone.admin.email, password: testPassword });
  expect(back.status).toBe(200);
  const again = <E extends EndpointSpec>(spec: E, input: Request<E>) =>
    call(app.url, back.body.sessionToken, spec, input);
  const people = rowsOf((await again(listUsers, {})).body);
  expect(Object.fromEntries(people.map((person) => [person.email, person.isActive]))).toEqual({
    [gone.admin.email]: true,
    [gone.agent.email]: false,
  });
  const refused = await again(updateUser, { id: gone.agent.id, isActive: true });
  expect([refused.status, refused.error.error]).toEqual([
    409,
    expect.stringContaining("Another account has"),
  ]);
  const email = `back-${crypto.randomUUID()}@example.com`;
  expect((await again(changeAddress, { id: gone.agent.id, email })).status).toBe(200);
  expect((await again(updateUser, { id: gone.agent.id, isActive: true })).status).toBe(200);
  expect((await call(app.url, null, login, { email, password: testPassword })).status).toBe(200);
  expect(rowsOf((await again(listThemes, {})).body).map(({ id }) => id)).toEqual([theme.id]);
});

test("a company whose name was taken meanwhile is restored under another one, once, and within 30 days", async () => {
  const gone = await buildCompany(app);
  await superAdmin.call(deleteCompany, { id: gone.companyId });
  await superAdmin.call(createCompany, { name: gone.name.toUpperCase() });
  const refused = await superAdmin.call(restoreCompany, { id: gone.companyId });
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([409, ["name"]]);
  const name = `${gone.name}, restored`;
  const answers = await Promise.all([
    superAdmin.call(restoreCompany, { id: gone.companyId, name }),
    superAdmin.call(restoreCompany, { id: gone.companyId, name: `${name} twice` }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const old = await buildCompany(app);
  await superAdmin.call(deleteCompany, { id: old.companyId });
  app.clock.advance(30 * 86_400_000 + 60_000);
  const later = await buildSuperAdmin(app);
  const late = await later.call(restoreCompany, { id: old.companyId });
  expect([late.status, late.error.error]).toEqual([409, expect.stringContaining("more than 30 days ago")]);
  const shown = (await later.call(getCompany, { id: old.companyId, withDeleted: "true" })).body;
  expect(shown.restorableUntil).toBeNull();
});
