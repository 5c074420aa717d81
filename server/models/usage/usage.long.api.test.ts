import { observedIn } from "#server/operation/metrics/observed.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { findModel, shippedModels } from "#server/models/llm/catalog.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";

const limit = 30_000;
let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({
    env: { SMART_BASE_URL: model.url, SMART_MODEL: "test-model", DAILY_TOKENS_PER_COMPANY: String(limit) },
  });
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(() => void (model.calls.length = 0));

const reply = () => "A customer may return an unopened product within 30 days of delivery [1].";

async function companyWithKey(at = app) {
  const company = await buildCompany(at);
  await company.admin.call(updateCompany, { id: company.companyId, openaiApiKey: "sk-test-1234567890" });
  const { theme } = await buildTheme(company.admin);
  const put = (sessionId = "s1") =>
    company.admin.call(ask, {
      themeId: theme.id,
      userQuery: "How many days does a customer have to return an unopened product?",
      sessionId,
    });
  const ledger = () =>
    withClient(app.connection, async (client) => {
      const { rows } = await client.query(
        `select count(*)::int as calls, coalesce(sum(input_tokens + output_tokens), 0)::int as spent,
                count(*) filter (where settled_at is null)::int as open,
                (select tokens::int from usage_days where company_id = $1) as day
         from usage_entries where company_id = $1`,
        [company.companyId],
      );
      return rows[0] as { calls: number; spent: number; open: number; day: number };
    });
  return { ...company, theme, put, ledger };
}

test("the ledger equals the provider's counts, call by call", async () => {
  const { put, ledger } = await companyWithKey();
  model.behave({ kind: "answer", reply, usage: { prompt_tokens: 321, completion_tokens: 45 } });
  for (let turn = 0; turn < 3; turn++) expect((await put(`s${turn}`)).body.outcome).toBe("answered");
  // each answer is written, then judged
  expect(model.calls).toHaveLength(6);
  expect(await ledger()).toEqual({ calls: 6, spent: 6 * 366, open: 0, day: 6 * 366 });
});

test("implausible token counts are not used: missing, negative, or higher than the sent text allows", async () => {
  const { put, ledger } = await companyWithKey();
  model.behave({ kind: "answer", reply, usage: { prompt_tokens: -5, completion_tokens: 9_000_000 } });
  expect((await put()).body.outcome).toBe("answered");
  const { spent, day, open } = await ledger();
  expect(open).toBe(0);
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBeLessThan(5_000);
  expect(day).toBe(spent);
});

test("a call that the provider refuses costs nothing", async () => {
  const { put, ledger } = await companyWithKey();
  model.behave({ kind: "status", status: 401 });
  expect((await put()).status).toBe(503);
  expect(await ledger()).toMatchObject({ calls: 1, spent: 0, open: 0, day: 0 });
});

test("at the daily limit nothing more is sent, and the question is kept", async () => {
  const { put, ledger } = await companyWithKey();
  model.behave({ kind: "answer", reply, usage: { prompt_tokens: 600, completion_tokens: 1_200 } });
  let refused = null;
  for (let turn = 0; turn < 20 && refused === null; turn++) {
    const answer = await put(`s${turn}`);
    if (answer.status !== 200) refused = answer;
  }
  expect(refused?.status).toBe(429);
  expect(refused?.error.error).toContain("30,000 model tokens for today");
  const { day, calls } = await ledger();
  expect(day).toBeLessThanOrEqual(limit);
  expect(model.calls).toHaveLength(calls);
});

test("fifty simultaneous questions cannot exceed the limit together", async () => {
  const { put, ledger } = await companyWithKey();
  model.behave({
    kind: "answer",
    reply,
    usage: { prompt_tokens: 600, completion_tokens: 1_200 },
    delayMs: 5,
  });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, turn) => put(`s${turn}`)));
  const refused = answers.filter((answer) => answer.status === 429).length;
  expect(refused).toBeGreaterThan(20);
  const { day, calls, spent, open } = await ledger();
  expect(open).toBe(0);
  expect(day).toBe(spent);
  expect(day).toBeLessThanOrEqual(limit);
  expect(model.calls).toHaveLength(calls);
});

test("what calls cost at the catalog's prices is in the metrics, without naming a company", async () => {
  const priced = await startTestApp({ env: { SMART_BASE_URL: model.url, SMART_MODEL: "gpt-5.5" } });
  try {
    const { put } = await companyWithKey(priced);
    model.behave({ kind: "answer", reply, usage: { prompt_tokens: 400, completion_tokens: 100 } });
    expect((await put()).body.outcome).toBe("answered");
    const { inputPrice, outputPrice } = findModel(shippedModels, "openai", "gpt-5.5") ?? {};
    const dollars = (2 * (400 * (inputPrice ?? 0) + 100 * (outputPrice ?? 0))) / 1_000_000;
    expect(dollars).toBeGreaterThan(0);
    const { text } = await priced.services.metrics.expose(observedIn(priced.services));
    expect(text).toContain(`footnote_model_spend_dollars_total{provider="compatible"} ${dollars}\n`);
  } finally {
    await priced.close();
  }
});
