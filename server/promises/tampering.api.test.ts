import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "#contract/answering/answers.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import type { Problem } from "#server/evidence/record/check.ts";
import { entryOf, type Entry } from "#server/platform/log/entry.ts";
import { storeHeads } from "#server/evidence/record/store-heads.ts";
import { GrowingTree, leafHash } from "#server/platform/log/merkle.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { checkRecord } from "#testing/check-record.ts";
import { tamper } from "#testing/tamper.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { companyWithLog, writeEvents } from "#testing/write-events.ts";

/** P14: any change to the record by the superuser of its database is found, with the first altered event. */
let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-tampering-"));
beforeAll(async () => {
  app = await startTestApp({ env: { RECORD_PLACES: `file://${folder}` }, worker: false });
  // checks run only on the test's request
  await app.services.queue.work({ ...workersOf(app.services), "check-record": () => Promise.resolve() });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function found(stream: number): Promise<Problem | null> {
  return (await checkRecord(app, stream)).problem;
}

/** Alters the record, checks it, and restores everything. */
async function after(stream: number, act: (client: pg.Client) => Promise<unknown>): Promise<Problem | null> {
  const tables = ["audit_events", "record_nodes", "record_sizes", "record_heads", "record_deliveries"];
  await tamper(app, async (client) => {
    for (const table of tables)
      await client.query(
        `drop table if exists kept_${table}; create table kept_${table} as select * from ${table} where stream = ${stream}`,
      );
    await act(client);
  });
  const problem = await found(stream);
  await tamper(app, async (client) => {
    for (const table of tables) {
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns where table_name = '${table}'`,
      );
      const columns = rows[0]?.columns ?? "";
      await client.query(
        `delete from ${table} where stream = ${stream};
         insert into ${table} (${columns}) overriding system value select ${columns} from kept_${table}`,
      );
      await client.query(`drop table kept_${table}`);
    }
  });
  return problem;
}

/**
 * An attacker who knows the program: leaves, nodes and size match the altered events, and no internal head shows it.
 */
async function coverUp(client: pg.Client, stream: number): Promise<void> {
  const { rows } = await client.query<Omit<Entry, "at"> & { at: Date }>(
    "select * from audit_events where stream = $1 order by seq",
    [stream],
  );
  const tree = new GrowingTree();
  await client.query(`delete from record_nodes where stream = ${stream}`);
  for (const row of rows) {
    const leaf = leafHash(entryOf({ ...row, at: row.at.toISOString(), clock: null }));
    await client.query("update audit_events set leaf = $3 where stream = $1 and seq = $2", [
      stream,
      row.seq,
      leaf,
    ]);
    for (const { level, hash } of tree.append(leaf))
      if (level === 8)
        await client.query("insert into record_nodes values ($1, $1, 8, $2, $3)", [
          stream,
          tree.size / 256 - 1,
          hash,
        ]);
  }
  await client.query(`update record_sizes set seq = ${rows.length} where stream = ${stream}`);
  await client.query(`delete from record_heads where stream = ${stream}`);
}

const shift = (stream: number, from: number, by: number) =>
  `update audit_events set seq = -seq where stream = ${stream} and seq >= ${from};
   update audit_events set seq = -seq + ${by} where stream = ${stream} and seq < 0`;
const copyOf = (stream: number, seq: number, as: number) =>
  `insert into audit_events select (jsonb_populate_record(e, jsonb_build_object('seq', ${as}))).* from audit_events e where stream = ${stream} and seq = ${seq}`;

test("events removed, swapped, inserted and added are found, with the first altered one", async () => {
  const stream = await companyWithLog(app, 600);
  await storeHeads(app.services);
  const all: Record<string, [string, Partial<Problem>]> = {
    "the first is removed": [
      "delete from audit_events where stream = $ and seq = 1",
      { kind: "missing", from: 1, to: 1 },
    ],
    "one in the middle is removed": [
      "delete from audit_events where stream = $ and seq = 300",
      { kind: "missing", from: 300, to: 300 },
    ],
    "one in the middle is removed, and the others close up": [
      `delete from audit_events where stream = $ and seq = 300; ${shift(stream, 301, -1)}`,
      { kind: "changed", from: 300 },
    ],
    "the last is removed": [
      "delete from audit_events where stream = $ and seq = 600",
      { kind: "missing", from: 600 },
    ],
    "the last are cut off": [
      "delete from audit_events where stream = $ and seq > 590",
      { kind: "missing", from: 591 },
    ],
    "the last are cut off, with their count": [
      "delete from audit_events where stream = $ and seq > 590; update record_sizes set seq = 590 where stream = $",
      { kind: "missing", from: 591, to: 600 },
    ],
    "all are removed": ["delete from audit_events where stream = $", { kind: "missing", from: 1, to: 600 }],
    "all are removed, with their count, nodes and heads": [
      "delete from audit_events where stream = $; delete from record_sizes where stream = $; delete from record_nodes where stream = $; delete from record_heads where stream = $",
      { kind: "missing", from: 1, to: 600 },
    ],
    "two are swapped": [
      `update audit_events set seq = -1 where stream = $ and seq = 20; update audit_events set seq = 20 where stream = $ and seq = 40; update audit_events set seq = 40 where stream = $ and seq = -1`,
      { kind: "changed", from: 20 },
    ],
    "one is inserted": [
      `${shift(stream, 100, 1)}; ${copyOf(stream, 50, 100)}`,
      { kind: "changed", from: 100 },
    ],
    "one is added at the end": [copyOf(stream, 50, 601), { kind: "surplus", from: 601, to: 601 }],
    "one is added at the end and counted": [
      `${copyOf(stream, 50, 601)}; update record_sizes set seq = 601 where stream = $`,
      { kind: "changed", from: 601 },
    ],
    "a stored hash is changed": [
      "update record_nodes set hash = set_bit(hash, 7, 1 - get_bit(hash, 7)) where stream = $ and place = 1",
      { kind: "hash", from: 257, to: 512 },
    ],
    "a stored hash is removed": [
      "delete from record_nodes where stream = $ and place = 0",
      { kind: "hash", from: 1 },
    ],
    "a head's root is changed": [
      "update record_heads set root = set_bit(root, 9, 1 - get_bit(root, 9)) where stream = $",
      { kind: "head", from: 600 },
    ],
    "a head's note is changed": [
      "update record_heads set note = replace(note, '600', '599') where stream = $",
      { kind: "head", from: 600 },
    ],
  };
  const missed: string[] = [];
  for (const [what, [statement, problem]] of Object.entries(all)) {
    const seen = await after(stream, (client) => client.query(statement.replaceAll("$", String(stream))));
    const isRight =
      seen !== null && Object.entries(problem).every(([key, value]) => seen[key as "from"] === value);
    if (!isRight) missed.push(`${what}: ${JSON.stringify(seen)}`);
  }
  console.info(`${Object.keys(all).length} other tamperings, ${missed.length} not found at their place`);
  expect(missed).toEqual([]);
  expect(await found(stream)).toBeNull();
}, 300_000);

test("a record rewritten with all its hashes does not match the heads sent outside", async () => {
  const stream = await companyWithLog(app, 100);
  await storeHeads(app.services);
  await writeEvents(app, stream, 200);
  await storeHeads(app.services);
  await writeEvents(app, stream, 200);
  await storeHeads(app.services);
  const rewritten = (statement: string) =>
    after(stream, async (client) => {
      await client.query(statement);
      await coverUp(client, stream);
    });
  expect(
    await rewritten(
      `update audit_events set actor_name = 'Somebody else' where stream = ${stream} and seq = 250`,
    ),
  ).toEqual({ kind: "rewritten", from: 101, to: 300 });
  expect(
    await rewritten(
      `delete from audit_events where stream = ${stream} and seq = 10; ${shift(stream, 11, -1)}`,
    ),
  ).toEqual({ kind: "rewritten", from: 1, to: 100 });
  expect(await rewritten(`${shift(stream, 400, 1)}; ${copyOf(stream, 5, 400)}`)).toEqual({
    kind: "rewritten",
    from: 301,
    to: 500,
  });
  expect(await found(stream)).toBeNull();
}, 300_000);

test("a database restored from an older backup is found, even if it continued from there", async () => {
  const stream = await companyWithLog(app, 300);
  await storeHeads(app.services);
  const backup = await tamper(app, async (client) => {
    for (const table of ["audit_events", "record_nodes", "record_sizes", "record_heads"])
      await client.query(`create table backup_${table} as select * from ${table} where stream = ${stream}`);
    return ["audit_events", "record_nodes", "record_sizes", "record_heads"];
  });
  await writeEvents(app, stream, 50);
  await storeHeads(app.services);
  await tamper(app, async (client) => {
    for (const table of backup) {
      await client.query(`delete from ${table} where stream = ${stream}`);
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns where table_name = '${table}'`,
      );
      const columns = rows[0]?.columns ?? "";
      await client.query(
        `insert into ${table} (${columns}) overriding system value select ${columns} from backup_${table}`,
      );
    }
  });
  expect(await found(stream)).toEqual({ kind: "missing", from: 301, to: 350 });
  await writeEvents(app, stream, 80);
  const second = await found(stream);
  expect(second).toEqual({ kind: "rewritten", from: 301, to: 350 });
}, 300_000);

