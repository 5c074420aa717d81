import { modelAccess } from "#server/models/llm/models.ts";
import { encoderPort } from "#server/models/encoders/served-encoder.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getEncoding, uploadDocuments } from "#contract/knowledge/documents.ts";
import { endpointEncoder } from "#server/models/encoders/endpoint.ts";
import { renewOutdated } from "#server/knowledge/documents/renewals.ts";
import { embedMissing, embedVersion } from "#server/knowledge/ingestion/embed.ts";
import { openModels } from "#server/models/llm/open.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";

let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({
    env: { EMBEDDINGS_BASE_URL: model.url, EMBEDDINGS_MODEL: "meaning-1", EMBEDDINGS_API_KEY: "sk-embed" },
    models: openModels({ silenceMs: 500, firstPauseMs: 5 }),
  });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

/** A model that recognizes pets and money under any name. */
const meanings = [
  ["dog", "animal", "hound", "pet"],
  ["fee", "cost", "price", "charge"],
  ["laptop", "computer"],
];
const embed = (text: string) =>
  meanings.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length + 0.01);

async function vectorsOf(companyId: number): Promise<{ model: string; dimensions: number }[]> {
  return withClient(app.connection, async (client) => {
    const { rows } = await client.query(
      "select model, dimensions from vectors where company_id = $1 order by version_id",
      [companyId],
    );
    return rows as { model: string; dimensions: number }[];
  });
}

test("a question finds a passage by meaning alone", async () => {
  model.embedWith(embed);
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const text = "Guests bring one hound at most into the lobby of the building.";
  await admin.call(
    uploadDocuments,
    { id: theme.id },
    { form: formOf({ name: "Visitors.txt", bytes: text }) },
  );
  await expect.poll(async () => (await vectorsOf(companyId)).length === 2).toBe(true);
  expect(await vectorsOf(companyId)).toEqual([
    { model: "meaning-1", dimensions: 3 },
    { model: "meaning-1", dimensions: 3 },
  ]);
  const { body } = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "Are pets allowed?",
    sessionId: "s",
  });
  const { rows } = await withClient(app.connection, (client) =>
    client.query("select passage_text from interaction_sources where interaction_id = $1 order by rank", [
      body.interactionId,
    ]),
  );
  expect((rows[0] as { passage_text: string } | undefined)?.passage_text).toContain("one hound at most");
});

test.each([
  ["cut short", "bytes = substring(bytes for octet_length(bytes) - 3)"],
  ["without a row", "bytes = substring(bytes for octet_length(bytes) - 4 * dimensions)"],
  ["changed by a bit", "bytes = set_bit(bytes, 5, 1 - get_bit(bytes, 5))"],
])("vectors that are %s answer nothing, and are made again by themselves", async (_name, damage) => {
  model.embedWith(embed);
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const stored = () =>
    withClient(app.connection, async (client) => {
      await client.query("set session_replication_role = replica");
      const { rows } = await client.query(
        "select encode(bytes, 'hex') as hex from vectors where company_id = $1",
        [companyId],
      );
      return rows as { hex: string }[];
    });
  await expect.poll(stored).toHaveLength(1);
  const whole = await stored();
  await withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(`update vectors set ${damage} where company_id = $1`, [companyId]);
    await client.query("update themes set content_version = content_version + 1 where id = $1", [theme.id]);
  });
  const words = { themeId: theme.id, userQuery: "When may an unopened product be returned?", sessionId: "s" };
  expect((await admin.call(ask, words)).body.response).toContain("30 days");
  expect(await stored()).not.toEqual(whole);
  await renewOutdated(app.services, { isWhole: true });
  await expect.poll(stored).toEqual(whole);
});

test("while the embedder is down, words alone answer immediately", async () => {
  model.embedWith(embed);
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await expect.poll(async () => (await vectorsOf(companyId)).length === 1).toBe(true);
  model.behave({ kind: "status", status: 500 });
  const started = performance.now();
  const { body } = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "How many days does a customer have to return an unopened product?",
    sessionId: "s",
  });
  model.behave({ kind: "answer", reply: () => "" });
  expect(body.outcome).toBe("answered");
  expect(body.citations[0]?.quote).toContain("30 days");
  expect(performance.now() - started).toBeLessThan(2_500);
});

test("another model's vectors are replaced in the background", async () => {
  model.embedWith(embed);
  const { admin, companyId } = await buildCompany(app);
  await buildTheme(admin);
  await expect.poll(async () => (await vectorsOf(companyId)).length === 1).toBe(true);
  const other = endpointEncoder({ baseUrl: model.url, model: "meaning-2", apiKey: null });
  model.embedWith((text) => [...embed(text), 1]);
  const before = encoderPort.of(app.services);
  encoderPort.open(app.services, other);
  try {
    await embedMissing(app.services);
    await expect.poll(async () => (await vectorsOf(companyId))[0]?.model === "meaning-2").toBe(true);
  } finally {
    encoderPort.open(app.services, before);
  }
  expect(await vectorsOf(companyId)).toEqual([{ model: "meaning-2", dimensions: 4 }]);
});

test("vectors of passages that have since been replaced are discarded", async () => {
  model.embedWith(embed);
  const { admin, companyId } = await buildCompany(app);
  await buildTheme(admin);
  await expect.poll(async () => (await vectorsOf(companyId)).length === 1).toBe(true);
  const inDatabase = (statement: string) =>
    withClient(app.connection, async (client) => (await client.query(statement, [companyId])).rows);
  const [version] = await inDatabase("delete from vectors where company_id = $1 returning version_id");
  const models = modelAccess.of(app.services);
  const embedLate: typeof models.embed = async (request) => {
    await withClient(app.connection, async (client) => {
      // bypasses the trigger that protects extracted text
      await client.query("set session_replication_role = replica");
      await client.query(`update segments set revision = revision + 1 where company_id = ${companyId}`);
    });
    return models.embed(request);
  };
  const late = { ...app.services, ports: new Map(app.services.ports) };
  modelAccess.open(late, { ...models, embed: embedLate });
  const payload = { companyId, versionId: (version as { version_id: number }).version_id };
  await embedVersion(late, payload);
  expect(await vectorsOf(companyId)).toEqual([]);
  await embedVersion(app.services, payload);
  expect(await vectorsOf(companyId)).toHaveLength(1);
});

test("a theme's encoding progress can be read", async () => {
  model.embedWith(embed);
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await expect.poll(async () => (await vectorsOf(companyId)).length === 1).toBe(true);
  const { body } = await admin.call(getEncoding, { id: theme.id });
  expect(body).toEqual({
    encoder: "meaning-1",
    isWorking: true,
    passages: body.passages,
    encoded: body.passages,
  });
  expect(body.passages).toBeGreaterThan(0);
  await withClient(app.connection, (client) =>
    client.query("delete from vectors where company_id = $1", [companyId]),
  );
  expect((await admin.call(getEncoding, { id: theme.id })).body.encoded).toBe(0);
});

test("the ledger counts embedding calls", async () => {
  model.embedWith(embed);
  const { admin, companyId } = await buildCompany(app);
  await buildTheme(admin);
  await expect.poll(async () => (await vectorsOf(companyId)).length === 1).toBe(true);
  const { rows } = await withClient(app.connection, (client) =>
    client.query(
      "select purpose, model, input_tokens > 0 as counted, settled_at is not null as settled from usage_entries where company_id = $1",
      [companyId],
    ),
  );
  expect(rows).toEqual([{ purpose: "embedding", model: "meaning-1", counted: true, settled: true }]);
});
