import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { deleteCompany, getCompany, listCompanies, updateCompany } from "#contract/identity/companies.ts";
import { exportInteractions, getInteraction, listInteractions } from "#contract/answering/interactions.ts";
import { getChatReport } from "#contract/answering/reports.ts";
import { login } from "#contract/identity/sessions.ts";
import { createTheme, listThemes } from "#contract/knowledge/themes.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { inviteUser, listUsers } from "#contract/identity/users.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword } from "#testing/build.ts";
import type { TestPerson } from "#testing/build.ts";
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
