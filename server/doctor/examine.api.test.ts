import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "#server/config/config.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { makeTimestampRoot, startTimestampAuthority } from "#testing/timestamp-authority.ts";
import { examine } from "./examine.ts";

let app: TestApp;
let config: Config;

beforeAll(async () => {
  app = await startTestApp({ worker: false });
  // as an operator would name it; the test's own server listens on a socket
  const { connection } = app;
  const databaseUrl =
    "connectionString" in connection
      ? connection.connectionString
      : `postgres://${connection.user}:${encodeURIComponent(connection.password)}@/${connection.database}?host=${encodeURIComponent(connection.host)}`;
  config = { ...app.services.config, databaseUrl };
});
afterAll(() => app.close());

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
    expect(findings.get("readers")).toMatch(/^fine: /);
  } finally {
    hangsUp.close();
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
