import { afterAll, beforeAll, expect, test } from "vitest";
import { rateAnswer } from "#contract/answering/answers.ts";
import { createApprovedAnswer, suspendApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { closeDeclined, listDesk } from "#contract/answering/desk.ts";
import { answerExpertRequest, askExpert, listExpertRequests } from "#contract/answering/expert-requests.ts";
import { reviewInteraction } from "#contract/answering/interactions.ts";
import { replaceDocument } from "#contract/knowledge/documents.ts";
import { assignThemeAgent } from "#contract/knowledge/themes.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { ask } from "#testing/ask.ts";
import { buildCompany, type TestPerson } from "#testing/build.ts";
import type { Request } from "#contract/kernel/endpoint.ts";
import { formOf } from "#testing/call.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

async function buildDesk() {
  const company = await buildCompany(app);
  const { theme, document } = await buildTheme(company.admin);
  await company.admin.call(assignThemeAgent, { id: theme.id, userId: company.agent.id });
  const put = async (by: TestPerson, userQuery: string) =>
    (await by.call(ask, { themeId: theme.id, userQuery, sessionId: crypto.randomUUID() })).body;
  const desk = async () => (await company.admin.call(listDesk, {})).body;
  const heard = async (by: TestPerson) =>
    (await by.call(listNotifications, {})).body.rows.filter(({ kind }) => kind === "question_answered");
  return { ...company, theme, document, put, desk, heard };
}

const canteen = "What is the canteen serving on Friday?";

test("the desk holds declined questions grouped by what they ask, bad ratings and approved answers that wait", async () => {
  const { admin, agent, theme, document, put, desk } = await buildDesk();
  await put(admin, canteen);
  await put(agent, "what is the canteen serving on friday");
  await put(agent, "What is the canteen not serving on Friday?");
  const rated = await put(agent, "Are gift cards refundable?");
  await agent.call(rateAnswer, { interactionId: rated.interactionId, rating: "bad" });
  const again = await put(admin, "are gift cards refundable");
  await admin.call(rateAnswer, { interactionId: again.interactionId, rating: "bad" });
  const { id } = (
    await admin.call(createApprovedAnswer, {
      themeId: theme.id,
      question: "Who hears of a late refund?",
      answer: "The billing supervisor.",
      citations: [{ documentId: document.id, quote: "must be reported to the billing supervisor" }],
    })
  ).body;
  await admin.call(suspendApprovedAnswer, { id, reason: "Under discussion" });
  expect(await desk()).toMatchObject([
    { kind: "bad_rating", interactionId: again.interactionId, ratedId: again.interactionId, times: 2 },
    { kind: "declined", times: 2, people: 2, owner: null, ratedId: null },
    { kind: "declined", times: 1, people: 1 },
    { kind: "suspended", approvedId: id, owner: { id: admin.id } },
  ]);
  expect((await admin.call(listDesk, { kind: "suspended" })).body).toHaveLength(1);
});

test("a declined question that was rated bad is one item, found by either kind, its words, its owner and its days", async () => {
  const { admin, agent, theme, put, desk } = await buildDesk();
  await put(admin, "Who waters the plants on the roof?");
  const declined = await put(agent, canteen);
  await agent.call(rateAnswer, { interactionId: declined.interactionId, rating: "bad" });
  await put(admin, canteen);
  expect(await desk()).toMatchObject([
    { kind: "declined", times: 2, people: 2, ratedId: declined.interactionId },
    { kind: "declined", times: 1, ratedId: null },
  ]);
  const found = async (filters: Request<typeof listDesk>) =>
    (await admin.call(listDesk, filters)).body.map(({ question }) => question);
  expect(await found({ kind: "bad_rating" })).toEqual([canteen]);
  expect(await found({ search: "CANTEEN" })).toEqual([canteen]);
  expect(await found({ themeId: theme.id, search: "roof" })).toEqual(["Who waters the plants on the roof?"]);
  await admin.call(askExpert, { id: declined.interactionId, userId: agent.id });
  expect(await found({ owner: agent.id })).toEqual([canteen]);
  expect(await found({ owner: "me" })).toEqual([]);
  expect(await found({ owner: "nobody" })).toEqual(["Who waters the plants on the roof?"]);
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Asia/Tokyo" });
  expect(await found({ from: today, to: today, timeZone: "Asia/Tokyo" })).toHaveLength(2);
  expect(await found({ to: "2020-01-01" })).toEqual([]);
});

test("a question that is answered now, and rated bad, doesn't keep the declined ones from being closed", async () => {
  const { admin, theme, put, desk } = await buildDesk();
  await put(admin, canteen);
  await upload(admin, theme.id, "Canteen.txt", "Canteen\n\nThe canteen is serving soup on Friday.\n");
  await untilRead(admin, theme.id);
  const answered = await put(admin, canteen);
  expect(answered.outcome).toBe("answered");
  await admin.call(rateAnswer, { interactionId: answered.interactionId, rating: "bad" });
  const [item, ...others] = await desk();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ kind: "declined", times: 2, ratedId: answered.interactionId });
  const closed = await admin.call(closeDeclined, { id: item?.interactionId ?? 0 });
  expect(closed.body).toMatchObject({ closed: 1 });
  expect((await desk()).map(({ kind }) => kind)).toEqual(["bad_rating"]);
});

