import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { createWorkspace, deleteWorkspace } from "#contract/identity/workspaces.ts";
import {
  assignThemeAgent,
  createTheme,
  deleteTheme,
  getTheme,
  listDeletedThemes,
  listThemes,
  restoreTheme,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const userQuery = "How many days for an unopened product?";

test("a deleted theme comes back with its documents, its people and its switch, and is on record", async () => {
  const { admin, agent } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  await admin.call(deleteTheme, { id: theme.id });
  const question = { themeId: theme.id, userQuery, sessionId: "s" };
  expect((await agent.call(ask, question)).status).toBe(404);
  const listed = (await admin.call(listDeletedThemes)).body;
  expect(listed).toMatchObject([
    { id: theme.id, name: "Refunds", documentCount: 1, isNameTaken: false, isWorkspaceGone: false },
  ]);
  const days =
    (Date.parse(listed[0]?.restorableUntil ?? "") - Date.parse(listed[0]?.deletedAt ?? "")) / 864e5;
  expect(days).toBe(30);
  const { status, body } = await admin.call(restoreTheme, { id: theme.id });
  expect([status, body.isActive, body.documentCount, body.agentCount]).toEqual([200, true, 1, 1]);
  expect((await agent.call(ask, question)).body.outcome).toBe("answered");
  expect((await admin.call(listDeletedThemes)).body).toEqual([]);
  const { rows } = (await admin.call(listRecord, { action: "theme.restore" })).body;
  expect(rows.map(({ target }) => target.id)).toEqual([String(theme.id)]);
});

test("a theme that was switched off comes back switched off", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const { id } = (await admin.call(createTheme, { name: "Closed", workspaceId })).body;
  await admin.call(updateTheme, { id, isActive: false });
  await admin.call(deleteTheme, { id });
  expect((await admin.call(restoreTheme, { id })).body.isActive).toBe(false);
});

test("where the name was taken meanwhile, restoring asks for another one and changes nothing", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const { id } = (await admin.call(createTheme, { name: "Returns", workspaceId })).body;
  await admin.call(deleteTheme, { id });
  await admin.call(createTheme, { name: "RETURNS", workspaceId });
  expect((await admin.call(listDeletedThemes)).body[0]?.isNameTaken).toBe(true);
  const refused = await admin.call(restoreTheme, { id });
  expect([refused.status, refused.error.code, Object.keys(refused.error.fields ?? {})]).toEqual([
    409,
    "conflict",
    ["name"],
  ]);
  expect((await admin.call(getTheme, { id })).status).toBe(404);
  expect((await admin.call(restoreTheme, { id, name: "returns" })).status).toBe(409);
  const { status, body } = await admin.call(restoreTheme, { id, name: "Returns, 2026" });
  expect([status, body.name]).toEqual([200, "Returns, 2026"]);
});

test("a theme whose workspace is gone gets another one of its company", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const elsewhere = await buildCompany(app);
  const workspace = (await admin.call(createWorkspace, { name: "Short-lived" })).body;
  const { id } = (await admin.call(createTheme, { name: "Moved", workspaceId: workspace.id })).body;
  await admin.call(deleteWorkspace, { id: workspace.id, force: "true" });
  expect((await admin.call(listDeletedThemes)).body[0]?.isWorkspaceGone).toBe(true);
  const refused = await admin.call(restoreTheme, { id });
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([409, ["workspaceId"]]);
  const foreign = await admin.call(restoreTheme, { id, workspaceId: elsewhere.workspaceId });
  expect(foreign.status).toBe(404);
  const { body } = await admin.call(restoreTheme, { id, workspaceId });
  expect([body.workspaceId, body.isActive]).toEqual([workspaceId, true]);
});

test("after 30 days nothing comes back, and nobody restores another company's theme", async () => {
  const { admin, agent, workspaceId } = await buildCompany(app);
  const elsewhere = await buildCompany(app);
  const { id } = (await admin.call(createTheme, { name: "Old", workspaceId })).body;
  await admin.call(deleteTheme, { id });
  expect((await elsewhere.admin.call(restoreTheme, { id })).status).toBe(404);
  expect((await elsewhere.admin.call(listDeletedThemes)).body).toEqual([]);
  expect((await agent.call(restoreTheme, { id })).status).toBe(403);
  app.clock.advance(30 * 86_400_000 + 60_000);
  // sessions ended long ago
  const { companyId } = await buildCompany(app);
  expect(companyId).toBeGreaterThan(0);
  const superAdmin = await buildSuperAdmin(app);
  const late = await superAdmin.call(restoreTheme, { id });
  expect([late.status, late.error.error]).toEqual([409, expect.stringContaining("more than 30 days ago")]);
  const shown = (await superAdmin.call(listDeletedThemes, {})).body.map((theme) => theme.id);
  expect(shown).not.toContain(id);
});

test("two administrators who restore at once: one theme, and the second is told", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const other = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const { id } = (await admin.call(createTheme, { name: "Twice", workspaceId })).body;
  await admin.call(deleteTheme, { id });
  const answers = await Promise.all([admin.call(restoreTheme, { id }), other.call(restoreTheme, { id })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.error.error).toBe(
    "This theme has been restored already.",
  );
  expect(rowsOf((await admin.call(listThemes, {})).body).map(({ name }) => name)).toEqual(["Twice"]);
});