test("an answer, its sources, its claims and its manifest cannot be changed or removed undetected", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { companyWorkspaceId: workspaceId });
  const { body } = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "How many days does a customer have to return an unopened product?",
    sessionId: "s",
  });
  await storeHeads(app.services);
  expect((await checkRecord(app, companyId)).outcome).toBe("intact");
  const seq = await tamper(app, async (client) => {
    const { rows } = await client.query<{ seq: number }>(
      "select seq from audit_events where stream = $1 and manifest is not null",
      [companyId],
    );
    return Number(rows[0]?.seq);
  });
  const own = `company_id = ${companyId} and interaction_id = ${body.interactionId}`;
  const changes = [
    ["interactions", "answer = answer || ' Not.'"],
    ["interactions", "question = 'Another?'"],
    ["interactions", "created_at = created_at - interval '30 days'"],
    ["interactions", "user_id = user_id + 1"],
    ["interaction_sources", "passage_text = replace(passage_text, '30', '60')"],
    ["interaction_sources", "quote = replace(quote, '30', '60')"],
    ["interaction_sources", "document_name = 'Other.txt'"],
    ["interaction_sources", "version = version + 1"],
    ["claims", "verdict = 'unsupported'"],
    ["record_manifests", "content = replace(content, '30 days', '60 days')"],
    ["record_manifests", "salt = set_bit(salt, 3, 1 - get_bit(salt, 3))"],
    ["record_manifests", "commitment = set_bit(commitment, 3, 1 - get_bit(commitment, 3))"],
  ] as const;
  for (const [table, change] of changes) {
    const where = table === "interactions" ? own.replace("interaction_id", "id") : own;
    await tamper(app, async (client) => {
      await client.query(`create table kept as select * from ${table} where ${where}`);
      expect(
        (await client.query(`update ${table} set ${change} where ${where}`)).rowCount,
        change,
      ).toBeGreaterThan(0);
    });
    expect(await found(companyId), `${table}: ${change}`).toEqual({ kind: "answer", from: seq, to: seq });
    await tamper(app, (client) =>
      client.query(
        `delete from ${table} where ${where}; insert into ${table} overriding system value select * from kept; drop table kept`,
      ),
    );
  }
  expect((await checkRecord(app, companyId)).outcome).toBe("intact");
  await tamper(app, (client) => client.query(`delete from claims where ${own}`));
  expect((await found(companyId))?.kind).toBe("answer");
  await tamper(app, (client) =>
    client.query(
      `update record_manifests set content = null, salt = null where ${own};
       delete from interaction_sources where ${own};
       update interactions set question = '', answer = '' where ${own.replace("interaction_id", "id")}`,
    ),
  );
  expect(await found(companyId)).toEqual({ kind: "erased", from: seq, to: seq });
});

