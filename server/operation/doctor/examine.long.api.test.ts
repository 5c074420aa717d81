import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signRecordHead } from "#contract/evidence/record.ts";
import { readersCell } from "#reading/child/child-process.ts";
import { findOcr } from "#reading/ocr/tesseract.ts";
import type { Config } from "#server/kernel/config/config.ts";
import { keyringOf } from "#server/platform/secrets.ts";
import { buildCompany } from "#testing/build.ts";
import { startModelServer } from "#testing/model-server.ts";
import { startTraceCollector } from "#testing/trace-collector.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { makeTimestampRoot, startTimestampAuthority } from "#testing/timestamp-authority.ts";
import { examine } from "./examine.ts";

let app: TestApp;
let config: Config;
const folder = mkdtempSync(join(tmpdir(), "doctor-"));

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  // as an operator would name it; the test's own server listens on a socket
  const { connection } = app;
  const databaseUrl =
    "connectionString" in connection
      ? connection.connectionString
      : `postgres://${connection.user}:${encodeURIComponent(connection.password)}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`;
  config = { ...app.services.config, databaseUrl };
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function stateOf(changed: Partial<Config> = {}) {
  const findings = new Map<string, string>();
  for await (const { part, state, says } of examine({ ...config, ...changed }))
    findings.set(part, `${state}: ${says}`);
  return findings;
}

test("next to a running server, every working part is reported as fine, and nothing is left behind", async () => {
  const findings = await stateOf();
  expect(findings.get("database")).toMatch(/^fine: PostgreSQL \d+.*, at \d{4}-/);
  expect(findings.get("files")).toBe("fine: written, read and removed");
  expect(findings.get("mail")).toMatch(/^note: No mail server/);
  const left: string[] = [];
  for await (const some of app.services.files.list(new Date(Date.now() + 60_000))) left.push(...some);
  expect(left).toEqual([]);
});

/** `npm run doctor`, as a process of its own. */
function runDoctor(env: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  const secret = Buffer.from(Array.from({ length: 32 }, (_byte, at) => at * 7)).toString("base64");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/doctor.ts"], {
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: config.databaseUrl ?? "",
      FILES_URL: `file://${folder}`,
      DATA_DIR: folder,
      SECRET_KEY: secret,
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => void (said += String(part)));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

test("the command ends with 1 for a missing wall or a fault, and with 0 if there is neither", async () => {
  // nothing that could build a wall is found
  const wallless = await runDoctor({ PATH: "/nonexistent" });
  expect(wallless.said).toMatch(/^WARNING +\w+ +.*the readers of documents lack: .*no network/m);
  expect(wallless.code).toBe(1);
  const faulty = await runDoctor({ FILES_URL: "file:///dev/null/files" });
  expect(faulty.said).toMatch(/^WRONG +files/m);
  expect(faulty.code).toBe(1);
  const plain = await runDoctor();
  expect(plain.code).toBe(/^(?:WRONG|WARNING)/m.test(plain.said) ? 1 : 0);
});

test("an unreachable database, an unwritable store and an invalid mail server are each reported as wrong", async () => {
  const hangsUp = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await new Promise((resolve) => hangsUp.once("listening", resolve));
  const { port } = hangsUp.address() as AddressInfo;
  try {
    const findings = await stateOf({
      databaseUrl: `postgres://footnote:x@127.0.0.1:${port}/footnote`,
      filesUrl: "file:/dev/null/files",
      smtpUrl: `smtp://127.0.0.1:${port}`,
    });
    for (const part of ["database", "files", "mail"]) expect(findings.get(part), part).toMatch(/^wrong: /);
    expect(findings.get("readers")).toMatch(
      readersCell().lacks.length === 0
        ? /^fine: /
        : /^warning: Warning: the readers of documents lack: .*no files/,
    );
  } finally {
    hangsUp.close();
  }
});

