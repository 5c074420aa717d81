import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { deleteDocument } from "#contract/knowledge/documents.ts";
import { search } from "#contract/answering/search.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

async function buildAsked() {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin, { name: "Returns desk" });
  const agent = await buildPerson(app, {
    role: "agent",
    companyId: company.companyId,
    workspaceIds: [company.workspaceId],
  });
  await company.admin.call(assignThemeAgent, { id: theme.id, userId: agent.id });
  const asked = { themeId: theme.id, sessionId: "s" };
  await company.admin.call(ask, { ...asked, userQuery: "How long may a television be returned?" });
  await agent.call(ask, { ...asked, userQuery: "Is a gift card refundable?" });
  return { ...company, theme, agent };
}

test("one call finds themes, questions, documents and people, despite a typo", async () => {
  const { admin, theme, agent } = await buildAsked();
  const find = async (typed: string) => (await admin.call(search, { search: typed })).body;
  expect((await find("retruns")).themes.map(({ id }) => id)).toEqual([theme.id]);
  expect((await find("refnud polcy")).documents.map(({ name }) => name)).toEqual(["Refund Policy.txt"]);
  expect((await find(agent.email)).people.map(({ id }) => id)).toContain(agent.id);
  const [question] = (await find("televison returned")).questions;
  expect(question).toMatchObject({
    question: "How long may a television be returned?",
    themeName: "Returns desk",
    isOwn: true,
  });
  const { documents } = await find("refund policy");
  await admin.call(deleteDocument, { id: documents[0]?.id ?? 0 });
  expect((await find("refund policy")).documents).toEqual([]);
  const none = { themes: [], questions: [], documents: [], people: [] };
  expect(await find("zebra")).toEqual(none);
  // wildcard characters are literal
  for (const typed of ["%%", "__", "\\\\", "'' or"]) expect(await find(typed)).toEqual(none);
});

test("an agent finds their themes and own questions, but nothing from lists they may not see", async () => {
  const { agent } = await buildAsked();
  const { body } = await agent.call(search, { search: "returns television" });
  expect(body.questions).toEqual([]);
  const own = await agent.call(search, { search: "gift card" });
  expect(own.body.questions.map(({ isOwn }) => isOwn)).toEqual([true]);
  const everything = await agent.call(search, { search: "re" });
  expect(everything.body).toMatchObject({ documents: [], people: [] });
  expect(everything.body.themes).toHaveLength(1);
});

test("another company's data is not found; a super admin finds that of the current company", async () => {
  const { companyId, theme } = await buildAsked();
  const stranger = (await buildCompany(app)).admin;
  const { body } = await stranger.call(search, { search: "returns" });
  expect([...body.themes, ...body.questions, ...body.documents]).toEqual([]);
  const root = await buildSuperAdmin(app);
  const found = await root.call(search, { search: "returns", companyId });
  expect(found.body.themes.map(({ id }) => id)).toEqual([theme.id]);
  expect((await root.call(search, { search: "r", companyId })).status).toBe(400);
});
