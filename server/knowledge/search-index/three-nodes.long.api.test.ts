import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme, untilRead, upload } from "#testing/documents.ts";
import { openSearchProgram, startOpenSearch, type TestCluster } from "#testing/opensearch.ts";
import { untilIndexed } from "#testing/until-indexed.ts";

const program = openSearchProgram();

let cluster: TestCluster;
let app: TestApp;
beforeAll(async () => {
  if (program === null) return;
  cluster = await startOpenSearch(program, { count: 3, heapMb: 384 });
  app = await startTestApp({ env: { SEARCH_URL: `${cluster.url}/three` } });
});
afterAll(async () => {
  if (program === null) return;
  await app.close();
  await cluster.stop();
});

const syllables = ["bal", "dor", "fen", "gim", "kos", "lut", "mav", "nep", "rix", "tul"];
/** A name that no other document has. */
const permitOf = (number: number) =>
  [...String(1000 + number)].map((digit) => syllables[Number(digit)] ?? "").join("");
const costOf = (number: number) => `${200 + 7 * number} dollars`;

/** Until each record has a second copy again, on another node. */
const untilGreen = () =>
  expect
    .poll(
      async () => {
        const node = cluster.nodes[1]?.url ?? "";
        const health = await fetch(`${node}/_cluster/health`).then(
          (reply) => reply.json(),
          () => null,
        );
        return (health as { status: string; number_of_nodes: number } | null) ?? {};
      },
      { timeout: 180_000, interval: 500 },
    )
    .toMatchObject({ status: "green", number_of_nodes: 3 });

test.skipIf(program === null)(
  "of three nodes one and another is lost and comes back under questions and uploads: no answer is wrong, no document is lost",
  async () => {
    const { admin, companyId } = await buildCompany(app);
    const { theme } = await buildTheme(admin);
    let known = 0;
    const add = async () => {
      const text = `Permits\n\nA ${permitOf(known)} permit costs ${costOf(known)} at the counter.\n`;
      await upload(admin, theme.id, `${permitOf(known)}.txt`, text);
      await untilRead(admin, theme.id);
      known += 1;
    };
    for (let count = 0; count < 5; count += 1) await add();
    await untilIndexed(app);
    await untilGreen();

    let isOver = false;
    const wrong: string[] = [];
    let asked = 0;
    const askOn = async (step: number) => {
      for (let turn = step; !isOver; turn += step) {
        const number = turn % known;
        const userQuery = `What does a ${permitOf(number)} permit cost?`;
        const { status, text } = await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" });
        asked += 1;
        if (status !== 200 || !text.includes(costOf(number))) wrong.push(`${userQuery} ${status} ${text}`);
      }
    };
    const addOn = async () => {
      while (!isOver) await add();
    };
    const working = Promise.all([askOn(1), askOn(3), addOn()]);
    // one of those that only OpenSearch knows, then the one whose address the program has
    for (const node of [cluster.nodes[2], cluster.nodes[0]]) {
      if (node === undefined) throw new Error("OpenSearch has fewer than three nodes.");
      const before = asked;
      await node.kill();
      await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      await node.revive();
      await untilGreen();
    }
    isOver = true;
    await working;
    expect(wrong).toEqual([]);

    const index = await untilIndexed(app);
    await fetch(`${cluster.url}/${index}/_refresh`, { method: "POST" });
    const counted = await fetch(`${cluster.url}/${index}/_count?routing=${companyId}`);
    const { count } = (await counted.json()) as { count: number };
    const passages = await withClient(app.connection, async (client) => {
      const { rows } = await client.query<{ passages: number }>(
        "select count(*)::int as passages from passages where company_id = $1",
        [companyId],
      );
      return rows[0]?.passages;
    });
    expect(count).toBe(passages);
    console.info(
      `three nodes, two of them lost once: ${asked} questions, ${known} documents, 0 wrong, 0 lost`,
    );
  },
  400_000,
);
