import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { advisesAskingAgain, stopAnswer, type AnswerEvent } from "#contract/answering/answers.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { getInteraction, listInteractions } from "#contract/answering/interactions.ts";
import { assignThemeAgent, createTheme, updateTheme, type Fallback } from "#contract/knowledge/themes.ts";
import { openModels } from "#server/models/llm/open.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelBehavior, type ModelServer } from "#testing/model-server.ts";
import { ask, streamAnswer } from "#testing/ask.ts";

let smart: ModelServer;
let smarter: ModelServer;
let app: TestApp;
beforeAll(async () => {
  [smart, smarter] = await Promise.all([startModelServer(), startModelServer()]);
  app = await startTestApp({
    env: {
      SMART_BASE_URL: smart.url,
      SMART_MODEL: "smart-test",
      SMARTER_BASE_URL: smarter.url,
      SMARTER_MODEL: "smarter-test",
    },
    // timeouts of minutes, shortened for tests
    models: openModels({ silenceMs: 400, firstPauseMs: 5 }),
  });
});
afterAll(async () => {
  await app.close();
  await smart.close();
  await smarter.close();
});
beforeEach(() => {
  smart.calls.length = 0;
  smarter.calls.length = 0;
});

const question = "How many days does a customer have to return an unopened product?";
const right: ModelBehavior = {
  kind: "answer",
  reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
};

async function themeWith(fallback: Fallback) {
  const company = await buildCompany(app);
  const { admin } = company;
  await admin.call(updateCompany, {
    id: company.companyId,
    openaiApiKey: `sk-smart-${company.companyId}`,
    xaiApiKey: `sk-smarter-${company.companyId}`,
  });
  const { theme } = await buildTheme(admin);
  await admin.call(updateTheme, { id: theme.id, fallback });
  const put = () => admin.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" });
  await admin.call(assignThemeAgent, { id: theme.id, userId: company.agent.id });
  const agentPut = () => company.agent.call(ask, { themeId: theme.id, userQuery: question, sessionId: "s1" });
  return { ...company, theme, put, agentPut };
}

/** Longer than a model's prompt. */
async function largeTheme() {
  const { admin, companyId } = await buildCompany(app);
  await admin.call(updateCompany, { id: companyId, openaiApiKey: `sk-smart-${companyId}` });
  const filler = "Opened products are returned by customers after many days of delivery. ".repeat(12);
  const { theme } = await buildTheme(admin, {
    text: `1. Time limits\nAn unopened product may be returned within 30 days of delivery.\n${Array.from({ length: 80 }, (_, at) => `${at + 2}. Line ${at}\n${filler}`).join("\n")}`,
  });
  await admin.call(updateTheme, { id: theme.id, fallback: "none" });
  return { admin, themeId: theme.id };
}

test.each([
  ["never answers", { kind: "hang" } as const],
  ["sends a byte at a time", { kind: "drip", everyMs: 60 } as const],
])(
  "a provider that %s ends the question as failed, with the question kept and a message",
  async (_name, behavior) => {
    const { put, admin } = await themeWith("none");
    smart.behave(behavior);
    const answer = await put();
    expect(answer.status).toBe(503);
    expect(answer.error.error).toMatch(
      /did not begin to answer within .+\. Your question is saved\. Ask again/,
    );
    expect(smart.calls).toHaveLength(1);
    const { body } = await admin.call(listInteractions, {});
    expect(body).toMatchObject([
      { chat_interactions: { userQuery: question, outcome: "failed", botResponse: "" } },
    ]);
  },
);

test("a new theme quotes when its model fails", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const { body } = await admin.call(createTheme, { name: "New", workspaceId });
  expect(body.fallback).toBe("quotes");
});

test.each([
  ["refused-key", { kind: "status", status: 401 }, "enter a valid key under Admin, Models"],
  ["no-credit", { kind: "no-credit" }, "add credit to the account at the model's provider"],
  ["gone", { kind: "gone" }, "choose another model under Admin, Models"],
] as const)(
  "after a fault that waiting does not cure (%s) the asker learns who can do what, and is not told to ask again",
  async (_name, behavior, cure) => {
    const { put, agentPut } = await themeWith("none");
    smart.behave(behavior);
    const byAdmin = (await put()).error.error;
    expect(byAdmin).toContain(`Your question is saved. ${cure.charAt(0).toUpperCase()}${cure.slice(1)}.`);
    const byAgent = (await agentPut()).error.error;
    expect(byAgent).toContain(
      `Your question is saved. An administrator must ${cure} before this model can answer.`,
    );
    for (const said of [byAdmin, byAgent]) expect(advisesAskingAgain(said)).toBe(false);
    expect(smart.calls).toHaveLength(2);
  },
);

test("after a fault that may pass the asker is told to ask again", async () => {
  const { put } = await themeWith("none");
  smart.behave({ kind: "status", status: 500, retryAfter: "0" });
  expect(advisesAskingAgain((await put()).error.error)).toBe(true);
});

test("quotes that replace a model's answer say who can do what about the model", async () => {
  const { put } = await themeWith("quotes");
  smart.behave({ kind: "no-credit" });
  expect((await put()).body.fallback).toBe(
    "The account at the model's provider has no credit left. Add credit to the account at the model's provider. These sentences are quoted from your documents instead.",
  );
});

