import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getDocumentContent } from "#contract/knowledge/documents.ts";
import {
  assignThemeAgent,
  assignThemeWorkspace,
  createTheme,
  getTheme,
  listThemes,
  updateTheme,
} from "#contract/knowledge/themes.ts";
import { inviteUser, listUsers, setWorkspaceAssignments, updateUser } from "#contract/identity/users.ts";
import {
  createWorkspace,
  getWorkspaceStats,
  listWorkspaces,
  updateWorkspace,
} from "#contract/identity/workspaces.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** A company whose theme is ready and assigned to its workspace, and a second workspace with its own agent. */
async function setUp() {
  const company = await buildCompany(app);
  const { admin, companyId, workspaceId } = company;
  const { theme, document } = await buildTheme(admin, { name: "Refunds" });
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId });
  const second = (await admin.call(createWorkspace, { name: "Second" })).body.id;
  const neighbor = await buildPerson(app, { role: "agent", companyId, workspaceIds: [second] });
  const setActive = async (id: number, isActive: boolean) =>
    expect((await admin.call(updateWorkspace, { id, isActive })).body.isActive).toBe(isActive);
  return { ...company, theme, document, second, neighbor, setActive };
}

const question = { userQuery: "Within how many days may a product be returned?", sessionId: "s" };

test("a workspace that is switched off closes its theme on every path, and opens it again", async () => {
  const { admin, agent, companyId, theme, document, workspaceId, setActive } = await setUp();
  const reader = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  const reaches = async (person: TestPerson) => [
    (await person.call(getTheme, { id: theme.id })).status,
    rowsOf((await person.call(listThemes, { isActive: "true" })).body).length,
    (await person.call(ask, { ...question, themeId: theme.id })).status,
  ];
  const opens = async () => (await reader.call(getDocumentContent, { id: document.id })).status;
  expect(await reaches(agent)).toEqual([200, 1, 200]);
  expect(await opens()).toBe(200);
  // assigned individually as well: the theme itself is closed
  await admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });

  await setActive(workspaceId, false);
  expect(await reaches(agent)).toEqual([404, 0, 404]);
  expect(await opens()).toBe(404);
  expect(await reaches(admin)).toEqual([200, 0, 409]);
  expect((await admin.call(getTheme, { id: theme.id })).body).toMatchObject({
    isActive: false,
    isClosed: true,
  });

  await setActive(workspaceId, true);
  expect(await reaches(agent)).toEqual([200, 1, 200]);
  // a theme that is itself switched off is not merely closed
  const { body } = await admin.call(updateTheme, { id: theme.id, isActive: false });
  expect(body).toMatchObject({ isActive: false, isClosed: false });
});

test("another active workspace keeps the theme open for its own members", async () => {
  const { admin, agent, neighbor, theme, workspaceId, second, setActive } = await setUp();
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: second });
  await setActive(workspaceId, false);
  expect((await admin.call(getTheme, { id: theme.id })).body).toMatchObject({
    isActive: true,
    isClosed: false,
  });
  expect((await neighbor.call(ask, { ...question, themeId: theme.id })).status).toBe(200);
  expect((await agent.call(ask, { ...question, themeId: theme.id })).status).toBe(404);
  expect((await agent.call(getTheme, { id: theme.id })).status).toBe(404);
});

