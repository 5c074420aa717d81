import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkModelKey, getCompany, updateCompany, listOfferedModels } from "#contract/identity/companies.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { addModel, changeModel, listCatalog, removeModel } from "#contract/models/models.ts";
import { listNotifications, setNotificationPreference } from "#contract/notices/notifications.ts";
import { getSpendReport } from "#contract/answering/reports.ts";
import { openModels } from "#server/models/llm/open.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { announceRetirements } from "#server/identity/companies/announce-retirements.ts";
import { ask } from "#testing/ask.ts";

/** Models are data: their known facts, a company's choice of them, and their retirement. */
let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({
    env: {
      OPENAI_BASE_URL: model.urlOf("openai"),
      XAI_BASE_URL: model.urlOf("xai"),
      ANTHROPIC_BASE_URL: model.urlOf("anthropic"),
      AZURE_BASE_URL: model.urlOf("azure"),
      AZURE_DEPLOYMENTS: "gpt-5.6-sol-at-work=gpt-5.6-sol, gpt-4.1-at-work=gpt-4.1",
      SMART_MODEL: "gpt-5-ending",
    },
    models: openModels({ firstPauseMs: 1 }),
  });
  await (
    await buildSuperAdmin(app)
  ).call(addModel, {
    provider: "openai",
    name: "gpt-5-ending",
    thinks: true,
    refuses: ["temperature", "max_tokens"],
    retiresOn: inDays(17),
    successor: "gpt-5.6-terra",
  });
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(() => {
  model.calls.length = 0;
  model.behave(answer);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const answer = {
  kind: "answer",
  reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
  usage: { prompt_tokens: 300, completion_tokens: 50 },
} as const;
const openaiKey = "sk-test-1234567890";
const anthropicKey = "sk-ant-test-1234567890";

async function companyWithTheme() {
  const company = await buildCompany(app);
  const { admin, companyId } = company;
  await admin.call(updateCompany, { id: companyId, openaiApiKey: openaiKey });
  const { theme } = await buildTheme(admin);
  const put = () =>
    admin.call(ask, {
      themeId: theme.id,
      userQuery: "How many days does a customer have to return an unopened product?",
      sessionId: "s1",
    });
  return { ...company, theme, put };
}

test("super admins extend and correct the shipped catalog, each change on record", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const { admin } = await buildCompany(app);
  expect((await admin.call(listCatalog)).status).toBe(403);
  const { body: shipped } = await superAdmin.call(listCatalog);
  expect(shipped.find(({ name }) => name === "gpt-5-mini")).toMatchObject({
    id: null,
    retiresOn: "2026-12-10",
    successor: "gpt-5.6-terra",
    refuses: ["temperature", "max_tokens"],
  });
  expect(shipped.find(({ name }) => name === "grok-4")?.retirement).toEqual({
    retiresOn: "2026-05-15",
    isPast: true,
    successor: "grok-4.3",
    message: "The provider retired grok-4 on May 15, 2026. Its successor is grok-4.3.",
  });
  const added = await superAdmin.call(addModel, { provider: "openai", name: "gpt-5.6-luna", inputPrice: 9 });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ replacesShipped: true, inputPrice: 9, thinks: null });
  const again = await superAdmin.call(addModel, { provider: "openai", name: "gpt-5.6-luna" });
  expect(again.status).toBe(409);
  expect(again.error.error).toContain("Change that entry.");
  const id = added.body.id ?? 0;
  const changed = await superAdmin.call(changeModel, { id, outputPrice: 8, refuses: ["temperature"] });
  expect(changed.body).toMatchObject({ inputPrice: 9, outputPrice: 8, refuses: ["temperature"] });
  const circle = await superAdmin.call(changeModel, { id, successor: "gpt-5.6-luna" });
  expect(circle.error.fields).toEqual({ successor: "A model can't be its own successor." });
  await superAdmin.call(removeModel, { id });
  const { body: after } = await superAdmin.call(listCatalog);
  expect(after.find(({ name }) => name === "gpt-5.6-luna")).toMatchObject({ id: null, inputPrice: 0.2 });
  const { rows } = await withClient(app.connection, (client) =>
    client.query(
      "select action from audit_events where target_type = 'model' and target_id = $1 order by seq",
      [String(id)],
    ),
  );
  expect(rows.map(({ action }) => action as string)).toEqual(["model.add", "model.change", "model.remove"]);
});

test.each([
  [{ name: "two words" }, "name"],
  [{ name: "m", inputPrice: -1 }, "inputPrice"],
  [{ name: "m", retiresOn: "2026-02-30" }, "retiresOn"],
])("an invalid entry is refused, and nothing is added (%o)", async (values, field) => {
  const superAdmin = await buildSuperAdmin(app);
  const before = (await superAdmin.call(listCatalog)).body.length;
  const refused = await superAdmin.call(addModel, { provider: "xai", ...values });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
  expect((await superAdmin.call(listCatalog)).body).toHaveLength(before);
});

