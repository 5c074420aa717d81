import { connect } from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listNotifications } from "#contract/notices/notifications.ts";
import {
  getRecordStream,
  removeRecordStream,
  setRecordStream,
  testRecordStream,
} from "#contract/evidence/record-stream.ts";
import { listRecord } from "#contract/evidence/record.ts";
import { rotateMasterKey } from "#server/operation/master-key/rotate.ts";
import { isCurrent } from "#server/platform/secrets.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { makeAuthority } from "#testing/certificates.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startSyslogReceiver } from "#testing/syslog-receiver.ts";
import { startReceiver } from "#testing/webhook-receiver.ts";
import { writeEvents } from "#testing/write-events.ts";
import { streamRecord, streamRecords } from "./send.ts";

/** A company's record reaches its SIEM complete and in order, whatever happens on the way. */
let app: TestApp;
let authority: Awaited<ReturnType<typeof makeAuthority>>;
let certificate: { key: string; cert: string };
let company: Awaited<ReturnType<typeof buildCompany>>;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  authority = await makeAuthority();
  certificate = await authority.issue("127.0.0.1", "siem.example.com");
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await buildCompany(app);
  ({ admin } = company);
});

type Ocsf = { class_uid: number; metadata: { uid: string }; api: { operation: string } };
const send = async (log = company.companyId) => {
  await streamRecord(app.services, { log });
  await app.services.outbound.settled();
};
const state = async () => (await admin.call(getRecordStream, {})).body.stream;
/** Sessions expire during the test: from then on, a colleague checks. */
async function passes(milliseconds: number) {
  app.clock.advance(milliseconds);
  const { companyId, workspaceId } = company;
  admin = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
}
const numbers = (bodies: string[]) =>
  bodies.flatMap((body) =>
    body
      .trim()
      .split("\n")
      .map((line) => Number((JSON.parse(line) as Ocsf).metadata.uid)),
  );
const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, n) => from + n);
const sizeNow = async () => {
  const stream = await state();
  return (stream?.position ?? 0) + (stream?.behind ?? 0);
};

test("events arrive over https as OCSF in log order, with the header, in limited batches", async () => {
  const receiver = await startReceiver();
  try {
    await writeEvents(app, company.companyId, 1200);
    const secret = "Splunk 0c1d-very-secret";
    await admin.call(setRecordStream, {
      address: receiver.url,
      header: "Authorization",
      secret,
      fromStart: true,
    });
    await send();
    const size = await sizeNow();
    expect(await state()).toMatchObject({ position: size, behind: 0, lastError: null, hasSecret: true });
    const bodies = receiver.received.map(({ body }) => body);
    expect(numbers(bodies)).toEqual(upTo(size));
    expect(bodies.length).toBeGreaterThan(2);
    expect(Math.max(...bodies.map((body) => body.trim().split("\n").length))).toBeLessThanOrEqual(500);
    for (const { headers } of receiver.received)
      expect(headers).toMatchObject({ authorization: secret, "content-type": "application/x-ndjson" });
    const stored = await withClient(app.connection, async (client) =>
      JSON.stringify(
        (
          await client.query(
            "select r::text, (select string_agg(e::text, '') from audit_events e) from record_streams r",
          )
        ).rows,
      ),
    );
    expect(stored).not.toContain("very-secret");
    // nothing new, nothing sent
    await send();
    expect(receiver.received).toHaveLength(bodies.length);
  } finally {
    await receiver.close();
  }
});

test("a new stream starts with future events, unless past ones are requested", async () => {
  const receiver = await startReceiver();
  try {
    await writeEvents(app, company.companyId, 20);
    await admin.call(setRecordStream, { address: receiver.url });
    await send();
    const sent = numbers(receiver.received.map(({ body }) => body));
    expect(sent).toHaveLength(1);
    expect(receiver.received[0]?.body).toContain("record.set-stream");
  } finally {
    await receiver.close();
  }
});

test("events arrive over syslog in the frames of RFC 5425 and the format of RFC 5424", async () => {
  const receiver = await startSyslogReceiver(certificate);
  try {
    const name = "Größe 10 € – \u{1f600}\n";
    await writeEvents(app, company.companyId, 700, () => ({ after: { name } }));
    await admin.call(setRecordStream, { address: receiver.url, ca: authority.ca, fromStart: true });
    await send();
    expect(receiver.faults).toEqual([]);
    const size = await sizeNow();
    expect(receiver.messages.map(({ sequence }) => sequence)).toEqual(upTo(size));
    expect(await state()).toMatchObject({ position: size, behind: 0, lastError: null });
    const last = receiver.messages.at(-1);
    expect(last).toMatchObject({ priority: 110, id: "record.set-stream" });
    expect(JSON.parse(last?.text ?? "{}")).toMatchObject({
      class_uid: 6003,
      api: { operation: "record.set-stream" },
    });
    // characters beyond ASCII are escaped in transit, and decode unchanged
    expect(JSON.parse(receiver.messages[0]?.text ?? "{}")).toMatchObject({ unmapped: { after: { name } } });
    expect(receiver.messages.every(({ text }) => /^[ -~]*$/.test(text))).toBe(true);
  } finally {
    await receiver.close();
  }
});