test("a member's open stream ends when the workspace is switched off", async () => {
  const { agent, workspaceId, setActive } = await setUp();
  const response = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${agent.token}` },
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await setActive(workspaceId, false);
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) continue;
});

test("an inactive workspace is listed nowhere, and accepts no people or themes", async () => {
  const { admin, agent, neighbor, theme, second, workspaceId, setActive } = await setUp();
  await setActive(second, false);
  const offered = rowsOf((await admin.call(listWorkspaces, { isActive: "true" })).body);
  expect(offered.map(({ id }) => id)).toEqual([workspaceId]);
  expect(rowsOf((await admin.call(listWorkspaces, {})).body)).toHaveLength(2);
  const email = `${crypto.randomUUID()}@example.com`;
  const refusals = [
    await admin.call(inviteUser, { email, role: "agent", workspaceId: second }),
    await admin.call(setWorkspaceAssignments, { id: agent.id, workspaceIds: [workspaceId, second] }),
    await admin.call(updateUser, { id: agent.id, workspaceId: second }),
    await admin.call(createTheme, { name: "New", workspaceId: second }),
    await admin.call(updateTheme, { id: theme.id, workspaceId: second }),
    await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: second }),
  ];
  for (const refused of refusals) {
    expect(refused.status).toBe(400);
    expect(refused.error.error).toBe("The workspace 'Second' is inactive. Choose an active one.");
  }
  // existing members stay
  const kept = await admin.call(setWorkspaceAssignments, {
    id: neighbor.id,
    workspaceIds: [second, workspaceId],
  });
  expect(kept.body.map(({ id, isPrimary }) => [id, isPrimary])).toEqual([
    [second, true],
    [workspaceId, false],
  ]);
});

test("an administrator whose primary workspace is inactive creates themes in an active one", async () => {
  const { admin, workspaceId, second, setActive } = await setUp();
  await setActive(workspaceId, false);
  expect((await admin.call(createTheme, { name: "New" })).body.workspaceId).toBe(second);
  await setActive(second, false);
  expect((await admin.call(createTheme, { name: "Newer" })).status).toBe(400);
});

test("a theme's people are those of its active workspaces and those assigned individually", async () => {
  const { admin, agent, neighbor, companyId, theme, workspaceId, second, setActive } = await setUp();
  const third = (await admin.call(createWorkspace, { name: "Third" })).body.id;
  const stranger = await buildPerson(app, { role: "agent", companyId, workspaceIds: [third] });
  const people = async () =>
    rowsOf((await admin.call(listUsers, { role: "agent", ofTheme: theme.id })).body)
      .map(({ id }) => id)
      .toSorted((one, other) => one - other);
  expect(await people()).toEqual([agent.id]);
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: second });
  expect(await people()).toEqual([agent.id, neighbor.id]);
  await setActive(workspaceId, false);
  expect(await people()).toEqual([neighbor.id]);
  await admin.call(assignThemeAgent, { id: theme.id, userId: stranger.id });
  expect(await people()).toEqual([neighbor.id, stranger.id]);
  const foreign = await setUp();
  const { body } = await foreign.admin.call(listUsers, { ofTheme: theme.id });
  expect(rowsOf(body)).toEqual([]);
});

test("a workspace counts the themes its members can ask, and its active members", async () => {
  const { admin, agent, theme, workspaceId, second, setActive } = await setUp();
  const counts = async (id: number) => {
    const { userCount, themeCount } = (await admin.call(getWorkspaceStats, { id })).body;
    return { userCount, themeCount };
  };
  // a theme's home gives nobody access
  await admin.call(createTheme, { name: "At home only", workspaceId });
  expect((await admin.call(getWorkspaceStats, { id: workspaceId })).body.homeThemeCount).toBe(2);
  expect(await counts(workspaceId)).toEqual({ userCount: 2, themeCount: 1 });
  await admin.call(assignThemeWorkspace, { id: theme.id, workspaceId: second });
  expect(await counts(second)).toEqual({ userCount: 1, themeCount: 1 });
  await admin.call(updateUser, { id: agent.id, isActive: false });
  expect(await counts(workspaceId)).toEqual({ userCount: 1, themeCount: 1 });
  await admin.call(updateTheme, { id: theme.id, isActive: false });
  expect(await counts(second)).toEqual({ userCount: 1, themeCount: 0 });
  await admin.call(updateTheme, { id: theme.id, isActive: true });
  await setActive(workspaceId, false);
  expect(await counts(workspaceId)).toEqual({ userCount: 1, themeCount: 0 });
  expect(await counts(second)).toEqual({ userCount: 1, themeCount: 1 });
});