test("closing a declined question closes all that ask the same, and tells each person once", async () => {
  const { admin, agent, put, desk, heard } = await buildDesk();
  const first = await put(agent, canteen);
  await put(agent, canteen.toLowerCase());
  const own = await put(admin, canteen);
  expect((await admin.call(closeDeclined, { id: own.interactionId })).body).toEqual({ closed: 3, told: 1 });
  expect(await desk()).toEqual([]);
  expect(await heard(agent)).toHaveLength(1);
  expect(await heard(admin)).toEqual([]);
  expect((await admin.call(closeDeclined, { id: first.interactionId })).status).toBe(409);
});

test("two documents that state different figures are one item, until one of them is replaced or a person closes it", async () => {
  const { admin, agent, theme, put, desk, heard } = await buildDesk();
  const policyOf = (days: number) =>
    `Returns\n\n1. Laptops\nCustomers may return unopened laptops within ${days} days of delivery.\n`;
  await upload(admin, theme.id, "Online shop.txt", policyOf(14));
  const stores = (await upload(admin, theme.id, "Stores.txt", policyOf(21))).body.documents[0];
  await untilRead(admin, theme.id);
  const asked = "Within how many days may customers return unopened laptops?";
  await put(agent, asked);
  const last = await put(admin, "How many days do customers have to return unopened laptops?");
  const [item, ...others] = await desk();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ kind: "disagreement", times: 2, people: 2, owner: null });
  expect(item?.documents.map(({ name, quote }) => [name, quote]).toSorted()).toEqual([
    ["Online shop.txt", "Customers may return unopened laptops within 14 days of delivery."],
    ["Stores.txt", "Customers may return unopened laptops within 21 days of delivery."],
  ]);
  expect((await admin.call(closeDeclined, { id: last.interactionId })).body).toEqual({ closed: 2, told: 1 });
  expect(await desk()).toEqual([]);
  expect(await heard(agent)).toHaveLength(1);
  await put(agent, asked);
  expect((await desk()).map(({ times }) => times)).toEqual([1]);
  const form = formOf({ name: "Stores.txt", bytes: `${policyOf(14)}\nAs of May.\n` });
  await admin.call(replaceDocument, { id: stores?.id ?? 0 }, { form });
  await untilRead(admin, theme.id);
  expect(await desk()).toEqual([]);
});

test("an expert is asked by name, and their answer comes back to the desk", async () => {
  const { admin, agent, put, desk } = await buildDesk();
  const { interactionId } = await put(admin, canteen);
  const asked = await admin.call(askExpert, { id: interactionId, userId: agent.id, note: "You run it" });
  expect(asked.status).toBe(201);
  // once: of two answers, one would be lost to sight
  expect((await admin.call(askExpert, { id: interactionId, userId: agent.id })).status).toBe(409);
  expect((await agent.call(listNotifications, {})).body.rows[0]).toMatchObject({
    kind: "expert_asked",
    link: `/expert?request=${asked.body.id}`,
  });
  expect((await agent.call(listExpertRequests, {})).body).toMatchObject([
    { question: canteen, answer: null },
  ]);
  const { id } = asked.body;
  expect((await admin.call(answerExpertRequest, { id, answer: "Soup." })).status).toBe(404);
  expect((await agent.call(answerExpertRequest, { id, answer: "Soup." })).body.answer).toBe("Soup.");
  expect((await agent.call(answerExpertRequest, { id, answer: "Stew." })).status).toBe(409);
  expect(await desk()).toMatchObject([
    { kind: "declined", expert: { answer: "Soup." }, owner: { id: agent.id } },
  ]);
  expect((await admin.call(listNotifications, {})).body.rows[0]?.kind).toBe("expert_answered");
});

test("an expert is not asked for an answer to a question that was closed meanwhile", async () => {
  const { admin, agent, put } = await buildDesk();
  const { interactionId } = await put(admin, canteen);
  const { id } = (await admin.call(askExpert, { id: interactionId, userId: agent.id })).body;
  await admin.call(closeDeclined, { id: interactionId });
  const { rows } = (await agent.call(listNotifications, {})).body;
  expect(rows.map(({ kind }) => kind)).not.toContain("expert_asked");
  expect((await agent.call(listExpertRequests, {})).body).toMatchObject([{ id, isClosed: true }]);
  const late = await agent.call(answerExpertRequest, { id, answer: "Soup." });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("nobody waits for it any more")]);
});

test("a verdict on an answer that was rated bad takes the request back from its expert", async () => {
  const { admin, agent, put } = await buildDesk();
  const { interactionId } = await put(admin, canteen);
  await admin.call(rateAnswer, { interactionId, rating: "bad" });
  await admin.call(askExpert, { id: interactionId, userId: agent.id });
  await admin.call(reviewInteraction, { id: interactionId, verdict: "wrong", correctedAnswer: "Soup." });
  const { rows } = (await agent.call(listNotifications, {})).body;
  expect(rows.map(({ kind }) => kind)).not.toContain("expert_asked");
});

test("an approved answer tells whoever asked in vain, and takes the question off the desk", async () => {
  const { admin, agent, theme, document, put, desk, heard } = await buildDesk();
  const asked = await put(agent, canteen);
  expect(asked.outcome).toBe("abstained");
  await put(agent, "What is the canteen serving on Monday?");
  await admin.call(createApprovedAnswer, {
    themeId: theme.id,
    question: canteen,
    answer: "No policy covers the canteen; this one covers returns.",
    citations: [{ documentId: document.id, quote: "This policy applies to all electronics" }],
  });
  expect(await heard(agent)).toMatchObject([{ link: `/agent-workbench?interaction=${asked.interactionId}` }]);
  expect((await desk()).map(({ question }) => question)).toEqual(["What is the canteen serving on Monday?"]);
});
