import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { advisesAskingAgain } from "#contract/answering/answers.ts";
import type { AnswerEvent } from "#contract/answering/answers.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { createTheme, updateTheme } from "#contract/knowledge/themes.ts";
import type { Fallback } from "#contract/knowledge/themes.ts";
import { openModels } from "#server/models/llm/open.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer } from "#testing/model-server.ts";
import type { ModelBehavior, ModelServer } from "#testing/model-server.ts";
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
  return { ...company, theme, put };
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
    expect(answer.error.error).toContain("stopped answering. Your question is saved");
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
  ["a refused key", { kind: "status", status: 401 }, /must enter a valid key under Companies/],
  ["an account without credit", { kind: "status", status: 402 }, /must add credit/],
  ["an overloaded provider", { kind: "status", status: 500, retryAfter: "0" }, /ask again in a moment/],
] as const)(
  "after %s the asker learns who can do what, and to ask again only if that helps",
  async (_name, behavior, advice) => {
    const { put } = await themeWith("none");
    smart.behave(behavior);
    const { error } = await put();
    expect(error.error).toMatch(advice);
    expect(advisesAskingAgain(error.error)).toBe(advice.source.includes("ask again"));
  },
);

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
