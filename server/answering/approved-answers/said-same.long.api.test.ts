import { afterAll, beforeAll, expect, test } from "vitest";
import { listHistory } from "#contract/answering/answers.ts";
import {
  createApprovedAnswer,
  decideSame,
  getApprovedAnswer,
  listApprovedAnswers,
  saySame,
  setApprovalRules,
} from "#contract/answering/approved-answers.ts";
import { countDesk, listDesk } from "#contract/answering/desk.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { checkRecord } from "#testing/check-record.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const question = "How many days does a customer have to return an unopened product?";
const inOtherWords = "until when may the customer return a product that is unopened";

/** Two agents who were shown the approved answer beside that to their own question. */
async function buildShown() {
  const company = await buildCompany(app);
  const { admin, agent, companyId, workspaceId } = company;
  const { theme, document } = await buildTheme(admin);
  const other = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  for (const { id } of [agent, other]) await admin.call(assignThemeAgent, { id: theme.id, userId: id });
  const { body: approved } = await admin.call(createApprovedAnswer, {
    themeId: theme.id,
    question,
    answer: "An unopened product may be returned within 30 days of delivery.",
    citations: [
      {
        documentId: document.id,
        quote: "A customer may return an unopened product within 30 days of delivery.",
      },
    ],
  });
  const put = async (by: TestPerson, userQuery = inOtherWords) =>
    (await by.call(ask, { themeId: theme.id, userQuery, sessionId: crypto.randomUUID() })).body;
  const say = (by: TestPerson, interactionId: number, isSame = true) =>
    by.call(saySame, { interactionId, approvedId: approved.id, isSame });
  const waiting = async () => (await admin.call(getApprovedAnswer, { id: approved.id })).body.saidSame;
  return { ...company, other, theme, approved, put, say, waiting };
}

test("a way of asking that its asker proposes is decided on by an administrator, and then answered for everybody", async () => {
  const { admin, agent, other, approved, put, say, waiting, companyId } = await buildShown();
  const shown = await put(agent);
  expect(shown).toMatchObject({
    mode: "extractive",
    similarApproved: [{ id: approved.id, isSaidSame: false }],
  });
  expect((await say(agent, shown.interactionId)).status).toBe(200);
  await say(other, (await put(other, inOtherWords.toUpperCase())).interactionId);
  // the asker's word alone changes nothing
  expect(await put(other)).toMatchObject({ mode: "extractive" });
  const { body: history } = await agent.call(listHistory, {});
  expect(history.at(-1)?.similarApproved).toMatchObject([{ id: approved.id, isSaidSame: true }]);
  expect((await admin.call(listDesk, { kind: "said_same" })).body).toMatchObject([
    { kind: "said_same", approvedId: approved.id, question, times: 2, owner: { id: admin.id } },
  ]);
  expect((await admin.call(countDesk, {})).body.waiting).toBe(1);
  expect((await admin.call(listApprovedAnswers, { state: "waiting" })).body).toHaveLength(1);
  const [said] = await waiting();
  expect(said?.people).toBe(2);

  const added = await admin.call(decideSame, {
    id: approved.id,
    question: said?.question ?? "",
    isSame: true,
  });
  expect(added.body).toMatchObject({ state: "active", otherQuestions: [said?.question], saidSame: [] });
  expect(await put(other)).toMatchObject({ mode: "approved", approved: { id: approved.id } });
  expect((await admin.call(countDesk, {})).body.waiting).toBe(0);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", problem: null });
});

test("a question that is told apart stays so, whoever says the opposite", async () => {
  const { admin, agent, other, approved, put, say, waiting, companyId } = await buildShown();
  await say(agent, (await put(agent)).interactionId);
  const told = await admin.call(decideSame, {
    id: approved.id,
    question: inOtherWords,
    isSame: false,
  });
  expect(told.body).toMatchObject({ saidSame: [], otherQuestions: [] });
  await say(other, (await put(other)).interactionId);
  expect(await waiting()).toEqual([]);
  const strange = { id: approved.id, question: "Who pays for a van?", isSame: true };
  expect((await admin.call(decideSame, strange)).status).toBe(409);
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", problem: null });
});

test("an asker takes it back, and nobody else speaks for them", async () => {
  const { admin, agent, other, approved, put, say, waiting } = await buildShown();
  const { interactionId } = await put(agent);
  expect((await say(other, interactionId)).status).toBe(404);
  expect((await say(admin, interactionId)).status).toBe(403);
  const unseen = await agent.call(saySame, { interactionId, approvedId: approved.id + 1_000, isSame: true });
  expect(unseen.status).toBe(404);
  const exact = await put(agent, question);
  expect(exact.mode).toBe("approved");
  // it answered: there is nothing to say
  expect((await say(agent, exact.interactionId)).status).toBe(409);
  await say(agent, interactionId);
  expect(await waiting()).toHaveLength(1);
  await say(agent, interactionId, false);
  expect(await waiting()).toEqual([]);
});

test("where somebody else approves, who asked proposes the words and another person approves them; the rest goes on answering", async () => {
  const { admin, agent, approved, put, say, companyId } = await buildShown();
  await admin.call(setApprovalRules, { companyId, otherApprover: true });
  await say(admin, (await put(admin)).interactionId);
  const way = { id: approved.id, question: inOtherWords, isSame: true };
  const alone = await admin.call(decideSame, way);
  expect([alone.status, alone.error.error]).toEqual([
    409,
    "In your company, someone other than the author approves an answer.",
  ]);
  await say(agent, (await put(agent)).interactionId);
  const added = await admin.call(decideSame, way);
  expect(added.body).toMatchObject({ state: "active", otherQuestions: [inOtherWords], saidSame: [] });
  expect(await put(agent, question)).toMatchObject({ mode: "approved" });
});
