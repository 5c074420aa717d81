import { witnesses } from "./witnesses/witness.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNotifications } from "#contract/notices/notifications.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { rotateMasterKey } from "#server/operation/master-key/rotate.ts";
import { keyringOf } from "#server/platform/secrets.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { startBucketServer } from "#testing/bucket-server.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { makeTimestampRoot, startTimestampAuthority } from "#testing/timestamp-authority.ts";
import { writeEvents } from "#testing/write-events.ts";
import { deliverHeads } from "./deliver.ts";
import { listHeads, newestHead, type HeadRow } from "./head-store.ts";
import { storeHeads } from "./store-heads.ts";
import { isSignedBy, parseNote } from "./note.ts";
import { newSigningKey } from "./signing-key.ts";

const folder = mkdtempSync(join(tmpdir(), "footnote-heads-"));
let bucket: Awaited<ReturnType<typeof startBucketServer>>;
let hook: Awaited<ReturnType<typeof startHook>>;
let authority: Awaited<ReturnType<typeof startTimestampAuthority>>;
let app: TestApp;
beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID ??= "test";
  process.env.AWS_SECRET_ACCESS_KEY ??= "test";
  bucket = await startBucketServer();
  hook = await startHook();
  const root = await makeTimestampRoot();
  authority = await startTimestampAuthority(await root.issue(), () => app.clock.now());
  app = await startTestApp({
    worker: false,
    env: {
      SMTP_URL: "smtp://127.0.0.1:1",
      RECORD_PLACES: `file://${folder} s3://heads/footnote?endpoint=${encodeURIComponent(bucket.url)}&lock=compliance&days=10
        ${hook.url} mailto:one@example.com,two@example.com`,
      RECORD_TIMESTAMP_URL: authority.url,
      RECORD_TIMESTAMP_ROOTS: root.pem,
    },
  });
});
afterAll(async () => {
  await app.close();
  await bucket.close();
  await hook.close();
  await authority.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Accepts heads, or answers as instructed. */
async function startHook() {
  const got: { log: number; size: number; note: string }[] = [];
  const state = { status: 204 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (state.status < 300) got.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof got)[number]);
      response.writeHead(state.status, state.status === 302 ? { location: "/elsewhere" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    got,
    state,
    close,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads?secret=1`,
  };
}

const system = () => systemCaller(app.services, "test");
const headOf = (stream: number) => system().transact((ctx) => newestHead(ctx, stream));
const inFolder = (stream: number) => readdirSync(join(folder, String(stream))).toSorted();

test("a log that grew is signed once, and every place receives its head", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 5);
  await storeHeads(app.services);
  const head = await headOf(companyId);
  const note = parseNote(head?.note ?? "");
  expect(head).toMatchObject({ size: 5, company_id: companyId });
  expect(note?.head.origin).toMatch(new RegExp(`^localhost:\\d+/record/${companyId}$`));
  expect(note !== null && isSignedBy(note, head?.public_key ?? Buffer.alloc(32))).toBe(true);
  await storeHeads(app.services);
  expect((await headOf(companyId))?.id).toBe(head?.id);
  expect(inFolder(companyId)).toEqual(["000000000005.txt"]);
  expect(readFileSync(join(folder, String(companyId), "000000000005.txt"), "utf8")).toBe(head?.note);
  expect(readdirSync(folder).filter((name) => /^key-[0-9a-f]{16}\.pem$/.test(name))).toHaveLength(1);
  expect(bucket.objects.get(`/heads/footnote/${companyId}/000000000005.txt`)?.toString()).toBe(head?.note);
  expect(hook.got.filter(({ log }) => log === companyId)).toMatchObject([{ size: 5, note: head?.note }]);
  const letters = app.mail.sent.filter(({ text }) => text.includes(head?.note.trimEnd() ?? "none"));
  expect(letters.map(({ to }) => to)).toEqual(["one@example.com", "two@example.com"]);
  const folderAndBucket = witnesses
    .of(app.services)
    .flatMap(({ reader }) => (reader === null ? [] : [reader]));
  expect(folderAndBucket).toHaveLength(2);
  for (const reader of folderAndBucket) {
    expect(await reader.sizes(companyId)).toEqual([5]);
    expect(await reader.note(companyId, 5)).toBe(head?.note);
  }
});

const query = <Row extends object>(text: string) =>
  withClient(app.connection, async (client) => (await client.query<Row>(text)).rows);

/** Sizes whose heads were stamped, ascending. */
const stamped = async (stream: number) =>
  (
    await query<{ size: string }>(
      `select h.size from record_deliveries d join record_heads h on h.id = d.head_id
       where d.receipt is not null and d.stream = ${stream} order by h.id`,
    )
  ).map(({ size }) => Number(size));

test("an authority stamps each log's newest head, at most once an hour", async () => {
  const { companyId } = await buildCompany(app);
  const grow = async () => {
    await writeEvents(app, companyId, 1);
    await storeHeads(app.services);
  };
  await grow();
  await grow();
  expect(await stamped(companyId)).toEqual([1]);
  await writeEvents(app, companyId, 1);
  app.clock.advance(3_600_000);
  const other = await buildCompany(app);
  await writeEvents(app, other.companyId, 2);
  await storeHeads(app.services);
  expect(await stamped(companyId)).toEqual([1, 3]);
  expect(await stamped(other.companyId)).toEqual([2]);
  const before = authority.requests.length;
  app.clock.advance(3_600_000);
  await storeHeads(app.services);
  expect(authority.requests.length).toBe(before);
});

test("an authority that is unavailable for a day is reported, and then stamps the newest head once", async () => {
  const { companyId } = await buildCompany(app);
  await buildSuperAdmin(app);
  authority.state.behavior = (_, response) => void response.writeHead(503).end();
  for (let n = 0; n < 5; n++) {
    await writeEvents(app, companyId, 1);
    await storeHeads(app.services);
    app.clock.advance(5 * 3_600_000);
  }
  expect(await stamped(companyId)).toEqual([]);
  const told = () =>
    query<{ title: string; body: string }>(
      "select distinct id, title, body from notifications where title like '%time-stamping authority%' order by id",
    );
  const [notice] = await told();
  expect(notice?.title).toMatch(
    /^Heads of the record do not reach time-stamping authority 127\.0\.0\.1:\d+$/,
  );
  expect(notice?.body).toMatch(/answered 503 instead of a time stamp/);
  authority.state.behavior = authority.rightly;
  await storeHeads(app.services);
  expect(await stamped(companyId)).toEqual([5]);
  expect((await told()).at(-1)?.title).toMatch(/reach .* again$/);
});

test("people receive one mail a day, with the newest head of each log", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  const before = app.mail.sent.length;
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  expect(app.mail.sent.length).toBe(before);
  app.clock.advance(86_400_000);
  await storeHeads(app.services);
  const [letter, second, ...more] = app.mail.sent.slice(before);
  expect([letter?.to, second?.to, more]).toEqual(["one@example.com", "two@example.com", []]);
  expect(letter?.text).toContain(`/record/${companyId}\n2\n`);
  expect(letter?.text).not.toContain(`/record/${companyId}\n1\n`);
});

test("an unreachable place is reported after ten minutes and receives every head once it is back", async () => {
  const { companyId } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const told = async () =>
    (await superAdmin.call(listNotifications, {})).body.rows
      .filter(({ kind }) => kind === "record_heads_wait")
      .map(({ title }) => title.replace(/127\.0\.0\.1:\d+/, "HOST"));
  hook.state.status = 503;
  for (let n = 0; n < 3; n++) {
    await writeEvents(app, companyId, 1);
    await storeHeads(app.services);
  }
  expect(await told()).toEqual([]);
  // the others don't wait for it
  expect(inFolder(companyId)).toHaveLength(3);
  app.clock.advance(11 * 60_000);
  await deliverHeads(app.services);
  await deliverHeads(app.services);
  const title = expect.stringMatching(
    /^Heads of the record do not reach http:\/\/HOST \([0-9a-f]{8}\)$/,
  ) as string;
  expect(await told()).toEqual([title]);
  hook.state.status = 200;
  await deliverHeads(app.services);
  expect(hook.got.filter(({ log }) => log === companyId).map(({ size }) => size)).toEqual([3]);
  expect(await told()).toHaveLength(2);
  hook.state.status = 503;
  for (let n = 0; n < 3; n++) {
    await writeEvents(app, companyId, 1);
    await storeHeads(app.services);
  }
  hook.state.status = 200;
  await deliverHeads(app.services);
  // it doesn't receive earlier heads again, and misses none of the later ones
  expect(hook.got.filter(({ log }) => log === companyId).map(({ size }) => size)).toEqual([3, 4, 5, 6]);
});

test("a redirect is not followed, and a different head is never overwritten", async () => {
  const { companyId } = await buildCompany(app);
  hook.state.status = 302;
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  hook.state.status = 200;
  expect(hook.got.filter(({ log }) => log === companyId)).toEqual([]);
  const path = join(folder, String(companyId), "000000000002.txt");
  writeFileSync(path, "something else");
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  expect(readFileSync(path, "utf8")).toBe("something else");
  const troubles = await withClient(app.connection, (client) =>
    client.query<{ reason: string }>("select reason from record_troubles where what like 'file:%'"),
  );
  expect(troubles.rows[0]?.reason).toContain("already exists with different content");
  rmSync(path);
  await storeHeads(app.services);
  expect(readFileSync(path, "utf8")).toContain(`/record/${companyId}\n2\n`);
});

test("after a new key earlier heads stay valid, and a change of the master key loses nothing", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  await system().transact(newSigningKey);
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  const heads = await system().transact((ctx) => listHeads(ctx, companyId, null, 10));
  expect(new Set(heads.map((head) => head.public_key.toString("hex"))).size).toBe(2);
  for (const head of heads) {
    const note = parseNote(head.note);
    expect(note !== null && isSignedBy(note, head.public_key)).toBe(true);
  }
  const { config } = app.services;
  const { current } = config.secretKeys;
  config.secretKeys = keyringOf(Buffer.from("another key of thirty-two bytes!"), [current.key]);
  expect((await rotateMasterKey(app.services)).unreadable).toBe(0);
  config.secretKeys = keyringOf(Buffer.from("another key of thirty-two bytes!"));
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  expect((await headOf(companyId))?.size).toBe(3);
});

test("a lost key is reported at once, events continue, and a new key signs over all of them", async () => {
  const { companyId } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const { config } = app.services;
  const keys = config.secretKeys;
  config.secretKeys = keyringOf(Buffer.from("yet another key of thirty-two B!"));
  await writeEvents(app, companyId, 2);
  await storeHeads(app.services);
  expect(await headOf(companyId)).toBeNull();
  const [notice] = (await superAdmin.call(listNotifications, {})).body.rows;
  expect(notice).toMatchObject({ kind: "record_heads_wait", title: "Heads of the record are not signed" });
  expect(notice?.body).toContain("SECRET_KEY_PREVIOUS");
  await system().transact(newSigningKey);
  await storeHeads(app.services);
  expect((await headOf(companyId))?.size).toBe(2);
  config.secretKeys = keyringOf(config.secretKeys.current.key, [keys.current.key]);
});

test("a log that no longer begins with its newest head is not signed", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 3);
  await storeHeads(app.services);
  await withClient(app.connection, (client) =>
    client.query(
      `set session_replication_role = replica; delete from audit_events where stream = ${companyId} and seq = 2`,
    ),
  );
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  const heads: HeadRow[] = await system().transact((ctx) => listHeads(ctx, companyId, null, 10));
  expect(heads.map(({ size }) => size)).toEqual([3]);
});

test("an hour without events leaves no row anywhere", async () => {
  const { companyId } = await buildCompany(app);
  await writeEvents(app, companyId, 1);
  await storeHeads(app.services);
  const counts = () =>
    withClient(app.connection, async (client) => {
      const { rows } = await client.query<{ n: string }>(
        "select (select count(*) from record_heads) || '/' || (select count(*) from record_deliveries) || '/' || (select count(*) from audit_events) as n",
      );
      return rows[0]?.n;
    });
  // the time stamps that are due in an hour
  app.clock.advance(3_600_000);
  await storeHeads(app.services);
  const before = await counts();
  for (let n = 0; n < 60; n++) {
    app.clock.advance(60_000);
    await storeHeads(app.services);
  }
  expect(await counts()).toBe(before);
});
