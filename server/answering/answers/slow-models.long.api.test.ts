import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getCompany, updateCompany } from "#contract/identity/companies.ts";
import { usualLimits, type ModelLimits } from "#contract/models/limits.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { openModels } from "#server/models/llm/open.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelBehavior, type ModelServer } from "#testing/model-server.ts";
import { ask } from "#testing/ask.ts";

/** Limits and order as an administrator sets them, in real seconds. */
let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({
    env: { SMART_BASE_URL: model.url, SMART_MODEL: "slow-test" },
    models: openModels({ firstPauseMs: 5 }),
    suggestsTags: true,
  });
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(() => void (model.calls.length = 0));

const question = "How many days does a customer have to return an unopened product?";
const words = "A customer may return an unopened product within 30 days of delivery [1].";
const right: ModelBehavior = { kind: "answer", reply: () => words };

async function themeWith(smartLimits: ModelLimits, text?: string) {
  const { admin, companyId, agent } = await buildCompany(app);
  const { theme } = await buildTheme(admin, text === undefined ? {} : { text });
  await admin.call(updateTheme, { id: theme.id, fallback: "none" });
  // only now, so that the upload asked no model
  await admin.call(updateCompany, { id: companyId, openaiApiKey: `sk-slow-${companyId}`, smartLimits });
  const put = (userQuery = question) =>
    admin.call(ask, { themeId: theme.id, userQuery, sessionId: crypto.randomUUID() });
  return { admin, agent, companyId, theme, put };
}

test.each([
  [
    "never begins",
    { kind: "hang" } as const,
    { readingSeconds: 1, silenceSeconds: 1, totalSeconds: 5 },
    "The model did not begin to answer within 2 seconds.",
  ],
  [
    "pauses in the middle",
    { kind: "answer", reply: () => words, delayMs: 1_600 } as const,
    { readingSeconds: 5, silenceSeconds: 1, totalSeconds: 60 },
    "The model stopped answering.",
  ],
  [
    "writes without an end",
    { kind: "answer", reply: () => "word ".repeat(500), delayMs: 100 } as const,
    { readingSeconds: 5, silenceSeconds: 5, totalSeconds: 1 },
    "The model took too long to finish its answer.",
  ],
])("a model that %s has the time that its administrator set", async (_name, behavior, limits, said) => {
  const { put } = await themeWith(limits);
  model.behave(behavior);
  const started = performance.now();
  const { error } = await put();
  expect(error.error).toContain(said);
  expect(performance.now() - started).toBeLessThan(6_000);
});

test("the silence of reading counts apart: a model that reads longer than it may be silent answers", async () => {
  const { put } = await themeWith({ readingSeconds: 5, silenceSeconds: 1, totalSeconds: 5 });
  model.behave({ ...right, readsPerSecond: 350 });
  const started = performance.now();
  expect((await put()).body).toMatchObject({ mode: "model", outcome: "answered" });
  expect(performance.now() - started).toBeGreaterThan(1_500);
});

test("a model measured to read slowly gets fewer passages, the best first", async () => {
  const filler = "Opened products are returned by customers after many days of delivery. ".repeat(12);
  const lines = Array.from({ length: 80 }, (_, at) => `${at + 2}. Line ${at}\n${filler}`);
  const text = `1. Time limits\nAn unopened product may be returned within 30 days of delivery.\n${lines.join("\n")}`;
  const { put, admin, companyId } = await themeWith(
    { readingSeconds: 2, silenceSeconds: 5, totalSeconds: 5 },
    text,
  );
  // a name of its own: nothing was measured yet
  const smartModel = { provider: "compatible" as const, model: "reads-slowly" };
  await admin.call(updateCompany, { id: companyId, smartModel });
  model.behave({ ...right, readsPerSecond: 900 });
  for (let turn = 0; turn < 2; turn++) expect((await put()).body.outcome).toBe("answered");
  const [first = "", second = ""] = model.calls.map(({ body }) => body.messages.at(-1)?.content ?? "");
  expect(first.length).toBeGreaterThan(8_000);
  expect(second.length).toBeLessThan(first.length * 0.8);
  expect(second).toContain("within 30 days of delivery");
});

test("tag suggestions stop for a question at the same server, and come after it", async () => {
  const { admin, companyId, theme, put } = await themeWith(usualLimits);
  const tags = JSON.stringify({ partners: [], products: ["Gift cards"], topics: [], states: [] });
  const reply = (prompt: string) => (prompt.includes(question) ? words : tags);
  model.behave({ kind: "answer", reply, delayMs: 150 });
  await buildTheme(admin);
  await expect.poll(() => model.calls.length).toBe(1);
  expect((await put()).body).toMatchObject({ mode: "model", outcome: "answered" });
  expect(model.calls[0]?.wasAborted).toBe(true);
  await expect.poll(() => model.calls.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  await expect
    .poll(() => model.calls.at(-1)?.body.messages.at(-1)?.content.includes(question), { timeout: 5_000 })
    .toBe(false);
  expect(companyId).toBeGreaterThan(0);
  expect((await admin.call(listDocuments, { id: theme.id })).status).toBe(200);
});

test("limits out of range are refused and change nothing; null returns to the usual ones", async () => {
  const mine = { readingSeconds: 60, silenceSeconds: 45, totalSeconds: 300 };
  const { admin, agent, companyId } = await themeWith(mine);
  const kept = async () => (await admin.call(getCompany, { id: companyId })).body;
  expect(await kept()).toMatchObject({ smartLimits: mine, smarterLimits: usualLimits });
  const { version } = await kept();
  for (const wrong of [
    { ...mine, silenceSeconds: 0 },
    { ...mine, totalSeconds: 3_601 },
    { ...mine, readingSeconds: 1.5 },
  ])
    expect((await admin.call(updateCompany, { id: companyId, smartLimits: wrong })).status).toBe(400);
  expect((await agent.call(updateCompany, { id: companyId, smartLimits: usualLimits })).status).toBe(403);
  expect(await kept()).toMatchObject({ smartLimits: mine, version });
  await admin.call(updateCompany, { id: companyId, smartLimits: null });
  expect(await kept()).toMatchObject({ smartLimits: usualLimits, version: version + 1 });
});
