import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getRecordStream, setRecordStream, testRecordStream } from "#contract/evidence/record-stream.ts";
import { outboundPlaces } from "#server/kernel/fair-use.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, type TestPerson } from "#testing/build.ts";
import { makeAuthority } from "#testing/certificates.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startSyslogReceiver } from "#testing/syslog-receiver.ts";
import { startReceiver } from "#testing/webhook-receiver.ts";
import { streamRecord } from "./send.ts";

/** A stream reaches no internal address, trusts only known certificates, and waits for no receiver for long. */
let app: TestApp;
let authority: Awaited<ReturnType<typeof makeAuthority>>;
let certificate: { key: string; cert: string };
let companyId: number;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  authority = await makeAuthority();
  certificate = await authority.issue("127.0.0.1", "siem.example.com");
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ companyId, admin } = await buildCompany(app));
});

const state = async () => (await admin.call(getRecordStream, {})).body.stream;
const send = async (id = companyId) => {
  await streamRecord(app.services, { log: id });
  await app.services.outbound.settled();
};

test("a test reports its result, over the same path and with the same guard", async () => {
  const receiver = await startSyslogReceiver(certificate);
  const other = await makeAuthority("Somebody else");
  try {
    const tried = async (change: object) => {
      const set = await admin.call(setRecordStream, change);
      expect(set.status, set.text).toBe(200);
      return (await admin.call(testRecordStream, {})).body;
    };
    expect((await admin.call(testRecordStream, {})).status).toBe(409);
    expect(await tried({ address: receiver.url, ca: authority.ca })).toEqual({
      ok: true,
      message: "The receiver accepted the test event.",
    });
    expect(receiver.messages.at(-1)).toMatchObject({ id: "record.test-stream", sequence: 1 });
    const count = receiver.messages.length;
    expect((await tried({ ca: "" })).message).toMatch(/^The certificate of 127\.0\.0\.1:\d+ is not trusted/);
    expect((await tried({ ca: other.ca })).message).toMatch(/is not trusted/);
    // the certificate has another name
    const impostor = await startSyslogReceiver(await authority.issue("elsewhere.example.com"));
    expect((await tried({ address: impostor.url, ca: authority.ca })).message).toMatch(
      /is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
    await impostor.close();
    // a name that resolves to this machine
    const localhost = `syslog+tls://localhost:${receiver.port}`;
    expect((await tried({ address: localhost })).message).toMatch(/^localhost is not a public address/);
    const plain = await startReceiver();
    expect((await tried({ address: `syslog+tls://127.0.0.1:${plain.port}` })).message).toMatch(
      /does not speak TLS/,
    );
    await plain.close();
    expect((await tried({ address: `syslog+tls://127.0.0.1:${plain.port}` })).message).toMatch(
      /refused the connection/,
    );
    expect(receiver.messages).toHaveLength(count);
  } finally {
    await receiver.close();
  }
});

test("over https too, the company's own CA can vouch, and the guard applies", async () => {
  const receiver = await startReceiver(certificate);
  try {
    const tried = async (change: object) => {
      await admin.call(setRecordStream, change);
      return (await admin.call(testRecordStream, {})).body;
    };
    expect((await tried({ address: receiver.url })).message).toMatch(/is not trusted/);
    expect(await tried({ ca: authority.ca })).toMatchObject({ ok: true });
    expect(receiver.received).toHaveLength(1);
    const localhost = `https://localhost:${receiver.port}/in`;
    expect((await tried({ address: localhost })).message).toMatch(/^localhost is not a public address/);
    expect(receiver.received).toHaveLength(1);
  } finally {
    await receiver.close();
  }
});

test("internal and invalid addresses are refused on entry", async () => {
  const refusals = {
    "syslog+tls://10.0.0.7:6514": /^10\.0\.0\.7 is not a public address/,
    "syslog+tls://0xa.0.0.7:6514": /^10\.0\.0\.7 is not a public address/,
    "syslog+tls://[::1]:6514": /is not a public address/,
    "https://169.254.169.254/": /is not a public address/,
    "http://collector.example.com/": /Only addresses with https/,
    "syslog+tls://siem.example.com/path": /a host and a port/,
    "tcp://siem.example.com:514": /full address/,
    "https://me:you@collector.example.com/": /^Leave out the user name and password\./,
  };
  for (const [address, reason] of Object.entries(refusals)) {
    const refused = await admin.call(setRecordStream, { address });
    expect(refused.status, address).toBe(400);
    expect(refused.error.fields?.address, address).toMatch(reason);
  }
  const address = "https://collector.example.com/raw";
  for (const header of ["Content-Length", "two words", "a:b"])
    expect((await admin.call(setRecordStream, { address, header })).error.fields?.header).toBeDefined();
  const injected = await admin.call(setRecordStream, { address, header: "X-Token", secret: "a\r\nHost: b" });
  expect(injected.error.fields?.secret).toBeDefined();
  expect((await admin.call(setRecordStream, { address, ca: "no PEM" })).error.fields?.ca).toBeDefined();
  expect(await state()).toBeNull();
});

test("a receiver that reads nothing and one that never responds time out", async () => {
  const silent = await startSyslogReceiver(certificate);
  const mute = await startReceiver();
  try {
    silent.state.behavior = "silent";
    mute.behaves(() => undefined);
    const other = await buildCompany(app);
    await admin.call(setRecordStream, { address: silent.url, ca: authority.ca });
    await other.admin.call(setRecordStream, { address: mute.url });
    const started = Date.now();
    await Promise.all([send(), send(other.companyId)]);
    expect(Date.now() - started).toBeLessThan(25_000);
    for (const person of [admin, other.admin]) {
      const { stream } = (await person.call(getRecordStream, {})).body;
      expect(stream).toMatchObject({
        behind: 1,
        lastError: expect.stringMatching(/did not answer within 15 seconds/) as string,
      });
    }
  } finally {
    await Promise.all([silent.close(), mute.close()]);
  }
});

test("a hanging receiver holds no place of the queue: its job ends while it is still waited for", async () => {
  const receiver = await startReceiver();
  try {
    let release = () => undefined as void;
    receiver.behaves((_request, response) => {
      release = () => void response.writeHead(200).end();
    });
    await admin.call(setRecordStream, { address: receiver.url });
    await streamRecord(app.services, { log: companyId });
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(app.services.outbound.load()).toMatchObject({ streams: 1, failingStreams: 0 });
    release();
    await app.services.outbound.settled();
    expect(await state()).toMatchObject({ behind: 0 });
  } finally {
    await receiver.close();
  }
});

test("streams that fail have a lane of their own, and one without room waits for the next minute", async () => {
  const receiver = await startReceiver();
  const end = Promise.withResolvers<void>();
  try {
    await admin.call(setRecordStream, { address: receiver.url });
    for (let n = 0; n < outboundPlaces.failingStreams; n += 1)
      app.services.outbound.begin("failingStreams", () => end.promise);
    await withClient(app.connection, (client) =>
      client.query("update record_streams set failures = 1 where company_id = $1", [companyId]),
    );
    await streamRecord(app.services, { log: companyId });
    expect(app.services.outbound.load().failingStreams).toBe(outboundPlaces.failingStreams);
    const other = await buildCompany(app);
    await other.admin.call(setRecordStream, { address: receiver.url });
    await streamRecord(app.services, { log: other.companyId });
    await expect.poll(() => receiver.received.length).toBe(1);
    end.resolve();
    await app.services.outbound.settled();
    await send();
    expect(receiver.received).toHaveLength(2);
  } finally {
    end.resolve();
    await receiver.close();
  }
});