test("a company chooses provider and model from the provider's list; its next question goes there", async () => {
  const { admin, companyId, put } = await companyWithTheme();
  model.offer(["claude-sonnet-5", "claude-sonnet-4-6", "an-embedding-model"]);
  const offered = await admin.call(listOfferedModels, {
    id: companyId,
    modelType: "smart",
    provider: "anthropic",
  });
  expect(offered.body).toMatchObject({
    source: "catalog",
    message: expect.stringContaining("Enter a key and save"),
  });
  expect(offered.body.providers).toEqual(["openai", "xai", "azure", "anthropic", "google"]);
  const saved = await admin.call(updateCompany, {
    id: companyId,
    smartModel: { provider: "anthropic", model: "claude-sonnet-5" },
    openaiApiKey: anthropicKey,
  });
  expect(saved.body.smartModel).toMatchObject({
    provider: "anthropic",
    model: "claude-sonnet-5",
    isDefault: false,
    keyIsForOtherAddress: false,
  });
  const listed = await admin.call(listOfferedModels, {
    id: companyId,
    modelType: "smart",
    provider: "anthropic",
  });
  expect(listed.body).toMatchObject({ source: "provider", message: null });
  expect(listed.body.models.map(({ name }) => name)).toEqual(["claude-sonnet-4-6", "claude-sonnet-5"]);
  expect((await put()).body.outcome).toBe("answered");
  expect(model.calls.at(-1)).toMatchObject({ key: anthropicKey, model: "claude-sonnet-5" });
  // a model that is no longer listed remains the company's choice until someone chooses another
  const back = await admin.call(updateCompany, { id: companyId, smartModel: null });
  expect(back.body.smartModel).toMatchObject({
    provider: "openai",
    isDefault: true,
    keyIsForOtherAddress: true,
  });
});

test("a key stays with the provider it was given for: another choice requires another key", async () => {
  const { admin, companyId, put } = await companyWithTheme();
  await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
  const { body } = await admin.call(updateCompany, {
    id: companyId,
    smartModel: { provider: "xai", model: "grok-4.3" },
    openaiApiKey: "••••7890",
  });
  expect(body.smartModel.keyIsForOtherAddress).toBe(true);
  expect(body.smartKeyCheck).toBeNull();
  const check = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
  expect(check.error.error).toContain("Enter the key again.");
  model.calls.length = 0;
  expect((await put()).body.mode).toBe("extractive");
  expect(model.calls).toHaveLength(0);
});

test("a key that reveals another provider is refused on entry", async () => {
  const { admin, companyId } = await companyWithTheme();
  const refused = await admin.call(updateCompany, {
    id: companyId,
    openaiApiKey: anthropicKey,
    name: "New name",
  });
  expect(refused.status).toBe(400);
  expect(refused.error.fields?.openaiApiKey).toContain(
    "This key belongs to Anthropic, but the model is from OpenAI.",
  );
  const { body } = await admin.call(getCompany, { id: companyId });
  expect(body.openaiApiKey).toBe("••••7890");
  expect(body.name).not.toBe("New name");
});

test("a provider that the installation does not reach cannot be chosen, nor named by an address", async () => {
  const { admin, companyId } = await companyWithTheme();
  const refused = await admin.call(updateCompany, {
    id: companyId,
    smartModel: { provider: "bedrock", model: "amazon.nova-lite-v1:0" },
  });
  expect(refused.error.fields?.smartModel).toContain("is not connected to Amazon Bedrock");
  const listed = await admin.call(listOfferedModels, {
    id: companyId,
    modelType: "smart",
    provider: "bedrock",
  });
  expect(listed.status).toBe(400);
  const url = { provider: "openai", model: "gpt-4.1", baseUrl: "http://127.0.0.1:1" };
  const { body } = await admin.call(updateCompany, { id: companyId, smartModel: url } as never);
  expect(JSON.stringify(body)).not.toContain("127.0.0.1:1");
});

test("the installation names Azure's deployments, and calls them as their models require", async () => {
  const { admin, companyId, put } = await companyWithTheme();
  await admin.call(updateCompany, {
    id: companyId,
    smartModel: { provider: "azure", model: "gpt-5.6-sol-at-work" },
    openaiApiKey: "azure-key-1234567890",
  });
  const { body } = await admin.call(listOfferedModels, {
    id: companyId,
    modelType: "smart",
    provider: "azure",
  });
  expect(body).toMatchObject({ source: "installation", message: null });
  expect(body.models).toMatchObject([
    { name: "gpt-5.6-sol-at-work", contextTokens: 1_050_000 },
    { name: "gpt-4.1-at-work", contextTokens: 1_047_576 },
  ]);
  expect((await put()).body.outcome).toBe("answered");
  expect(model.calls.at(-1)?.body).toMatchObject({ reasoning_effort: "low" });
});

