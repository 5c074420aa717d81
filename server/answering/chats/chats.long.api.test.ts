import { afterAll, beforeAll, expect, test } from "vitest";
import { getChat, listChats, nameChat, pinChat } from "#contract/answering/chats.ts";
import { setRetention } from "#contract/evidence/retention.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { assignThemeAgent, deleteTheme } from "#contract/knowledge/themes.ts";
import { deactivateUser } from "#contract/identity/users.ts";
import { eraseDue } from "#server/evidence/retention/erase.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany, buildPerson, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const questions = ["How many days?", "And for opened ones?"];

/** An agent's chat of two questions, and one question of another session. */
async function buildChat() {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin);
  await company.admin.call(assignThemeAgent, { id: theme.id, userId: company.agent.id });
  const put = async (by: TestPerson, userQuery: string, sessionId: string) =>
    (await by.call(ask, { themeId: theme.id, userQuery, sessionId })).body.interactionId;
  const ids: number[] = [];
  for (const question of questions) ids.push(await put(company.agent, question, "one"));
  const [first = 0, second = 0] = ids;
  const other = await put(company.agent, "Something else?", "two");
  return { ...company, theme, put, first, second, other };
}

test("any question of a chat opens the whole chat, under the number of its first", async () => {
  const { agent, first, second, other, theme } = await buildChat();
  const { status, body } = await agent.call(getChat, { id: second });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: first, sessionId: "one", name: "", person: null, isWriting: false });
  expect(body.entries.map(({ userQuery, themeId }) => [userQuery, themeId])).toEqual(
    questions.map((question) => [question, theme.id]),
  );
  expect((await agent.call(getChat, { id: other })).body.entries).toHaveLength(1);
});

test("an administrator of the company reads it, with the asker's name; nobody else finds it", async () => {
  const { admin, first, companyId, workspaceId } = await buildChat();
  const read = await admin.call(getChat, { id: first });
  expect(read.body.person?.name).toBeTruthy();
  expect(read.body.entries).toHaveLength(2);
  const superAdmin = await buildSuperAdmin(app);
  expect((await superAdmin.call(getChat, { id: first })).status).toBe(200);

  const colleague = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  const elsewhere = await buildCompany(app);
  const absent = await colleague.call(getChat, { id: 2_000_000_000 });
  expect(absent.status).toBe(404);
  for (const person of [colleague, elsewhere.admin, elsewhere.agent]) {
    const refused = await person.call(getChat, { id: first });
    expect([refused.status, { ...refused.body, requestId: "" }]).toEqual([
      404,
      { ...absent.body, requestId: "" },
    ]);
    expect((await person.call(nameChat, { id: first, name: "Mine" })).status).toBe(404);
  }
});

test("two people's sessions of the same name are two chats", async () => {
  const { admin, agent, put, first } = await buildChat();
  const own = await put(admin, "How many days?", "one");
  expect((await admin.call(getChat, { id: own })).body.entries).toHaveLength(1);
  expect((await agent.call(getChat, { id: first })).body.entries).toHaveLength(2);
});

test("a chat is named and pinned by whoever asked, and heads the list; every change is on record", async () => {
  const { admin, agent, first, second, other } = await buildChat();
  expect((await agent.call(nameChat, { id: second, name: "  Refund cases  " })).body).toMatchObject({
    id: first,
    name: "Refund cases",
    isPinned: false,
  });
  expect((await agent.call(pinChat, { id: other, isPinned: true })).body.isPinned).toBe(true);
  const lines = async (search?: string) => (await agent.call(listChats, { search })).body.map(({ id }) => id);
  expect(await lines()).toEqual([other, first]);
  expect(await lines("refund")).toEqual([first]);
  expect((await agent.call(getChat, { id: first })).body).toMatchObject({ name: "Refund cases" });

  // what a person calls a chat is theirs
  expect((await admin.call(getChat, { id: first })).body).toMatchObject({ name: "", isPinned: false });
  expect((await admin.call(nameChat, { id: first, name: "Theirs" })).status).toBe(403);
  expect((await admin.call(listChats, {})).body).toEqual([]);

  await agent.call(nameChat, { id: first, name: "" });
  await agent.call(pinChat, { id: other, isPinned: false });
  expect(await lines()).toEqual([]);
  const { rows } = (await admin.call(listRecord, { action: "chat.update" })).body;
  expect(rows.map(({ after }) => after)).toEqual([
    { name: "", isPinned: false },
    { name: "", isPinned: false },
    { name: "", isPinned: true },
    { name: "Refund cases", isPinned: false },
  ]);
});

test("the chat of a deleted theme, and of a person who left, stays readable for those who could read it", async () => {
  const { admin, agent, theme, first } = await buildChat();
  await admin.call(deleteTheme, { id: theme.id });
  expect((await agent.call(getChat, { id: first })).body.entries).toHaveLength(2);
  await admin.call(deactivateUser, { id: agent.id });
  expect((await admin.call(getChat, { id: first })).body.entries).toHaveLength(2);
});

/** A question of the agent in the session "one", as the database has it. */
function insertQuestion(
  { companyId, agent, theme }: Awaited<ReturnType<typeof buildChat>>,
  values: { sessionId: string; outcome: string; createdAt: Date },
): Promise<number> {
  return withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, answer, mode, outcome, created_at)
       values ($1, $2, $3, 'agent', $4, 'Who is Ida Holm?', '', 'extractive', $5, $6) returning id`,
      [companyId, theme.id, agent.id, values.sessionId, values.outcome, values.createdAt],
    );
    return rows[0]?.id ?? 0;
  });
}

test("a question whose answer is being written is announced, not shown", async () => {
  const chat = await buildChat();
  const pending = await insertQuestion(chat, { sessionId: "one", outcome: "pending", createdAt: new Date() });
  const { body } = await chat.agent.call(getChat, { id: pending });
  expect(body).toMatchObject({ id: chat.first, isWriting: true });
  expect(body.entries.map(({ userQuery }) => userQuery)).toEqual(questions);
});

test("the name of a chat goes with its erased question", async () => {
  const chat = await buildChat();
  const { admin, agent, companyId } = chat;
  const createdAt = new Date(Date.now() - 3 * 366 * 86_400_000);
  const old = await insertQuestion(chat, { sessionId: "old", outcome: "answered", createdAt });
  await agent.call(nameChat, { id: old, name: "The case of Ida Holm" });
  await agent.call(nameChat, { id: chat.first, name: "Stays" });
  await admin.call(setRetention, { interactions: 24 });
  await eraseDue(app.services, { companyId });
  expect((await agent.call(getChat, { id: old })).status).toBe(404);
  expect((await admin.call(getChat, { id: old })).status).toBe(404);
  const { rows } = await withClient(app.connection, (client) =>
    client.query("select name from chats where company_id = $1", [companyId]),
  );
  expect(rows).toEqual([{ name: "Stays" }]);
});
