import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkModelKey, updateCompany } from "#contract/identity/companies.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { openModels } from "#server/models/llm/open.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { ask } from "#testing/ask.ts";
import { withoutJudging } from "#testing/judge.ts";

/** OpenAI and xAI unchanged, with an installation's default models. */
let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({
    env: { OPENAI_BASE_URL: model.urlOf("openai"), XAI_BASE_URL: model.urlOf("xai") },
    models: openModels({ firstPauseMs: 1 }),
  });
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(() => void (model.calls.length = 0));

const answer = {
  kind: "answer",
  reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
} as const;

async function rowsOf(query: string, companyId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<Record<string, unknown>>(query, [companyId]),
  );
  return rows;
}

async function companyWith(modelType: ModelType = "smart", key = "sk-test-1234567890") {
  const company = await buildCompany(app);
  const { admin, companyId } = company;
  await admin.call(updateCompany, {
    id: companyId,
    ...(modelType === "smart" ? { openaiApiKey: key } : { xaiApiKey: key }),
  });
  const { theme } = await buildTheme(admin);
  await admin.call(updateTheme, { id: theme.id, modelType });
  const put = () =>
    admin.call(ask, {
      themeId: theme.id,
      userQuery: "How many days does a customer have to return an unopened product?",
      sessionId: "s1",
    });
  const check = () => admin.call(checkModelKey, { id: companyId, modelType });
  return { ...company, theme, put, check };
}

test.each([
  ["smart", "gpt-5.6-terra"],
  ["smarter", "grok-4.5"],
] as const)("with a key and the defaults a question to %s is answered, by %s", async (modelType, name) => {
  const { put } = await companyWith(modelType);
  model.behave(answer);
  const { body } = await put();
  expect(body).toMatchObject({ mode: "model", outcome: "answered" });
  expect(new Set(model.calls.map((call) => call.model))).toEqual(new Set([name]));
  if (modelType === "smart") expect(model.calls[0]?.body.max_completion_tokens).toBeGreaterThan(1200);
  expect(model.calls[0]?.body).not.toHaveProperty("max_tokens");
  expect(model.calls[0]?.body).not.toHaveProperty("temperature");
});

test("a model that used its tokens for thinking gets more once, and the usage counts both calls", async () => {
  const { put, companyId } = await companyWith();
  model.behave({ ...answer, thinksFor: 6_000 });
  const { body } = await put();
  expect(body).toMatchObject({ mode: "model", outcome: "answered" });
  const limits = withoutJudging(model.calls).map((call) => Number(call.body.max_completion_tokens));
  expect(limits).toHaveLength(2);
  expect(limits[1]).toBeGreaterThan(6_000);
  const [recorded] = await rowsOf("select output_tokens from interactions where company_id = $1", companyId);
  expect(recorded?.output_tokens).toBe((limits[0] ?? 0) + 20);
  const entries = await rowsOf(
    "select output_tokens from usage_entries where company_id = $1 and purpose = 'answer' order by id",
    companyId,
  );
  expect(entries.map((entry) => entry.output_tokens)).toEqual([limits[0], 20]);
});

test("a provider that refuses instead of returning an empty text is also asked again with more room", async () => {
  const { put, check } = await companyWith();
  model.behave({ ...answer, thinksFor: 6_000, refusesWithoutRoom: true });
  expect((await put()).body).toMatchObject({ mode: "model", outcome: "answered" });
  expect(withoutJudging(model.calls)).toHaveLength(2);
  expect((await check()).body.ok).toBe(true);
});

test("a model that only thinks fails with a message after two attempts", async () => {
  const { put } = await companyWith();
  model.behave({ ...answer, thinksFor: 100_000 });
  const failed = await put();
  expect(failed.status).toBe(503);
  expect(failed.error.error).toContain("spent its whole reply on thinking");
  expect(model.calls).toHaveLength(2);
});