test("a prompt that is too long for the model is shortened and sent again", async () => {
  const { admin, themeId } = await largeTheme();
  smart.behave({ kind: "too-long", above: 5_000, next: right });
  const { body } = await admin.call(ask, { themeId, userQuery: question, sessionId: "s1" });
  expect(body).toMatchObject({ mode: "model", outcome: "answered" });
  const sizes = smart.calls.map((call) => JSON.stringify(call.body.messages).length);
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) * 0.6);
  // what was learned counts for the next question
  smart.calls.length = 0;
  await admin.call(ask, { themeId, userQuery: question, sessionId: "s2" });
  expect(smart.calls.filter((call) => JSON.stringify(call.body.messages).length > 6_000)).toHaveLength(0);
});

test("a prompt that stays too long is shortened at most twice, and then the asker learns what helps", async () => {
  const { admin, themeId } = await largeTheme();
  smart.behave({ kind: "too-long", above: 0, next: right });
  const { error } = await admin.call(ask, { themeId, userQuery: question, sessionId: "s1" });
  expect(error.error).toContain("or choose a model that reads longer texts under Admin, Models.");
  expect(smart.calls.length).toBeGreaterThan(1);
  expect(smart.calls.length).toBeLessThanOrEqual(3);
});

test("a stopped answer keeps the tokens and the parameters of its call, marked as estimates", async () => {
  const { admin, theme } = await themeWith("none");
  const long = `Gift cards are not refundable. [2]\n${"word ".repeat(2000)}`;
  smart.behave({ kind: "answer", reply: () => long, delayMs: 20 });
  const response = await streamAnswer(app.url, admin.token, {
    themeId: theme.id,
    userQuery: question,
    sessionId: "s1",
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  while (!heard.includes("delta")) heard += (await reader?.read())?.value ?? "";
  const interactionId = Number(/"interactionId":(\d+)/.exec(heard)?.[1]);
  await admin.call(stopAnswer, { interactionId });
  while ((await reader?.read())?.done === false) continue;
  const { body } = await admin.call(getInteraction, { id: interactionId });
  expect(body.outcome).toBe("failed");
  expect(body.modelCall).toMatchObject({ tokensEstimated: true, parameters: { maxOutputTokens: 1200 } });
  expect(body.modelCall?.inputTokens).toBeGreaterThan(100);
  expect(body.modelCall?.outputTokens).toBeGreaterThan(0);
});

test("a theme with quotes as its fallback quotes when its model fails, and says so", async () => {
  const { put, admin } = await themeWith("quotes");
  smart.behave({ kind: "status", status: 500 });
  const { body } = await put();
  expect(body).toMatchObject({ mode: "extractive", outcome: "answered" });
  expect(body.fallback).toContain(
    "reported an error. These sentences are quoted from your documents instead.",
  );
  expect(body.citations[0]?.quote).toContain("30 days");
  const { body: rows } = await admin.call(listInteractions, {});
  expect(rows).toMatchObject([{ chat_interactions: { mode: "extractive", outcome: "answered" } }]);
});

test("a theme with the other model as its fallback asks it with its own key, and says so", async () => {
  const { put, companyId } = await themeWith("other-model");
  smart.behave({ kind: "status", status: 500 });
  smarter.behave(right);
  const { body } = await put();
  expect(body).toMatchObject({ mode: "model", outcome: "answered" });
  expect(body.fallback).toContain("Another model, smarter-test, answered instead.");
  expect(smarter.calls.slice(0, 1).map((call) => call.key)).toEqual([`sk-smarter-${companyId}`]);
  expect(smart.calls.every((call) => call.key === `sk-smart-${companyId}`)).toBe(true);
});

test("a theme without a fallback uses none", async () => {
  const { put } = await themeWith("none");
  smart.behave({ kind: "status", status: 500 });
  smarter.behave(right);
  expect((await put()).status).toBe(503);
  expect(smarter.calls).toHaveLength(0);
});

test("a broken stream is discarded: the fallback starts over, and only its answer is kept", async () => {
  const { admin, theme } = await themeWith("quotes");
  smart.behave({
    kind: "cut",
    text: "Gift cards are not refundable. [2]\nHalf a sentence that never",
  });
  const response = await streamAnswer(app.url, admin.token, {
    themeId: theme.id,
    userQuery: question,
    sessionId: "s1",
  });
  const events = (await response.text())
    .split("\n\n")
    .filter((frame) => frame.startsWith("data: "))
    .map((frame) => JSON.parse(frame.slice("data: ".length)) as AnswerEvent);
  const kinds = events.map(({ type }) => type);
  expect(kinds.indexOf("fallback")).toBeGreaterThan(kinds.indexOf("delta"));
  const last = events.at(-1);
  expect(last).toMatchObject({ type: "done", answer: { mode: "extractive" } });
  expect(JSON.stringify(last)).not.toContain("Half a sentence");
});

test("a reply at its maximum length loses its incomplete last sentence and says so", async () => {
  const { put } = await themeWith("none");
  smart.behave({
    kind: "answer",
    finish: "length",
    reply: () =>
      "A customer may return an unopened product within 30 days of delivery [1]. Opened products may",
  });
  const { body } = await put();
  expect(body.response).toBe("A customer may return an unopened product within 30 days of delivery. [1]");
  expect(body.reason).toContain("maximum length");
});
