import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { getOperation, rebuildSearch } from "#contract/operation/operation.ts";
import { withClient } from "#server/platform/database/client.ts";
import { createIndex } from "#server/knowledge/opensearch/indexes.ts";
import { openSearchEngine } from "#server/knowledge/opensearch/port.ts";
import { formOfRecords } from "#server/knowledge/opensearch/records.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { call as callAt } from "#testing/call.ts";
import { makeAuthority } from "#testing/certificates.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";
import { createEmptyDatabase } from "#testing/empty-database.ts";
import { openSearchProgram, startOpenSearch, type TestCluster } from "#testing/opensearch.ts";
import { searchEngineOf, searchStateOf, untilIndexed } from "#testing/until-indexed.ts";
import { describeSearch } from "./count.ts";
import { keepSearch } from "./keep.ts";

const program = openSearchProgram();
const onCluster = test.skipIf(program === null);

let cluster: TestCluster;
let app: TestApp;
let operator: TestPerson;
beforeAll(async () => {
  if (program === null) return;
  cluster = await startOpenSearch(program);
  app = await startTestApp({ env: { SEARCH_URL: `${cluster.url}/faults` } });
  operator = await buildSuperAdmin(app);
});
afterAll(async () => {
  if (program === null) return;
  await app.close();
  await cluster.stop();
});

const describedBy = async (of: TestApp) => describeSearch(searchEngineOf(of), await searchStateOf(of));
const call = async (path: string, method = "GET", body?: object, url = cluster.url): Promise<unknown> => {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
};

async function themeWith(text: string, of = app) {
  const company = await buildCompany(of);
  const { theme } = await buildTheme(company.admin);
  await upload(company.admin, theme.id, "Rules.txt", text);
  await untilRead(company.admin, theme.id);
  const question = (userQuery: string) => ({ themeId: theme.id, userQuery, sessionId: "s" });
  const answerTo = async (userQuery: string) => (await company.admin.call(ask, question(userQuery))).text;
  return { ...company, question, answerTo };
}

/** The whole look at an index, which a worker takes every ten minutes. */
async function lookNow(of = app): Promise<void> {
  const minutes = of.services.clock.now().getMinutes();
  of.clock.advance(((10 - (minutes % 10)) % 10) * 60_000);
  await keepSearch(of.services);
}

/** TLS in front of the cluster, as a proxy or the cluster's own plug-in speaks it. */
async function startTls(certificate: { key: string; cert: string }) {
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, headers } = incoming;
    const inner = request(cluster.url + (incoming.url ?? ""), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

onCluster(
  "a certificate that can't be trusted is named with its remedy, and answers come from memory",
  async () => {
    const [authority, other] = await Promise.all([makeAuthority(), makeAuthority("Other")]);
    const good = await startTls(await authority.issue("127.0.0.1"));
    const elsewhere = await startTls(await authority.issue("elsewhere.example.com"));
    const described = async (origin: string, ca: string | null) => {
      const engine = openSearchEngine({ origin, ca, signIn: null, prefix: "tls" }, "aa");
      try {
        return await describeSearch(engine, { answering: null, filling: null });
      } finally {
        await engine.search.close();
      }
    };
    expect((await described(good.origin, authority.ca)).sentence).toMatch(/no index answers yet/);
    const unknown =
      /is not trusted .*Put the certificate of the authority that issued it into SEARCH_CA_FILE/;
    await expect(described(good.origin, null)).rejects.toThrow(unknown);
    await expect(described(good.origin, other.ca)).rejects.toThrow(unknown);
    await expect(described(elsewhere.origin, authority.ca)).rejects.toThrow(
      /is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)\. It is for other names: SEARCH_URL must use one of them/,
    );

    const wrong = await startTestApp({ env: { SEARCH_URL: `${good.origin}/tls` } });
    try {
      const { answerTo } = await themeWith("The blue ferry sails at seven from pier four.", wrong);
      await expect.poll(() => answerTo("When does the blue ferry sail?")).toContain("pier four");
      const superAdmin = await buildSuperAdmin(wrong);
      const { search } = (await superAdmin.call(getOperation)).body;
      expect(search).toMatchObject({ index: null, trouble: expect.stringMatching(unknown) });
      const refused = await superAdmin.call(rebuildSearch);
      expect([refused.status, refused.error.error]).toEqual([503, expect.stringMatching(unknown)]);
    } finally {
      await wrong.close();
      good.close();
      elsewhere.close();
    }
  },
);

onCluster("a red index is named, answers come from memory, and a rebuilt one takes its place", async () => {
  const { answerTo } = await themeWith("Parcels over ten kilograms go to counter nine.");
  const index = await untilIndexed(app);
  expect(await answerTo("Where do parcels over ten kilograms go?")).toContain("counter nine");
  // a disk loses the parts of the index while the only machine is away
  const settings = (await call(`/${index}/_settings`)) as Record<
    string,
    { settings: { index: { uuid: string } } }
  >;
  const uuid = settings[index]?.settings.index.uuid ?? "";
  const [node] = cluster.nodes;
  await node?.kill();
  for (const shard of ["0", "1", "2"])
    rmSync(join(node?.data ?? "", "nodes/0/indices", uuid, shard), { recursive: true });
  expect(await answerTo("Where do parcels over ten kilograms go?")).toContain("counter nine");
  await node?.revive();
  await expect
    .poll(() => describedBy(app).catch((error: Error) => error.message), { timeout: 30_000 })
    .toMatch(/a part of the index faults-.* is on no machine \(red\)/);
  expect(await answerTo("Where do parcels over ten kilograms go?")).toContain("counter nine");
  const { body } = await operator.call(getOperation);
  expect(body.search).toMatchObject({ index, trouble: expect.stringMatching(/\(red\)/) });
  const rebuilt = (await operator.call(rebuildSearch)).body.index;
  expect(await untilIndexed(app)).toBe(rebuilt);
  expect((await describedBy(app)).isBehind).toBe(false);
  expect(await answerTo("Where do parcels over ten kilograms go?")).toContain("counter nine");
});

