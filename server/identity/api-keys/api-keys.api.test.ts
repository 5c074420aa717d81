import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, listApiKeys, revokeApiKey } from "#contract/identity/api-keys.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { createProgramAnswer, listProgramThemes } from "#contract/answering/programs.ts";
import { listUsers } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
let company: Awaited<ReturnType<typeof buildCompany>>;
let themeId: number;

beforeAll(async () => {
  app = await startTestApp();
  company = await buildCompany(app);
  themeId = (await buildTheme(company.admin)).theme.id;
});
afterAll(() => app.close());

const newKey = async (more: object = {}) =>
  (
    await company.admin.call(createApiKey, {
      name: "Website",
      scopes: ["theme:list", "theme:ask"],
      themeIds: [themeId],
      ...more,
    })
  ).body;
const themesWith = (secret: string) => call(app.url, secret, listProgramThemes, {});

test("a key is shown once, listed by its last four characters, and stored as a hash", async () => {
  const { key, secret } = await newKey();
  expect(secret).toMatch(/^fnk_[A-Za-z0-9_-]{43}$/);
  const listed = (await company.admin.call(listApiKeys, {})).body.find(({ id }) => id === key.id);
  expect(listed).toMatchObject({ lastFour: secret.slice(-4), status: "active", lastUsedAt: null });
  expect(listed?.themes).toEqual([{ id: themeId, name: expect.any(String) as string }]);
  const dump = await withClient(app.connection, async (client) =>
    JSON.stringify([
      (await client.query("select * from api_keys")).rows,
      (await client.query("select * from audit_events")).rows,
    ]),
  );
  expect(dump).not.toContain(secret.slice(4));
});

test("a use is noted, and a revoked key is refused from the next call on", async () => {
  const { key, secret } = await newKey();
  expect((await themesWith(secret)).body.themes).toHaveLength(1);
  const { body } = await company.admin.call(listApiKeys, {});
  expect(body.find(({ id }) => id === key.id)?.lastUsedAt).not.toBeNull();
  await company.admin.call(revokeApiKey, { id: key.id });
  expect((await themesWith(secret)).status).toBe(401);
  expect((await company.admin.call(revokeApiKey, { id: key.id })).status).toBe(409);
});

test("an expired key is refused, and an expiry in the past cannot be set", async () => {
  const soon = new Date(app.services.clock.now().getTime() + 60_000).toISOString();
  const { key, secret } = await newKey({ expiresAt: soon });
  expect((await themesWith(secret)).status).toBe(200);
  await withClient(app.connection, (client) =>
    client.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [key.id]),
  );
  expect((await themesWith(secret)).status).toBe(401);
  const past = await company.admin.call(createApiKey, {
    name: "Late",
    scopes: ["theme:ask"],
    themeIds: [themeId],
    expiresAt: "2020-01-01T00:00:00Z",
  });
  expect(past.error.fields).toEqual({ expiresAt: "Choose an end date in the future." });
});

test("a key works only from its networks", async () => {
  const here = await newKey({ addresses: ["127.0.0.0/8", "::1"] });
  expect((await themesWith(here.secret)).status).toBe(200);
  const elsewhere = await newKey({ addresses: ["203.0.113.0/24", "2001:db8::/32"] });
  const refused = await themesWith(elsewhere.secret);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("This key may not be used from this address.");
  const nonsense = await company.admin.call(createApiKey, {
    name: "Nowhere",
    scopes: ["theme:ask"],
    themeIds: [themeId],
    addresses: ["300.1.2.3"],
  });
  expect(nonsense.status).toBe(400);
});

test("a key's questions are recorded under its name, and its user is in no list of people", async () => {
  const { secret } = await newKey({ name: "Chat on the website" });
  await call(app.url, secret, createProgramAnswer, {
    themeId,
    question: "How many days to return a product?",
    endUser: "customer 4711",
  });
  const [row] = rowsOf((await company.admin.call(listInteractions, {})).body);
  expect(row?.user).toEqual({ email: "API key", name: "Chat on the website", role: "agent" });
  const people = rowsOf((await company.admin.call(listUsers, {})).body);
  expect(people.map(({ email }) => email).filter((email) => email.includes("api-key"))).toEqual([]);
  const events = await withClient(
    app.connection,
    async (client) =>
      (
        await client.query<{ action: string; actor_type: string; actor_name: string }>(
          "select action, actor_type, actor_name from audit_events where stream = $1 and actor_name = 'Chat on the website'",
          [company.companyId],
        )
      ).rows,
  );
  expect(events.map(({ action }) => action)).toEqual(["question.ask", "question.answer"]);
  expect(new Set(events.map(({ actor_type }) => actor_type))).toEqual(new Set(["key"]));
});

test("a super admin creates a key for a named company", async () => {
  const root = await buildSuperAdmin(app);
  const made = await root.call(createApiKey, {
    companyId: company.companyId,
    name: "By the platform",
    scopes: ["theme:ask"],
    themeIds: [themeId],
  });
  expect(made.status).toBe(201);
  expect(made.body.key.createdBy).toBe("Test super_admin");
  const listed = (await company.admin.call(listApiKeys, {})).body.find(({ id }) => id === made.body.key.id);
  expect(listed?.createdBy).toBe("Test super_admin");
  const unnamed = await root.call(createApiKey, {
    name: "Nowhere",
    scopes: ["theme:ask"],
    themeIds: [themeId],
  });
  expect(unnamed.status).toBe(400);
});

test("a key cannot be created for a theme that its creator cannot access", async () => {
  const other = await buildCompany(app);
  const { theme } = await buildTheme(other.admin);
  const refused = await company.admin.call(createApiKey, {
    name: "Foreign",
    scopes: ["theme:ask"],
    themeIds: [themeId, theme.id],
  });
  expect(refused.status).toBe(404);
});
