import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { themeIndexes } from "#server/knowledge/documents/theme-indexes.ts";
import { embedMissing } from "#server/knowledge/ingestion/embed.ts";
import { openModels } from "#server/models/llm/open.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { openSearchProgram, startOpenSearch, type TestCluster } from "#testing/opensearch.ts";
import { searchEngineOf, searchStateOf, untilIndexed } from "#testing/until-indexed.ts";
import { describeSearch } from "./count.ts";
import { rebuildSearch } from "./keep.ts";

const program = openSearchProgram();
const onCluster = test.skipIf(program === null);

let cluster: TestCluster;
let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  if (program === null) return;
  cluster = await startOpenSearch(program, { knn: true });
  model = await startModelServer();
  model.embedWith(embed);
  app = await startTestApp({
    env: {
      SEARCH_URL: `${cluster.url}/test`,
      EMBEDDINGS_BASE_URL: model.url,
      EMBEDDINGS_MODEL: "meaning-1",
      EMBEDDINGS_API_KEY: "sk-embed",
    },
    models: openModels({ silenceMs: 500, firstPauseMs: 5 }),
  });
});
afterAll(async () => {
  if (program === null) return;
  await app.close();
  await model.close();
  await cluster.stop();
});

/** A model that recognizes pets and boats under any name. */
const meanings = [
  ["dog", "animal", "hound", "pet"],
  ["boat", "vessel", "dinghy"],
];
const embed = (text: string) =>
  meanings.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length + 0.01);

const inDatabase = (query: string, values: unknown[]) =>
  withClient(app.connection, async (client) => (await client.query(query, values)).rows as object[]);

async function themeWith(text: string) {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin);
  await upload(company.admin, theme.id, "Rules.txt", text);
  await untilRead(company.admin, theme.id);
  /** Until k-NN answers in time: on a busy machine words alone answer the first questions. */
  const untilFirst = (userQuery: string) =>
    expect.poll(() => firstSource(userQuery), { timeout: 60_000, interval: 2_000 });
  const firstSource = async (userQuery: string) => {
    const { body } = await company.admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" });
    const [source] = await inDatabase(
      "select passage_text from interaction_sources where interaction_id = $1 order by rank limit 1",
      [body.interactionId],
    );
    return JSON.stringify(source ?? null);
  };
  /** Until each version's vectors are kept, and OpenSearch has them. */
  const untilNear = async () => {
    await expect
      .poll(() => inDatabase("select 1 from vectors where company_id = $1 and is_whole", [company.companyId]))
      .toHaveLength(2);
    return untilIndexed(app);
  };
  const nearest = async (vector: number[]) => {
    const [row] = await inDatabase("select content_version from themes where id = $1", [theme.id]);
    const { content_version } = row as { content_version: number };
    return themeIndexes.of(app.services).call("nearest", {
      theme: { company_id: company.companyId, id: theme.id, content_version },
      ...{ vector: Float32Array.from(vector), limit: 5, documents: null, also: [] },
    });
  };
  return { ...company, theme, firstSource, untilFirst, untilNear, nearest };
}

const written = (companyId: number) =>
  inDatabase("select vectors is not null as has from search_units where company_id = $1", [companyId]);

onCluster("OpenSearch finds a passage by meaning alone, and words answer while it hangs", async () => {
  const { firstSource, untilFirst, untilNear, nearest, companyId } = await themeWith(
    "Guests bring one hound at most into the lobby of the building.",
  );
  await untilNear();
  expect(await written(companyId)).toEqual([{ has: true }, { has: true }]);
  const { sentence } = await describeSearch(searchEngineOf(app), await searchStateOf(app));
  expect(sentence).toContain("with their vectors (k-NN)");
  await untilFirst("Are pets allowed?").toContain("one hound");
  await expect
    .poll(async () => (await nearest([1, 0.01]))?.[0]?.similarity, { timeout: 60_000, interval: 2_000 })
    .toBeGreaterThan(0.98);
  cluster.nodes[0]?.pause();
  try {
    expect(await nearest([1, 0.01])).toBeNull();
    expect(await firstSource("How many hounds may guests bring into the lobby?")).toContain("one hound");
  } finally {
    cluster.nodes[0]?.resume();
  }
});

onCluster("vectors that come after the words are written then", async () => {
  model.behave({ kind: "status", status: 500 });
  const { firstSource, untilFirst, untilNear, companyId } = await themeWith(
    "Each dinghy is tied to the north pier overnight.",
  );
  await untilIndexed(app);
  expect(await written(companyId)).toEqual([{ has: false }, { has: false }]);
  expect(await firstSource("Where does each dinghy stay?")).toContain("north pier");
  model.behave({ kind: "answer", reply: () => "" });
  await embedMissing(app.services);
  await untilNear();
  expect(await written(companyId)).toEqual([{ has: true }, { has: true }]);
  await untilFirst("Which vessel may moor?").toContain("north pier");
});

onCluster("a rebuilt index has the vectors from the start", async () => {
  const { untilFirst, untilNear } = await themeWith("One pet may ride in the freight lift.");
  await untilNear();
  await rebuildSearch(app.services);
  await untilIndexed(app);
  await untilFirst("Can my animal come along?").toContain("freight lift");
});