test("the stand-in refuses wrong framing, as a real collector does", async () => {
  const receiver = await startSyslogReceiver(certificate);
  try {
    await new Promise<void>((resolve) => {
      const socket = connect({ port: receiver.port, host: "127.0.0.1", ca: authority.ca }, () =>
        socket.write("<110>1 2026-11-24T00:00:00.000Z a footnote - b - lines are no frames\n"),
      );
      socket.on("error", () => undefined);
      socket.once("close", () => resolve());
    });
    expect(receiver.faults).toEqual([expect.stringMatching(/^wrong framing/)]);
  } finally {
    await receiver.close();
  }
});

test("a receiver that disconnects gets the entire batch again, and nothing is skipped", async () => {
  const receiver = await startSyslogReceiver(certificate);
  try {
    await writeEvents(app, company.companyId, 300);
    await admin.call(setRecordStream, { address: receiver.url, ca: authority.ca, fromStart: true });
    receiver.state.behavior = 50;
    await send();
    expect(await state()).toMatchObject({
      position: 0,
      lastError: expect.stringMatching(/closed the connection/) as string,
    });
    receiver.state.behavior = "takes";
    await passes(60_000);
    await send();
    const size = await sizeNow();
    expect((await state())?.behind).toBe(0);
    const got = receiver.messages.map(({ sequence }) => sequence);
    expect(got.slice(0, 50)).toEqual(upTo(50));
    expect(got.slice(50)).toEqual(upTo(size));
  } finally {
    await receiver.close();
  }
});

test("a day's outage is reported after ten minutes, queued, and caught up in order", async () => {
  const receiver = await startReceiver();
  try {
    receiver.says(503, "maintenance\nuntil Monday");
    await admin.call(setRecordStream, { address: receiver.url, fromStart: true });
    await send();
    const host = `127.0.0.1:${receiver.port}`;
    expect((await state())?.lastError).toBe(`${host} answered 503: maintenance until Monday`);
    const attempts = receiver.received.length;
    await send();
    // not early
    expect(receiver.received).toHaveLength(attempts);
    const told = async () =>
      (await admin.call(listNotifications, {})).body.rows.filter(
        ({ kind }) => kind === "record_stream_waits",
      );
    expect(await told()).toEqual([]);
    await passes(11 * 60_000);
    await send();
    expect((await told()).map(({ title }) => title)).toEqual(["Your SIEM does not receive the record"]);
    for (let hour = 0; hour < 24; hour += 6) {
      await writeEvents(app, company.companyId, 200);
      app.clock.advance(6 * 3_600_000);
      await send();
    }
    await passes(6 * 60_000);
    expect((await state())?.behind).toBeGreaterThan(800);
    receiver.received.length = 0;
    receiver.says(200);
    await send();
    expect((await told()).map(({ title }) => title)).toEqual(["Your SIEM receives the record again"]);
    const size = await sizeNow();
    expect(numbers(receiver.received.map(({ body }) => body))).toEqual(upTo(size));
    expect(await state()).toMatchObject({ behind: 0, failingSince: null, lastError: null });
  } finally {
    await receiver.close();
  }
});

test("of several servers one sends, and another takes over from a sender that died", async () => {
  const receiver = await startReceiver();
  try {
    receiver.behaves((_request, response) => void setTimeout(() => response.writeHead(200).end(), 150));
    await writeEvents(app, company.companyId, 1100);
    await admin.call(setRecordStream, { address: receiver.url, fromStart: true });
    await Promise.all([send(), send(), send(), send()]);
    const size = await sizeNow();
    expect(numbers(receiver.received.map(({ body }) => body))).toEqual(upTo(size));
    await writeEvents(app, company.companyId, 10);
    await withClient(app.connection, (client) =>
      client.query(
        "update record_streams set sender = gen_random_uuid(), leased_until = $2 where company_id = $1",
        [company.companyId, new Date(app.services.clock.now().getTime() + 120_000)],
      ),
    );
    await send();
    expect((await state())?.behind).toBe(10);
    await passes(121_000);
    await send();
    expect((await state())?.behind).toBe(0);
  } finally {
    await receiver.close();
  }
});