test("a model withdrawn after the key check is reported, and the theme quotes meanwhile if allowed", async () => {
  const { put, check, admin, theme } = await companyWith();
  model.behave(answer);
  expect((await check()).body).toMatchObject({ ok: true });
  model.behave({ kind: "gone" });
  const failed = await put();
  expect(failed.status).toBe(503);
  expect(failed.error.error).toContain("does not offer the chosen model; it may have been retired.");
  await admin.call(updateTheme, { id: theme.id, fallback: "quotes" });
  const { body } = await put();
  expect(body).toMatchObject({ mode: "extractive", outcome: "answered" });
  expect(body.fallback).toContain("does not offer the chosen model");
  const { body: told } = await admin.call(listNotifications, {});
  expect(told.rows.filter(({ kind }) => kind === "model_retiring").map(({ title }) => title)).toEqual([
    "The provider no longer offers gpt-5.6-terra",
  ]);
  expect((await check()).body.message).toMatch(
    /OpenAI said: status 404: "The model `gpt-5.6-terra` does not exist/,
  );
});

test("an answer stopped by a content filter is reported, and none of it is kept", async () => {
  const { put } = await companyWith();
  model.behave({ ...answer, finish: "refused" });
  const failed = await put();
  expect(failed.status).toBe(503);
  expect(failed.error.error).toContain("content filter");
});

test("the key check asks the chosen model as briefly as possible and says which model answered", async () => {
  const { check, companyId } = await companyWith();
  model.behave({ ...answer, answersAs: "gpt-5.6-terra-2026-08-01" });
  const { body } = await check();
  expect(body.ok).toBe(true);
  expect(body.message).toMatch(/^gpt-5\.6-terra answered as gpt-5\.6-terra-2026-08-01 in \d+\.\d s\.$/);
  expect(model.calls).toHaveLength(1);
  expect(model.calls[0]?.body.max_completion_tokens).toBeLessThan(600);
  expect(
    await rowsOf("select purpose, asked_model, model from usage_entries where company_id = $1", companyId),
  ).toEqual([{ purpose: "key-check", asked_model: "gpt-5.6-terra", model: "gpt-5.6-terra-2026-08-01" }]);
});

test("a key check passes even if the model used its few tokens for thinking", async () => {
  const { check } = await companyWith();
  model.behave({ ...answer, thinksFor: 2_000 });
  expect((await check()).body.ok).toBe(true);
});

test.each([
  [
    "smart",
    /^The model's provider refused the key\. OpenAI said: status 401: "Incorrect API key provided: \[key\]/,
  ],
  [
    "smarter",
    /^The model's provider refused the key\. xAI said: status 400: "Incorrect API key provided: \[key\]/,
  ],
] as const)(
  "a key of another provider is told in the provider's words, never with the key (%s)",
  async (modelType, said) => {
    const key = "bad-key-of-another-provider-7890";
    const { check } = await companyWith(modelType, key);
    model.behave(answer);
    const { body } = await check();
    expect(body).toMatchObject({ ok: false });
    expect(body.message).toMatch(said);
    expect(body.message.length).toBeLessThan(500);
    for (const part of [key, key.slice(-4)]) expect(body.message).not.toContain(part);
  },
);

test("an address that returns a web page is reported as such", async () => {
  const { put, check } = await companyWith();
  model.behave({ kind: "garbage", contentType: "text/html; charset=utf-8", body: "<h1>It works!</h1>" });
  expect((await check()).body).toMatchObject({
    ok: false,
    message: expect.stringContaining("A web page came back"),
  });
  const failed = await put();
  expect(failed.status).toBe(503);
  expect(failed.error.error).toContain("This installation has the wrong address for the provider");
});

test("a local server without keys answers companies without a key, and receives none", async () => {
  const localApp = await startTestApp({
    env: { SMART_BASE_URL: model.url, SMART_MODEL: "llama3.3", COMPATIBLE_NEEDS_KEY: "false" },
  });
  try {
    const { admin, companyId } = await buildCompany(localApp);
    const { theme } = await buildTheme(admin);
    model.behave(answer);
    const { body } = await admin.call(ask, {
      themeId: theme.id,
      userQuery: "How many days does a customer have to return an unopened product?",
      sessionId: "s1",
    });
    expect(body).toMatchObject({ mode: "model", outcome: "answered" });
    const check = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
    expect(check.body).toMatchObject({ ok: true, message: expect.stringMatching(/^llama3\.3 answered in /) });
    expect(model.calls.map(({ key }) => key)).toEqual([undefined, undefined, undefined]);
  } finally {
    await localApp.close();
  }
});
