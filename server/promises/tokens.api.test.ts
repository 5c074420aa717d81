import { afterAll, beforeAll, expect, test } from "vitest";
import { forgotPassword, login, resetPassword } from "#contract/identity/sessions.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import { hashToken, newTempPassword, newToken } from "#server/platform/secrets.ts";
import { hashPassword } from "#server/identity/users/password-hash.ts";
import { newRecoveryCodes } from "#server/identity/second-factor/codes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test("100,000 tokens carry 256 bits each, repeat nothing and show no time or order (RAGFlow CVE-2025-69286)", () => {
  const tokens = Array.from({ length: 100_000 }, newToken);
  expect(new Set(tokens).size).toBe(100_000);
  const bytes = tokens.map((token) => Buffer.from(token, "base64url"));
  expect(bytes.every((token) => token.length === 32)).toBe(true);
  // each bit is one in half of them: 5 sigma of 100,000 fair coins is 791
  let worst = 0;
  for (let bit = 0; bit < 256; bit++) {
    const ones = bytes.filter((token) => ((token.readUInt8(bit >> 3) >> (bit & 7)) & 1) === 1).length;
    worst = Math.max(worst, Math.abs(ones - 50_000));
  }
  console.info(`100,000 tokens: 0 alike, 256 bits each, the most uneven bit off by ${worst} of 50,000`);
  expect(worst).toBeLessThan(900);
  // consecutive tokens share no beginning: 4 characters match by chance once in 16.8 million pairs
  const neighbors = tokens.filter((token, n) => n > 0 && token.slice(0, 4) === tokens[n - 1]?.slice(0, 4));
  expect(neighbors.length).toBeLessThanOrEqual(1);
  const codes = Array.from({ length: 1000 }, newRecoveryCodes).flat();
  expect(new Set(codes).size).toBe(10_000);
  expect(new Set(Array.from({ length: 10_000 }, newTempPassword)).size).toBe(10_000);
});

test("a token made for one purpose opens nothing else, and the database keeps hashes only", async () => {
  const { admin } = await buildCompany(app);
  const signedIn = await call(app.url, null, login, { email: admin.email, password: testPassword });
  const cookies = signedIn.headers.get("set-cookie") ?? "";
  const header = signedIn.body.sessionToken;
  const cookie = /footnote=([\w-]{43})/.exec(cookies)?.[1] ?? "";
  const device = /footnote-device=([\w-]{43})/.exec(cookies)?.[1] ?? "";
  await call(app.url, null, forgotPassword, { email: admin.email });
  const letter = () => app.mail.sent.findLast((message) => message.to === admin.email)?.text ?? "";
  await expect.poll(letter).toContain("token=");
  const reset = /token=([\w-]+)/.exec(letter())?.[1] ?? "";
  expect(new Set([header, cookie, device, reset]).size).toBe(4);
  const me = `${app.url}/api/users/me`;
  for (const token of [cookie, device, reset]) {
    expect((await call(app.url, token, getCurrentUser)).status).toBe(401);
  }
  for (const token of [header, device, reset])
    expect((await fetch(me, { headers: { cookie: `footnote=${token}` } })).status).toBe(401);
  for (const token of [header, cookie, device]) {
    const refused = await call(app.url, null, resetPassword, { token, newPassword: "nine tall chimneys" });
    expect(refused.status).toBe(400);
  }
  // not in the address either
  for (const name of ["token", "sessionToken", "access_token", "session"])
    expect((await fetch(`${me}?${name}=${header}`)).status).toBe(401);
  const dump = await withClient(app.connection, async (client) => {
    const parts: string[] = [];
    for (const table of [
      "sessions",
      "password_resets",
      "known_devices",
      "users",
      "jobs.job",
      "audit_events",
    ]) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${table} t`);
      parts.push(...rows.map((row) => row.text));
    }
    return parts.join("\n");
  });
  for (const token of [header, cookie, device, reset]) expect(dump).not.toContain(token);
  // the search would have found them
  expect(dump).toContain(hashToken(header).toString("hex"));
});

test("a stored password is argon2id with its own salt, and rehashed at sign-in if its parameters were weaker", async () => {
  const { admin } = await buildCompany(app);
  const [one, two] = await Promise.all([hashPassword(testPassword), hashPassword(testPassword)]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  const { hash } = await import("@node-rs/argon2");
  const weak = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await withClient(app.connection, (client) =>
    client.query("update users set password_hash = $1 where id = $2", [weak, admin.id]),
  );
  expect((await call(app.url, null, login, { email: admin.email, password: "not it" })).status).toBe(401);
  const stored = async () => {
    const { rows } = await withClient(app.connection, (client) =>
      client.query<{ hash: string }>("select password_hash as hash from users where id = $1", [admin.id]),
    );
    return rows[0]?.hash;
  };
  expect(await stored()).toBe(weak);
  expect((await call(app.url, null, login, { email: admin.email, password: testPassword })).status).toBe(200);
  expect(await stored()).toMatch(/m=19456,t=2,p=1/);
  expect((await call(app.url, null, login, { email: admin.email, password: testPassword })).status).toBe(200);
});