test("a finding is announced: in the bell and by email to the administrators and super admins, and on the record", async () => {
  const { admin, agent, companyId } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  await writeEvents(app, companyId, 5);
  await storeHeads(app.services);
  await tamper(app, (client) =>
    client.query(`update audit_events set actor_name = 'x' where stream = ${companyId} and seq = 4`),
  );
  const check = await checkRecord(app, companyId);
  expect(check).toMatchObject({ outcome: "altered", problem: { kind: "changed", from: 4, to: 4 } });
  for (const person of [admin, superAdmin]) {
    const [notice] = (await person.call(listNotifications, {})).body.rows;
    expect(notice).toMatchObject({ kind: "record_altered" });
    expect(notice?.body).toContain("Event 4 differs from what was recorded.");
  }
  expect((await agent.call(listNotifications, {})).body.rows).toEqual([]);
  const { rows } = await withClient(app.connection, (client) =>
    client.query("select after from audit_events where stream = $1 and action = 'record.find-altered'", [
      companyId,
    ]),
  );
  expect(rows).toEqual([{ after: { kind: "changed", from: 4, to: 4 } }]);
  await expect
    .poll(() => app.mail.sent.filter(({ to }) => [admin.email, superAdmin.email].includes(to)).length)
    .toBe(2);
});

test("an outside head with an unknown signature is reported, and an unreadable place hides nothing", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 5);
  // no head yet, inside or outside
  expect(await checkRecord(app, companyId)).toMatchObject({ outcome: "intact", outside: null });
  await storeHeads(app.services);
  const { outside } = await checkRecord(app, companyId);
  expect(outside).toEqual({ place: `file:${folder}`, size: 5 });
  writeFileSync(join(folder, String(companyId), "000000000009.txt"), "planted");
  expect(await found(companyId)).toEqual({ kind: "outside-head", from: 9, to: 9 });
});
