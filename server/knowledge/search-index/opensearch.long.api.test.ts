import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { deleteDocument } from "#contract/knowledge/documents.ts";
import { withClient } from "#server/platform/database/client.ts";
import { SearchError } from "#server/platform/opensearch.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";
import { openSearchProgram, startOpenSearch, type TestCluster } from "#testing/opensearch.ts";
import { searchEngineOf, searchStateOf, untilIndexed } from "#testing/until-indexed.ts";
import { describeSearch } from "./count.ts";
import { createIndex } from "#server/knowledge/opensearch/indexes.ts";
import { keepSearch, rebuildSearch } from "./keep.ts";
import { openSearchEngine } from "#server/knowledge/opensearch/port.ts";

const program = openSearchProgram();
const onCluster = test.skipIf(program === null);

let cluster: TestCluster;
let app: TestApp;
beforeAll(async () => {
  if (program === null) return;
  cluster = await startOpenSearch(program);
  app = await startTestApp({ env: { SEARCH_URL: `${cluster.url}/test` } });
});
afterAll(async () => {
  if (program === null) return;
  await app.close();
  await cluster.stop();
});

const call = (path: string, method = "GET", body?: object) =>
  fetch(`${cluster.url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
const countIn = async (index: string): Promise<number> => {
  const { count } = (await (await call(`/${index}/_count`)).json()) as { count: number };
  return count;
};
async function themeWith(...texts: string[]) {
  const company = await buildCompany(app);
  const { theme } = await buildTheme(company.admin);
  for (const [place, bytes] of texts.entries())
    await upload(company.admin, theme.id, `Rules ${place}.txt`, bytes);
  const documents = await untilRead(company.admin, theme.id);
  // the theme comes with a document of its own
  expect(documents.filter(({ status }) => status === "ready")).toHaveLength(texts.length + 1);
  const answerTo = async (userQuery: string) => {
    const { status, body } = await company.admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" });
    expect(status).toBe(200);
    return JSON.stringify(body);
  };
  return { ...company, theme, answerTo };
}

const shuttle = "The night shuttle to the northern depot leaves at 22:40 from gate seven.";

onCluster("a document answers from its first moment, before and after OpenSearch has it", async () => {
  const { answerTo, companyId } = await themeWith(shuttle);
  expect(await answerTo("When does the night shuttle leave?")).toContain("22:40");
  const index = await untilIndexed(app);
  expect(await countIn(index)).toBeGreaterThan(0);
  expect(await answerTo("When does the night shuttle leave?")).toContain("22:40");
  const found = (await (await call(`/${index}/_search?routing=${companyId}&size=100`)).json()) as {
    hits: { hits: { _source: { company: number }; _routing: string }[] };
  };
  expect(found.hits.hits.every(({ _routing }) => _routing !== "")).toBe(true);
  // the alias of the form leads to it
  expect(Object.keys((await (await call("/_alias")).json()) as object)).toContain(index);
});

onCluster("a removed document is quoted no more at once, and its records go", async () => {
  const { admin, answerTo, companyId } = await themeWith(
    "Blue permits are issued by the harbor office in room 12.",
  );
  const index = await untilIndexed(app);
  const before = await countIn(index);
  const [document] = await withClient(app.connection, async (client) => {
    const { rows } = await client.query(
      "select id from documents where company_id = $1 and name like 'Rules%'",
      [companyId],
    );
    return rows as { id: number }[];
  });
  expect(await answerTo("Who issues blue permits?")).toContain("room 12");
  await admin.call(deleteDocument, { id: document?.id ?? 0 });
  expect(await answerTo("Who issues blue permits?")).not.toContain("room 12");
  await untilIndexed(app);
  await expect.poll(() => countIn(index)).toBeLessThan(before);
});

onCluster("an index deleted by hand is made again, and questions are answered meanwhile", async () => {
  const { answerTo } = await themeWith("Visitors sign the red register at the lodge before nine.");
  const index = await untilIndexed(app);
  await call(`/${index}`, "DELETE");
  expect(await answerTo("Which register do visitors sign?")).toContain("red register");
  await expect(describeSearch(searchEngineOf(app), await searchStateOf(app))).rejects.toThrow(
    /does not exist/,
  );
  const again = await untilIndexed(app);
  expect(again).not.toBe(index);
  expect(await answerTo("Which register do visitors sign?")).toContain("red register");
  const { sentence } = await describeSearch(searchEngineOf(app), await searchStateOf(app));
  expect(sentence).toMatch(/^OpenSearch 2\.19\.6 at 127\.0\.0\.1:\d+, \d+ documents in test-[\w.-]+\.$/);
});

onCluster("an index is rebuilt behind the alias while the present one answers", async () => {
  const { answerTo } = await themeWith("Ladders above four meters need a spotter with a whistle.");
  const before = await untilIndexed(app);
  await rebuildSearch(app.services);
  expect(await answerTo("What do ladders above four meters need?")).toContain("spotter");
  const after = await untilIndexed(app);
  expect(after).not.toBe(before);
  expect((await call(`/${before}`)).status).toBe(404);
  expect(await answerTo("What do ladders above four meters need?")).toContain("spotter");
});

onCluster("while OpenSearch hangs, answers come from memory; then the waiting documents follow", async () => {
  const { answerTo, admin, theme } = await themeWith("Forklifts are charged overnight in hall nine only.");
  await untilIndexed(app);
  cluster.nodes[0]?.pause();
  try {
    expect(await answerTo("Where are forklifts charged?")).toContain("hall nine");
    await upload(admin, theme.id, "More.txt", "Pallet jacks are kept in hall three near the dock.");
    await expect.poll(() => answerTo("Where are pallet jacks kept?")).toContain("hall three");
  } finally {
    cluster.nodes[0]?.resume();
  }
  await untilIndexed(app);
  expect(await answerTo("Where are pallet jacks kept?")).toContain("hall three");
});

onCluster("an index that takes no data says so, and the documents wait", async () => {
  const index = await untilIndexed(app);
  await call(`/${index}/_settings`, "PUT", { "index.blocks.read_only_allow_delete": true });
  const { answerTo } = await themeWith("Overtime in December is paid at a rate of 1.75.");
  expect(await answerTo("At what rate is December overtime paid?")).toContain("1.75");
  await keepSearch(app.services);
  const { answering } = await searchStateOf(app);
  expect((answering?.documents ?? 0) - (answering?.indexed ?? 0)).toBeGreaterThan(0);
  const { sentence, isBehind } = await describeSearch(searchEngineOf(app), await searchStateOf(app));
  expect(isBehind).toBe(true);
  expect(sentence).toMatch(/, \d+ waiting\./);
  await call(`/${index}/_settings`, "PUT", { "index.blocks.read_only_allow_delete": null });
});

onCluster("indexes of another installation under the same prefix are left alone", async () => {
  const place = { origin: cluster.url, signIn: null, ca: null, prefix: "shared" };
  const other = openSearchEngine(place, "aa");
  await createIndex(other, "shared-4.1-1");
  const ours = openSearchEngine(place, "bb");
  try {
    await expect(describeSearch(ours, { answering: null, filling: null })).rejects.toThrow(
      /holds the index shared-4\.1-1 of another installation/,
    );
    expect((await describeSearch(other, { answering: null, filling: null })).isBehind).toBe(true);
  } finally {
    await other.search.close();
    await ours.search.close();
  }
});

test.each([
  [200, { version: { number: "8.15.0" } }, /is an Elasticsearch 8\.15\.0/],
  [200, { version: { number: "1.3.0", distribution: "opensearch" } }, /1\.3\.0 .* is too old/],
  [200, { hello: "world" }, /does not answer as an OpenSearch does/],
  [401, "Unauthorized", /does not accept the user name and password/],
  [403, { error: { type: "security_exception", reason: "no permissions" } }, /lacks a right.*no permissions/],
  [503, { error: { type: "x", reason: "y" } }, /answered with 503/],
])("a server that answers with %i %o is named for what it is", async (status, body, says) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const place = { origin: `http://127.0.0.1:${port}`, signIn: null, ca: null, prefix: "footnote" };
  const engine = openSearchEngine(place, "aa");
  const tried = describeSearch(engine, { answering: null, filling: null });
  await expect(tried).rejects.toThrow(SearchError);
  await expect(tried).rejects.toThrow(says);
  await engine.search.close();
  server.close();
});
