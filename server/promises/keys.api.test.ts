import { changeSamlKey, checkSignOn, setSignOn } from "#contract/identity/sign-on.ts";
import { signRecordHead } from "#contract/evidence/record.ts";
import { anyProvider, anySigner, setUpSignOn } from "#testing/sign-on.ts";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkModelKey, listCompanies, updateCompany } from "#contract/identity/companies.ts";
import { beginSecondFactor, confirmSecondFactor } from "#contract/identity/second-factor.ts";
import { inviteUser, revealTempPassword } from "#contract/identity/users.ts";
import { usableKey } from "#server/identity/companies/model-keys.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { keyringOf, open } from "#server/platform/secrets.ts";
import { rotateMasterKey } from "#server/operation/master-key/rotate.ts";
import { samlKeyBinding } from "#server/identity/sign-on/shared-store.ts";
import { findFactor } from "#server/identity/second-factor/shared-store.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { ask } from "#testing/ask.ts";

/** P20 to P22: a company's model keys stay secret, and are sent only to the address they were given for. */
let model: ModelServer;
let app: TestApp;
beforeAll(async () => {
  model = await startModelServer();
  app = await startTestApp({ env: { SMART_BASE_URL: model.url, SMARTER_BASE_URL: model.url } });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const newKey = () => `sk-test-${randomBytes(12).toString("hex")}`;
const system = () => systemCaller(app.services, "test");
const keyOf = (companyId: number, at = app.services) =>
  systemCaller(at, "test").transact((ctx) => usableKey(ctx, companyId, "smart"));

test("a stored key is shown by its last four characters to every role and nowhere whole (Onyx CVE-2026-71424)", async () => {
  const { admin, agent, companyId } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const key = newKey();
  const saved = await admin.call(updateCompany, { id: companyId, openaiApiKey: key });
  expect(saved.body.openaiApiKey).toBe(`••••${key.slice(-4)}`);
  expect(saved.text).not.toContain(key);
  expect((await superAdmin.call(listCompanies)).text).not.toContain(key);
  expect((await agent.call(listCompanies)).status).toBe(403);
  // sending the mask keeps it, an empty string removes it
  await admin.call(updateCompany, { id: companyId, openaiApiKey: `••••${key.slice(-4)}` });
  expect((await keyOf(companyId))?.apiKey).toBe(key);
  await admin.call(updateCompany, { id: companyId, openaiApiKey: "" });
  expect(await keyOf(companyId)).toBeNull();
});

test("a key copied to another company's row, or another model's, cannot be opened there", async () => {
  const [one, two] = [await buildCompany(app), await buildCompany(app)];
  const [first, second] = [newKey(), newKey()];
  await one.admin.call(updateCompany, { id: one.companyId, openaiApiKey: first });
  await two.admin.call(updateCompany, { id: two.companyId, openaiApiKey: second, xaiApiKey: second });
  await withClient(app.connection, async (client) => {
    await client.query(
      `update model_keys set sealed = (select sealed from model_keys where company_id = $1 and model_type = 'smart')
       where company_id = $2`,
      [one.companyId, two.companyId],
    );
  });
  expect(await keyOf(two.companyId)).toBeNull();
  expect(await system().transact((ctx) => usableKey(ctx, two.companyId, "smarter"))).toBeNull();
  expect((await keyOf(one.companyId))?.apiKey).toBe(first);
});

test("two identical keys look different at rest", async () => {
  const key = newKey();
  const companies = [await buildCompany(app), await buildCompany(app)];
  for (const { admin, companyId } of companies)
    await admin.call(updateCompany, { id: companyId, openaiApiKey: key });
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ sealed: Buffer }>("select sealed from model_keys where company_id = any($1)", [
      companies.map(({ companyId }) => companyId),
    ]),
  );
  expect(rows).toHaveLength(2);
  const [a, b] = rows.map(({ sealed }) => sealed.toString("hex"));
  expect(a).not.toBe(b);
});

test("when the provider's address changes the key is asked for again and never sent there (Langfuse CVE-2026-41487, New API CVE-2026-30886)", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const key = newKey();
  await admin.call(updateCompany, { id: companyId, openaiApiKey: key });
  const attacker = await startModelServer();
  const before = app.services.config.models.smart.baseUrl;
  try {
    app.services.config.models.smart.baseUrl = attacker.url;
    expect(await keyOf(companyId)).toBeNull();
    const check = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
    expect(check.error.error).toContain("Enter the key again.");
    const answer = await admin.call(ask, {
      themeId: theme.id,
      userQuery: "How many days to return?",
      sessionId: "s",
    });
    expect(answer.body.mode).toBe("extractive");
    expect(attacker.calls).toHaveLength(0);
    // sending the mask, as the form does, does not carry the key over either
    await admin.call(updateCompany, { id: companyId, openaiApiKey: `••••${key.slice(-4)}` });
    expect(await keyOf(companyId)).toBeNull();
  } finally {
    app.services.config.models.smart.baseUrl = before;
    await attacker.close();
  }
  expect((await keyOf(companyId))?.apiKey).toBe(key);
});