onCluster(
  "records removed inside OpenSearch are noticed, answered from segments and written again",
  async () => {
    const { answerTo, companyId } = await themeWith("Lost umbrellas are kept in the green cupboard.");
    const other = await themeWith("Skis are stored in the cellar until May.");
    const index = await untilIndexed(app);
    type Hits = { hits: { hits: { _id: string }[] } };
    const { hits } = (await call(`/${index}/_search?routing=${companyId}&size=1000`, "POST", {
      query: { term: { company: companyId } },
    })) as Hits;
    expect(hits.hits.length).toBeGreaterThan(0);
    for (const { _id } of hits.hits) await call(`/${index}/_doc/${_id}?routing=${companyId}`, "DELETE");
    await call(`/${index}/_refresh`, "POST");
    await expect(describedBy(app)).rejects.toThrow(
      new RegExp(`lacks ${hits.hits.length} of \\d+ records that it had`),
    );
    await lookNow();
    // before the records are back, and after
    expect(await answerTo("Where are lost umbrellas kept?")).toContain("green cupboard");
    expect(await untilIndexed(app)).toBe(index);
    expect((await describedBy(app)).isBehind).toBe(false);
    expect(await answerTo("Where are lost umbrellas kept?")).toContain("green cupboard");
    expect(await other.answerTo("Where are skis stored?")).toContain("cellar");
  },
);

onCluster("an operator rebuilds the index while it answers, and sees the progress", async () => {
  const { answerTo, admin } = await themeWith("Wet floors are marked with two yellow cones.");
  const before = await untilIndexed(app);
  expect((await admin.call(rebuildSearch)).status).toBe(403);
  const { body } = await operator.call(rebuildSearch);
  expect(body.index).not.toBe(before);
  // pressed twice, one index is filled
  expect((await operator.call(rebuildSearch)).body).toEqual(body);
  expect((await operator.call(getOperation)).body.search).toMatchObject({ index: before });
  expect(await answerTo("How are wet floors marked?")).toContain("yellow cones");
  expect(await untilIndexed(app)).toBe(body.index);
  expect(await answerTo("How are wet floors marked?")).toContain("yellow cones");
});

onCluster("two versions of the program keep an index each; the earlier one's goes a day after", async () => {
  const { answerTo } = await themeWith("The quarry is closed on the first Monday of a month.");
  const own = await untilIndexed(app);
  const [segment = 0, records = 0] = formOfRecords.split(".").map(Number);
  const named = async (form: string) => {
    const { rows } = await withClient(app.connection, (client) =>
      client.query(
        "insert into search_indexes (prefix, form, state, since) values ('faults', $1, 'answering', now()) returning name",
        [form],
      ),
    );
    const { name } = rows[0] as { name: string };
    await createIndex(searchEngineOf(app), name);
    return name;
  };
  const earlier = await named(`${segment}.${records - 1}`);
  const later = await named(`${segment + 1}.0`);
  const existing = async () => Object.keys((await call("/faults-*/_mapping")) as object).toSorted();
  await lookNow();
  expect(await existing()).toEqual([own, earlier, later].toSorted());
  expect(await answerTo("When is the quarry closed?")).toContain("first Monday");
  await withClient(app.connection, (client) =>
    client.query("update search_indexes set since = since - interval '25 hours' where name = $1", [own]),
  );
  await lookNow();
  expect(await existing()).toEqual([own, later].toSorted());
  expect(await answerTo("When is the quarry closed?")).toContain("first Monday");
});

onCluster("another address gets an index of its own; the first one, used again, is left tidy", async () => {
  if (program === null) return;
  const second = await startOpenSearch(program);
  const database = await createEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), "footnote-moved-"));
  const startAt = (url: string) =>
    startTestApp({ owner: database.connection, env: { SEARCH_URL: `${url}/moved`, DATA_DIR: folder } });
  const namesAt = async (url: string) =>
    Object.keys((await call("/moved-*/_mapping", "GET", undefined, url)) as object);
  try {
    const first = await startAt(cluster.url);
    const { admin, question } = await themeWith("Bees may be kept behind the third hedge only.", first);
    const names = [await untilIndexed(first)];
    await first.close();
    for (const place of [second, cluster]) {
      const moved = await startAt(place.url);
      try {
        const answer = () => callAt(moved.url, admin.token, ask, question("Where may bees be kept?"));
        expect((await answer()).text).toContain("third hedge");
        const name = await untilIndexed(moved);
        expect(names).not.toContain(name);
        names.push(name);
        await keepSearch(moved.services);
        expect(await namesAt(place.url)).toEqual([name]);
        expect((await answer()).text).toContain("third hedge");
      } finally {
        await moved.close();
      }
    }
  } finally {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
    await second.stop();
  }
});