test("another master key than the one that sealed is reported, with what to do", async () => {
  const { admin } = await buildCompany(app);
  await admin.call(signRecordHead, {});
  expect((await stateOf()).get("secrets")).toMatch(/^fine: [1-9]\d* stored secrets open/);
  const other = await stateOf({ secretKeys: keyringOf(randomBytes(32)) });
  expect(other.get("secrets")).toMatch(/^wrong: (\d+) of \1 stored .*SECRET_KEY_PREVIOUS/);
});

test("outside places, models, embeddings, traces and languages for scans are each reported as wrong", async () => {
  const none = "http://127.0.0.1:1";
  const findings = await stateOf({
    recordWitnesses: [
      { kind: "folder", folder: "/dev/null/heads" },
      { kind: "bucket", url: new URL(`s3://heads/x?endpoint=${none}&region=eu-central-1`), lock: null },
    ],
    providers: {
      ...config.providers,
      openai: { ...config.providers.openai, baseUrl: `${none}/v1`, installationKey: "sk-test-0123456789" },
    },
    encoder: { kind: "endpoint", baseUrl: `${none}/v1`, model: "embedder", apiKey: null },
    tracing: { endpoint: none, headers: {}, service: "footnote", ratio: 1 },
    ocr: findOcr("eng") === null ? "eng" : "klingon",
  });
  expect(findings.get("record")).toMatch(/^wrong: .*\/dev\/null\/heads: .*s3:\/\/heads: /);
  expect(findings.get("models")).toMatch(/^wrong: openai: /);
  expect(findings.get("encoder")).toMatch(/^wrong: embedder at 127\.0\.0\.1:1 does not encode/);
  expect(findings.get("traces")).toBe(
    "wrong: The collector at 127.0.0.1:1 cannot be reached: traces are lost.",
  );
  expect(findings.get("scans")).toMatch(
    /^(note: Tesseract is not|wrong: Tesseract has no data for klingon: )/,
  );
  expect([...findings.values()].join("\n")).not.toContain("sk-test");
});

test("what works outside is reported as fine", async () => {
  const model = await startModelServer();
  const collector = await startTraceCollector();
  const folder = mkdtempSync(join(tmpdir(), "heads-"));
  try {
    const { compatible } = config.providers;
    const findings = await stateOf({
      recordWitnesses: [{ kind: "folder", folder: join(folder, "new") }],
      providers: {
        ...config.providers,
        compatible: { ...compatible, baseUrl: model.url, installationKey: null, needsKey: false },
      },
      encoder: { kind: "endpoint", baseUrl: model.url, model: "embedder", apiKey: null },
      tracing: { endpoint: collector.url, headers: {}, service: "footnote", ratio: 1 },
    });
    expect(findings.get("record")).toBe("fine: 1 reached");
    expect(readdirSync(folder)).toEqual([]);
    expect(findings.get("models")).toMatch(/^fine: .*compatible answer/);
    expect(findings.get("encoder")).toMatch(/^fine: embedder at .*, [1-9]\d* dimensions$/);
    expect(findings.get("traces")).toMatch(/^fine: .* takes them$/);
  } finally {
    await model.close();
    await collector.close();
    rmSync(folder, { recursive: true });
  }
});

test("an address without TLS gets a note", async () => {
  expect((await stateOf({ publicUrl: "http://policies.example.com" })).get("address")).toMatch(
    /^note: .*TLS/,
  );
});

test("a time-stamping authority is asked for a time stamp", async () => {
  const root = await makeTimestampRoot();
  const authority = await startTimestampAuthority(await root.issue());
  try {
    const timestamps = { url: new URL(authority.url), roots: [root.pem], everyMs: 0 };
    expect((await stateOf({ recordTimestamps: timestamps })).get("stamps")).toMatch(
      /^fine: 127\.0\.0\.1:\d+ stamps as Test time stamps$/,
    );
    const other = { ...timestamps, roots: [(await makeTimestampRoot()).pem] };
    expect((await stateOf({ recordTimestamps: other })).get("stamps")).toMatch(/^wrong: .*vouches for it/);
  } finally {
    await authority.close();
  }
});
