import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, revokeApiKey } from "#contract/identity/api-keys.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";

const good = "https://good.example";
const evil = "https://good.example.evil.com";

let app: TestApp;
let company: Awaited<ReturnType<typeof buildCompany>>;
let themeId: number;

beforeAll(async () => {
  app = await startTestApp();
  company = await buildCompany(app);
  themeId = (await buildTheme(company.admin)).theme.id;
});
afterAll(() => app.close());

async function newKey(allowedOrigins: string[]) {
  const { body } = await company.admin.call(createApiKey, {
    name: "Website",
    scopes: ["theme:list", "theme:ask"],
    themeIds: [themeId],
    allowedOrigins,
  });
  return body;
}

const preflight = (origin: string | null, path = "/api/v1/answers", more: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method: "OPTIONS",
    headers: { ...(origin === null ? {} : { origin }), "access-control-request-method": "POST", ...more },
  });

const themes = (secret: string, origin?: string, path = "/api/v1/themes") =>
  fetch(app.url + path, {
    headers: { authorization: `Bearer ${secret}`, ...(origin === undefined ? {} : { origin }) },
  });

const ask = (
  secret: string,
  origin: string,
  path = "/api/v1/answers",
  body: object = { themeId, question: "?" },
) =>
  fetch(app.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, origin, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test("a preflight is answered for the origins that a key in use allows, and for no other", async () => {
  const origin = "https://preflight.example";
  expect((await preflight(origin)).status).toBe(403);
  const { key } = await newKey([origin]);
  const open = ["/api/v1/answers", "/api/v1/documents/1", "/v1/chat/completions", "/v1/models", "/mcp"];
  for (const path of open) {
    const { status, headers } = await preflight(origin, path);
    expect(status, path).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-allow-headers")).toContain("authorization");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("vary")).toContain("origin");
  }
  const others = [
    "null",
    "https://preflight.example.evil.com",
    "http://preflight.example",
    "https://PREFLIGHT.example",
    "",
  ];
  for (const other of [...others, null]) {
    const { status, headers } = await preflight(other);
    expect(status, String(other)).toBe(403);
    expect(headers.get("access-control-allow-origin"), String(other)).toBeNull();
  }
  // beyond the calls for programs there is no other website
  for (const path of ["/api/users", `/mcp/${company.companyId}`, "/api/scim/v2/Users", "/login"]) {
    const { headers } = await preflight(origin, path);
    expect(headers.get("access-control-allow-origin"), path).toBeNull();
  }
  await company.admin.call(revokeApiKey, { id: key.id });
  expect((await preflight(origin)).status).toBe(403);
});

test("headers of OpenAI's client pass, and one that a proxy trusts does not", async () => {
  await newKey([good]);
  const asked = { "access-control-request-headers": "authorization,x-stainless-os,x-forwarded-for" };
  const { headers } = await preflight(good, "/v1/chat/completions", asked);
  expect(headers.get("access-control-allow-headers")).toContain("x-stainless-os");
  expect(headers.get("access-control-allow-headers")).not.toContain("x-forwarded-for");
});

test("a page may read a response if the key allows its origin, a refusal included", async () => {
  const { secret } = await newKey([good]);
  for (const response of [
    await themes(secret, good),
    await ask(secret, good),
    await ask(secret, good, "/api/v1/answers", {}),
  ]) {
    expect([200, 201, 400]).toContain(response.status);
    expect(response.headers.get("access-control-allow-origin")).toBe(good);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.headers.get("vary")).toBe("origin");
  }
  const model = { model: `theme-${themeId}`, messages: [{ role: "user", content: "?" }] };
  const completion = await ask(secret, good, "/v1/chat/completions", model);
  expect(completion.status).toBe(200);
  expect(completion.headers.get("access-control-allow-origin")).toBe(good);
  // programs have no origin, and our own pages try keys
  for (const origin of [undefined, app.url]) {
    const response = await themes(secret, origin);
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("vary")).toBe("origin");
  }
});

test("a key used from another website is refused, and nothing is asked", async () => {
  const { secret } = await newKey([good]);
  // another key allows it, which helps this one nothing
  await newKey(["https://other.example"]);
  for (const origin of [
    evil,
    "null",
    "https://other.example",
    "http://good.example",
    "https://good.example:444",
  ])
    for (const response of [await themes(secret, origin), await ask(secret, origin)]) {
      expect(response.status, origin).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(await response.text()).toContain("This key can't be used from this website.");
    }
});

test("a secret key in a browser is refused with a sentence that says so", async () => {
  const { secret } = await newKey([]);
  for (const [response, isProblem] of [
    [await themes(secret, evil), true],
    [await ask(secret, evil), true],
    [await themes(secret, evil, "/v1/models"), false],
  ] as const) {
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("content-type")).toContain(isProblem ? "problem+json" : "application/json");
    expect(await response.text()).toContain("A secret key was found in a browser");
  }
  expect((await themes(secret)).status).toBe(200);
  const refused = await preflight("https://unknown.example");
  expect(await refused.text()).toContain("No key allows this website");
});

test("a page may use the Model Context Protocol with a key that allows its origin, its headers included", async () => {
  const { secret } = await newKey([good]);
  const asked = {
    "access-control-request-headers": "authorization,mcp-protocol-version,mcp-method,mcp-name",
  };
  const { headers } = await preflight(good, "/mcp", asked);
  for (const name of asked["access-control-request-headers"].split(","))
    expect(headers.get("access-control-allow-headers")?.split(", "), name).toContain(name);
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const send = (origin: string) =>
    fetch(`${app.url}/mcp`, {
      method: "POST",
      headers: {
        origin,
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(list),
    });
  const listed = await send(good);
  expect(listed.status).toBe(200);
  expect(listed.headers.get("access-control-allow-origin")).toBe(good);
  expect(await listed.text()).toContain("ask_policy");
  const foreign = await send(evil);
  expect(foreign.status).toBe(403);
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
});

test("an allowed origin opens no other call: people's tokens, SCIM and the calls of people stay closed to websites", async () => {
  const { secret } = await newKey([good]);
  for (const path of [`/mcp/${company.companyId}`, "/api/chat", "/api/keys"]) {
    const response = await ask(secret, good, path, {});
    expect(response.status, path).toBe(403);
    expect(response.headers.get("access-control-allow-origin"), path).toBeNull();
  }
});

test("an origin that is not exact is refused at its place, and an expired key allows none", async () => {
  for (const origin of ["http://good.example", "https://*.example", "null", "https://good.example/path"]) {
    const refused = await company.admin.call(createApiKey, {
      name: "Wrong",
      scopes: ["theme:ask"],
      themeIds: [themeId],
      allowedOrigins: [good, origin],
    });
    expect(refused.status, origin).toBe(400);
    expect(refused.error.fields?.["allowedOrigins.1"]).toMatch(/^Enter one exact address/);
  }
  const { key } = await newKey(["https://Case.Example:443/"]);
  expect(key.allowedOrigins).toEqual(["https://case.example"]);
  const soon = new Date(app.services.clock.now().getTime() + 60_000).toISOString();
  await company.admin.call(createApiKey, {
    name: "Ends",
    scopes: ["theme:ask"],
    themeIds: [themeId],
    allowedOrigins: ["https://ends.example"],
    expiresAt: soon,
  });
  expect((await preflight("https://ends.example")).status).toBe(204);
  app.clock.advance(120_000);
  expect((await preflight("https://ends.example")).status).toBe(403);
});