test("no other company's choice can be seen or changed, and agents see none", async () => {
  const { companyId } = await companyWithTheme();
  const other = await buildCompany(app);
  const input = { id: companyId, modelType: "smart", provider: "openai" } as const;
  expect((await other.admin.call(listOfferedModels, input)).status).toBe(404);
  expect((await other.agent.call(listOfferedModels, { ...input, id: other.companyId })).status).toBe(403);
  const choice = { id: companyId, smartModel: { provider: "openai", model: "gpt-4.1" } } as const;
  expect((await other.admin.call(updateCompany, choice)).status).toBe(404);
});

/** An answer is written, then judged. */
const calls = 2;

test("the record keeps the requested model and the one that answered; the report prices the latter", async () => {
  const { admin, companyId, put } = await companyWithTheme();
  await admin.call(updateCompany, { id: companyId, smartModel: { provider: "openai", model: "gpt-4.1" } });
  model.behave({ ...answer, answersAs: "gpt-4o-2024-08-06", fingerprint: "fp_1" });
  const { body } = await put();
  const { body: kept } = await admin.call(getInteraction, { id: body.interactionId });
  expect(kept.model).toBe("gpt-4o-2024-08-06");
  expect(kept.modelCall).toEqual({
    tokensEstimated: false,
    provider: "openai",
    asked: "gpt-4.1",
    answered: "gpt-4o-2024-08-06",
    fingerprint: "fp_1",
    parameters: { maxOutputTokens: 1200, temperature: 0.1, responseFormat: "json_schema" },
    inputTokens: 300,
    outputTokens: 50,
  });
  const { body: spend } = await admin.call(getSpendReport, {});
  // gpt-4o: $2.50 and $10 per million
  const cost = (calls * (300 * 2.5 + 50 * 10)) / 1_000_000;
  expect(spend.byModel).toMatchObject([{ model: "gpt-4o-2024-08-06", cost }]);
  expect(spend).toMatchObject({ cost, unpricedTokens: 0 });
  await expect(
    withClient(app.connection, (client) =>
      client.query("update interactions set system_fingerprint = 'fp_2' where id = $1", [body.interactionId]),
    ),
  ).rejects.toThrow("a finished answer is never rewritten");
});

test("tokens of a model without a known price are counted and left out of the sum", async () => {
  const { admin, put } = await companyWithTheme();
  model.behave({ ...answer, answersAs: "gpt-nobody-knows" });
  await put();
  const { body: spend } = await admin.call(getSpendReport, {});
  expect(spend).toMatchObject({ cost: null, unpricedTokens: calls * 350, byModel: [{ cost: null }] });
});

test("a model's retirement is announced on the card, in the bell and by email, once per stage, with the successor", async () => {
  const { admin, companyId } = await companyWithTheme();
  const silent = await companyWithTheme();
  await silent.admin.call(setNotificationPreference, { kind: "model_retiring", delivery: "off" });
  const keyless = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const { body: card } = await admin.call(getCompany, { id: companyId });
  expect(card.smartModel.retirement).toMatchObject({ successor: "gpt-5.6-terra", isPast: false });
  expect(card.smarterModel.retirement).toBeNull();
  const told = async (person: typeof admin) =>
    (await person.call(listNotifications, {})).body.rows.filter(({ kind }) => kind === "model_retiring");
  const letters = () => app.mail.sent.filter(({ to }) => to === admin.email).map(({ subject }) => subject);
  await announceRetirements(app.services);
  await announceRetirements(app.services);
  expect(await told(admin)).toMatchObject([
    { title: "Smart model gpt-5-ending will be retired", body: expect.stringContaining("gpt-5.6-terra") },
  ]);
  expect((await told(superAdmin)).map(({ title }) => title)).toEqual([
    "The installation's Smart model gpt-5-ending will be retired",
  ]);
  expect(await told(silent.admin)).toEqual([]);
  expect(await told(keyless.admin)).toEqual([]);
  await expect.poll(letters).toEqual(["Footnote: Smart model gpt-5-ending will be retired"]);
  expect(app.mail.sent.some(({ to }) => to === silent.admin.email)).toBe(false);
  const { body: known } = await superAdmin.call(listCatalog);
  const id = known.find(({ name }) => name === "gpt-5-ending")?.id ?? 0;
  // days pass: the notification is older, the retirement closer
  const pass = async (days: number, left: number) => {
    await withClient(app.connection, (client) =>
      client.query("update notifications set created_at = created_at - $1 * interval '1 day'", [days]),
    );
    await superAdmin.call(changeModel, { id, retiresOn: inDays(left) });
    await announceRetirements(app.services);
    await announceRetirements(app.services);
    return (await told(admin)).map(({ title }) => title);
  };
  const ahead = "Smart model gpt-5-ending will be retired";
  expect(await pass(8, 9)).toEqual([ahead]);
  expect(await pass(4, 5)).toEqual([ahead, ahead]);
  expect(await pass(5, 0)).toEqual(["Smart model gpt-5-ending is retired", ahead, ahead]);
  expect(await pass(30, -30)).toHaveLength(3);
  const chosen = { provider: "openai", model: "gpt-5.6-terra" } as const;
  const { body: after } = await admin.call(updateCompany, { id: companyId, smartModel: chosen });
  expect(after.smartModel.retirement).toBeNull();
});