test("the minute's check creates a job for each company whose receiver lacks events", async () => {
  const receiver = await startReceiver();
  try {
    await admin.call(setRecordStream, { address: receiver.url });
    await send();
    const waiting = () =>
      withClient(app.connection, async (client) => {
        const { rows } = await client.query<{ n: number }>(
          "select count(*)::int as n from jobs.job where name = 'stream-record' and state = 'created' and data ->> 'log' = $1",
          [String(company.companyId)],
        );
        return rows[0]?.n;
      });
    await withClient(app.connection, (client) =>
      client.query("delete from jobs.job where name = 'stream-record'"),
    );
    await streamRecords(app.services);
    expect(await waiting()).toBe(0);
    await writeEvents(app, company.companyId, 1);
    await streamRecords(app.services);
    await streamRecords(app.services);
    expect(await waiting()).toBe(1);
  } finally {
    await receiver.close();
  }
});

test("another company has its own stream, and a removed stream sends nothing", async () => {
  const receiver = await startReceiver();
  try {
    await admin.call(setRecordStream, { address: receiver.url, header: "X-Token", secret: "of the first" });
    const other = await buildCompany(app);
    expect((await other.admin.call(getRecordStream, {})).body).toEqual({ stream: null });
    expect((await other.admin.call(removeRecordStream, {})).status).toBe(409);
    expect((await other.admin.call(getRecordStream, { companyId: company.companyId })).status).toBe(404);
    expect((await company.agent.call(getRecordStream, {})).status).toBe(403);
    // a secret stays with the address it was given for
    const moved = await admin.call(setRecordStream, { address: "https://elsewhere.example.com/" });
    expect(moved.body.stream).toMatchObject({ hasSecret: false, header: "X-Token" });
    await admin.call(removeRecordStream, {});
    await send();
    await streamRecords(app.services);
    expect(receiver.received).toEqual([]);
    expect(await state()).toBeNull();
  } finally {
    await receiver.close();
  }
});

test("a new master key reseals the header's value", async () => {
  await admin.call(setRecordStream, { address: "https://collector.example.com/", header: "X", secret: "s" });
  const { secretKeys } = app.services.config;
  const next = { id: Buffer.from("next"), key: Buffer.alloc(32, 9) };
  app.services.config.secretKeys = { current: next, previous: [secretKeys.current] };
  await rotateMasterKey(app.services);
  const sealed = await withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ sealed: Buffer }>(
      "select sealed from record_streams where company_id = $1",
      [company.companyId],
    );
    return rows[0]?.sealed ?? Buffer.alloc(0);
  });
  expect(isCurrent(app.services.config.secretKeys, sealed)).toBe(true);
});

test("a super admin streams the platform's own log, which holds no company's events", async () => {
  const receiver = await startReceiver();
  const superAdmin = await buildSuperAdmin(app);
  try {
    await writeEvents(app, company.companyId, 3);
    const secret = "Bearer platform-canary";
    const set = await superAdmin.call(setRecordStream, {
      address: receiver.url,
      header: "Authorization",
      secret,
      fromStart: true,
    });
    expect(set.body.stream).toMatchObject({ hasSecret: true, position: 0, lastError: null });
    // a company's stream is its own
    expect(await state()).toBeNull();
    expect((await superAdmin.call(getRecordStream, { companyId: company.companyId })).body.stream).toBeNull();
    await send(0);
    const { rows, size } = (await superAdmin.call(listRecord, { limit: 200 })).body;
    const bodies = receiver.received.map(({ body }) => body);
    expect(numbers(bodies)).toEqual(upTo(size));
    expect(receiver.received[0]?.headers.authorization).toBe(secret);
    const [newest] = rows;
    expect(newest).toMatchObject({ action: "record.set-stream", target: { id: "0" } });
    expect(bodies.join("")).not.toContain("platform-canary");
    // its failures notify super admins, and no administrator
    receiver.says(500, "no room");
    await superAdmin.call(setRecordStream, { header: "X-Token", secret });
    await send(0);
    app.clock.advance(11 * 60_000);
    await send(0);
    const titles = async (person: TestPerson) =>
      (await person.call(listNotifications, {})).body.rows.map(({ title }) => title);
    expect(await titles(superAdmin)).toContain("Your SIEM does not receive the record");
    expect(await titles(admin)).not.toContain("Your SIEM does not receive the record");
    receiver.says(200);
    expect((await rotateMasterKey(app.services)).unreadable).toBe(0);
    // an administrator has no way to it
    for (const spec of [removeRecordStream, testRecordStream] as const) await admin.call(spec, {});
    const platform = (await superAdmin.call(getRecordStream, {})).body.stream;
    expect(platform).toMatchObject({ address: receiver.url });
    expect((await superAdmin.call(testRecordStream, {})).body).toMatchObject({ ok: true });
    expect((await superAdmin.call(removeRecordStream, {})).status).toBe(200);
    expect((await superAdmin.call(getRecordStream, {})).body.stream).toBeNull();
  } finally {
    await receiver.close();
  }
});