test("no call lets a tenant set a model's address", async () => {
  const { admin, companyId } = await buildCompany(app);
  const attacker = await startModelServer();
  for (const field of ["baseUrl", "base_url", "openaiBaseUrl", "endpoint", "url", "proxy"])
    await admin.call(updateCompany, {
      id: companyId,
      openaiApiKey: newKey(),
      [field]: attacker.url,
    });
  await admin.call(checkModelKey, { id: companyId, modelType: "smart", baseUrl: attacker.url } as never);
  expect((await keyOf(companyId))?.baseUrl).toBe(model.url);
  expect(attacker.calls).toHaveLength(0);
  await attacker.close();
});

test("a provider's redirect is not followed: the key reaches no other address (P22)", async () => {
  const { admin, companyId } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  await admin.call(updateCompany, { id: companyId, openaiApiKey: newKey() });
  const seen: string[] = [];
  const listener = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const target = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  for (const status of [301, 302, 303, 307, 308]) {
    const redirecting = createServer((request, response) => {
      response.writeHead(status, { location: `${target}${request.url}` });
      response.end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
    const before = app.services.config.models.smart.baseUrl;
    app.services.config.models.smart.baseUrl = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    await admin.call(updateCompany, { id: companyId, openaiApiKey: newKey() });
    const check = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
    expect(check.body.ok).toBe(false);
    await admin.call(ask, { themeId: theme.id, userQuery: "How many days to return?", sessionId: "s" });
    app.services.config.models.smart.baseUrl = before;
    redirecting.closeAllConnections();
    redirecting.close();
  }
  expect(seen).toEqual([]);
  listener.close();
});

test("'check key' shows the provider's response, and the card keeps it", async () => {
  const { admin, companyId } = await buildCompany(app);
  await admin.call(updateCompany, { id: companyId, openaiApiKey: `bad-${newKey()}` });
  const refused = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
  expect(refused.body.ok).toBe(false);
  expect(refused.body.message).toContain('said: status 401: "Incorrect API key provided');
  await admin.call(updateCompany, { id: companyId, openaiApiKey: newKey() });
  const accepted = await admin.call(checkModelKey, { id: companyId, modelType: "smart" });
  expect(accepted.body).toMatchObject({
    ok: true,
    message: expect.stringContaining("gpt-5.6-terra answered in "),
  });
  const [card] = rowsOf((await admin.call(listCompanies)).body);
  expect(card?.smartKeyCheck?.ok).toBe(true);
});

test("a new master key reseals N of N stored secrets while calls continue, and the old key opens nothing", async () => {
  const rotating = await startTestApp({ env: { SMART_BASE_URL: model.url }, mail: "none" });
  try {
    const old = rotating.services.config.secretKeys;
    const stored: { companyId: number; key: string; invitedId: number; password: string; adminId: number }[] =
      [];
    for (let n = 0; n < 12; n++) {
      const { admin, companyId, workspaceId } = await buildCompany(rotating);
      const key = newKey();
      await admin.call(updateCompany, { id: companyId, openaiApiKey: key });
      const invited = await admin.call(inviteUser, {
        email: `n${n}@example.com`,
        role: "agent",
        workspaceId,
      });
      await admin.call(beginSecondFactor, { password: testPassword });
      stored.push({
        companyId,
        key,
        invitedId: invited.body.id,
        password: invited.body.tempPassword ?? "",
        adminId: admin.id,
      });
    }
    const secrets = () =>
      systemCaller(rotating.services, "test").transact((ctx) =>
        Promise.all(stored.map(async ({ adminId }) => (await findFactor(ctx, adminId))?.secret)),
      );
    const before = await secrets();
    const next = randomBytes(32);
    rotating.services.config.secretKeys = keyringOf(next, [old.current.key]);
    let failures = 0;
    let calls = 0;
    let isDone = false;
    const serving = (async () => {
      while (!isDone) {
        for (const { companyId, key } of stored.slice(0, 3)) {
          calls += 1;
          if ((await keyOf(companyId, rotating.services))?.apiKey !== key) failures += 1;
        }
      }
    })();
    const done = await rotateMasterKey(rotating.services);
    isDone = true;
    await serving;
    console.info(
      `master key replaced: ${done.resealed} of ${done.stored} resealed, ${failures} of ${calls} reads failed meanwhile`,
    );
    expect(done).toEqual({ stored: 36, resealed: 36, unreadable: 0 });
    expect(failures).toBe(0);
    rotating.services.config.secretKeys = keyringOf(next);
    for (const { companyId, key } of stored)
      expect((await keyOf(companyId, rotating.services))?.apiKey).toBe(key);
    expect(await secrets()).toEqual(before);
    rotating.services.config.secretKeys = old;
    for (const { companyId } of stored) expect(await keyOf(companyId, rotating.services)).toBeNull();
    rotating.services.config.secretKeys = keyringOf(next);
    expect(await rotateMasterKey(rotating.services)).toEqual({ stored: 36, resealed: 0, unreadable: 0 });
    const events = async () => {
      const { rows } = await withClient(rotating.connection, (client) =>
        client.query("select 1 from audit_events where action = 'master-key.rotate'"),
      );
      return rows.length;
    };
    expect(await events()).toBe(1);
    // a wrong key replaces nothing, so the record doesn't say that it did
    rotating.services.config.secretKeys = keyringOf(randomBytes(32));
    expect(await rotateMasterKey(rotating.services)).toEqual({ stored: 36, resealed: 0, unreadable: 36 });
    expect(await events()).toBe(1);
  } finally {
    await rotating.close();
  }
});

test("a temporary password and a second factor survive the change of the master key", async () => {
  const rotating = await startTestApp({ mail: "none" });
  try {
    const { admin, workspaceId } = await buildCompany(rotating);
    const invited = await admin.call(inviteUser, { email: "new@example.com", role: "agent", workspaceId });
    const old = rotating.services.config.secretKeys.current.key;
    rotating.services.config.secretKeys = keyringOf(randomBytes(32), [old]);
    const { id } = invited.body;
    expect((await admin.call(revealTempPassword, { id })).body.tempPassword).toBe(invited.body.tempPassword);
    await rotateMasterKey(rotating.services);
    expect((await admin.call(revealTempPassword, { id })).body.tempPassword).toBe(invited.body.tempPassword);
    const begun = await admin.call(beginSecondFactor, { password: testPassword });
    expect(begun.status).toBe(200);
    expect((await admin.call(confirmSecondFactor, { code: "000000" })).status).toBe(400);
  } finally {
    await rotating.close();
  }
});

test("a provider's client secret, a company's SAML keys and the record's signing key survive the change of the master key", async () => {
  const rotating = await startTestApp({ mail: "none", worker: false });
  try {
    const { admin } = await buildCompany(rotating);
    const provider = await anyProvider();
    await setUpSignOn(rotating, admin, { issuer: provider.issuer, domain: "rotated.example" });
    const { admin: atSaml, companyId } = await buildCompany(rotating);
    await atSaml.call(setSignOn, {
      protocol: "saml",
      name: "Login",
      entityId: "https://login.example.com/saml",
      signInUrl: "https://login.example.com/saml/login",
      certificates: [(await anySigner()).cert],
    });
    for (const step of ["make", "use", "make"] as const)
      expect((await atSaml.call(changeSamlKey, { step })).status).toBe(200);
    const keysNow = async () => {
      const { rows } = await withClient(rotating.connection, (client) =>
        client.query<{ sealed: Buffer }>(
          `select unnest(array[key_sealed, next_key_sealed]) as sealed from identity_providers where company_id = $1`,
          [companyId],
        ),
      );
      const { secretKeys } = rotating.services.config;
      return rows.map(({ sealed }) => open(secretKeys, samlKeyBinding(companyId), sealed));
    };
    const keys = await keysNow();
    expect(new Set(keys).size).toBe(2);
    const { body: head } = await admin.call(signRecordHead, {});
    const old = rotating.services.config.secretKeys.current.key;
    const next = randomBytes(32);
    rotating.services.config.secretKeys = keyringOf(next, [old]);
    expect(await rotateMasterKey(rotating.services)).toEqual({ stored: 4, resealed: 4, unreadable: 0 });
    rotating.services.config.secretKeys = keyringOf(next);
    expect(await keysNow()).toEqual(keys);
    expect((await admin.call(checkSignOn, {})).body.ok).toBe(true);
    expect((await admin.call(signRecordHead, {})).body.key).toBe(head.key);
  } finally {
    await rotating.close();
  }
});
