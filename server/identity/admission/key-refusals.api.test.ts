import { afterAll, beforeAll, expect, test } from "vitest";
import { completionCalls } from "#contract/answering/completions.ts";
import { allEndpoints } from "#contract/api.ts";
import { createApiKey, revokeApiKey } from "#contract/identity/api-keys.ts";
import type { CallSpec } from "#contract/kernel/endpoint.ts";
import { mcpPath } from "#server/http/problem.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { isOpenToSites } from "./key-origin.ts";

const site = "https://good.example";
let app: TestApp;
let company: Awaited<ReturnType<typeof buildCompany>>;
let themeId: number;

beforeAll(async () => {
  app = await startTestApp();
  company = await buildCompany(app);
  themeId = (await buildTheme(company.admin)).theme.id;
  await newKey();
});
afterAll(() => app.close());

async function newKey(more: object = {}) {
  const input = { name: "Site", scopes: ["theme:ask"], themeIds: [themeId], allowedOrigins: [site], ...more };
  return (await company.admin.call(createApiKey, input as never)).body;
}

type Door = Pick<CallSpec, "method" | "path">;

/** Every call that takes keys, of every protocol. */
const doors: Door[] = [
  ...allEndpoints.map(({ spec }) => spec as CallSpec),
  ...Object.values(completionCalls),
  ...["GET", "POST", "DELETE"].map((method) => ({ method, path: mcpPath, takesKeys: true }) as CallSpec),
].filter(({ takesKeys }) => takesKeys === true);
const openDoors = doors.filter(({ path }) => isOpenToSites(path));

async function refusalOf({ method, path }: Door, headers: Record<string, string>) {
  const isRead = method === "GET" || method === "DELETE";
  const response = await fetch(app.url + path.replaceAll(/:\w+/g, "1"), {
    method,
    headers: { ...(isRead ? {} : { "content-type": "application/json" }), ...headers },
    ...(isRead ? {} : { body: "{}" }),
  });
  const body = (await response.json()) as { detail?: string; error?: { message: string } };
  return { response, sentence: body.detail ?? body.error?.message };
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const unknown = `fnk_${"x".repeat(43)}`;

test("every door for keys says of an unknown key that it is not known, whatever its form, and never asks to send one", async () => {
  for (const door of doors)
    for (const secret of [unknown, "sk-proj-1234", unknown.slice(0, -1)]) {
      const { response, sentence } = await refusalOf(door, bearer(secret));
      expect([response.status, sentence], `${door.method} ${door.path} ${secret}`).toEqual([
        401,
        expect.stringMatching(
          /^The (?:API key|SCIM token|key of a widget) that was sent is not known\. Nothing was done\./,
        ),
      ]);
    }
});

test("every door open to websites says the same to an allowed one, readable there, and to no other", async () => {
  for (const door of openDoors) {
    const { response, sentence } = await refusalOf(door, { ...bearer("sk-wrong"), origin: site });
    expect([response.status, sentence], `${door.method} ${door.path}`).toEqual([
      401,
      expect.stringContaining("is not known"),
    ]);
    expect(response.headers.get("access-control-allow-origin"), door.path).toBe(site);
    const other = await refusalOf(door, { ...bearer(unknown), origin: "https://evil.example" });
    expect(other.response.status).toBe(401);
    expect(other.response.headers.get("access-control-allow-origin"), door.path).toBeNull();
  }
});

test("a key that ended is refused with how it ended, at every door that took it", async () => {
  const revoked = await newKey();
  await company.admin.call(revokeApiKey, { id: revoked.key.id });
  const soon = new Date(app.services.clock.now().getTime() + 60_000).toISOString();
  const expired = await newKey({ expiresAt: soon });
  app.clock.advance(120_000);
  for (const door of openDoors)
    for (const [secret, end] of [
      [revoked.secret, "was revoked"],
      [expired.secret, "has expired"],
    ] as const) {
      const { response, sentence } = await refusalOf(door, bearer(secret));
      expect([response.status, sentence], `${door.method} ${door.path}`).toEqual([
        401,
        `The key that was sent ${end}. Nothing was done. Ask your administrator for a new one.`,
      ]);
    }
});

test("a header without a bearer token is refused for that, and the scheme has no case", async () => {
  const { secret } = await newKey();
  for (const door of openDoors) {
    const { sentence } = await refusalOf(door, { authorization: secret });
    expect(sentence, door.path).toMatch(/^No bearer token is in the Authorization header\./);
  }
  const models = await fetch(`${app.url}/v1/models`, { headers: { authorization: `bearer ${secret}` } });
  expect(models.status).toBe(200);
});

test("a person's calls are still refused with the specified words", async () => {
  for (const secret of [unknown, "sk-wrong", "x".repeat(43)]) {
    const response = await fetch(`${app.url}/api/themes`, { headers: bearer(secret) });
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ error: "Not authenticated" }),
    ]);
  }
});
