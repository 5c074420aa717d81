import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, listApiKeys, revokeApiKey } from "#contract/identity/api-keys.ts";
import { createWidgetKey } from "#contract/identity/widget-keys.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { askWidget } from "#contract/answering/widget.ts";
import { endpoints } from "#contract/api.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { withClient } from "#server/platform/database/client.ts";
import { builtFolder } from "#server/http/serve-web.ts";
import { networkOf } from "#server/http/origin.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { buildTheme } from "#testing/documents.ts";
import { absentId, named } from "#testing/fixtures/paths.ts";
import { sampleBody } from "#testing/sample.ts";

const shop = "https://shop.example";
const question = "Within how many days may an unopened product be returned?";

let app: TestApp;
let company: Awaited<ReturnType<typeof buildCompany>>;
let themeId: number;

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: "1" } });
  company = await buildCompany(app);
  themeId = (await buildTheme(company.admin)).theme.id;
});
afterAll(() => app.close());

async function newWidget(more: object = {}) {
  const { body } = await company.admin.call(createWidgetKey, {
    name: "Help pages",
    themeId,
    allowedOrigins: [shop],
    ...more,
  });
  if (body.widget === null) throw new Error("the key of a widget is shown");
  return { ...body, ...body.widget };
}

const randomId = () => crypto.randomUUID().replaceAll("-", "");

type Visit = { visitor?: string; address?: string; question?: string; conversation?: string };

const visit = (key: string, { address = "203.0.113.7", ...given }: Visit = {}) =>
  call(
    app.url,
    key,
    askWidget,
    { question, visitor: randomId(), conversation: randomId(), ...given },
    { headers: { "x-forwarded-for": address } },
  );

async function recorded(sql: string, values: unknown[] = []): Promise<string> {
  return withClient(app.connection, async (client) => JSON.stringify((await client.query(sql, values)).rows));
}

test("a visitor gets words, quotes and labels, and nothing that leads further", async () => {
  const { key } = await newWidget();
  const { status, body, text } = await visit(key);
  expect(status).toBe(201);
  expect(Object.keys(body).toSorted()).toEqual(["notes", "outcome", "questions", "sources", "text"]);
  expect(body.outcome).toBe("answered");
  expect(body.text).toContain("within 30 days of delivery");
  expect(body.text).toContain("[1]");
  expect(Object.keys(body.sources[0] ?? {}).toSorted()).toEqual(["label", "number", "quote"]);
  expect(body.sources[0]?.label).toMatch(/^Refund Policy\.txt, /);
  for (const { number } of body.sources) expect(body.text).toContain(`[${number}]`);
  expect(text).not.toMatch(/https?:|"id"|documentId|version|score/);
});

test("what the documents don't say is declined with its reason, and a greeting gets questions", async () => {
  const { key } = await newWidget();
  const { body } = await visit(key, { question: "Who won the chess championship of 1972?" });
  expect(body).toMatchObject({ outcome: "declined", text: "", sources: [] });
  expect(body.notes.join(" ")).not.toBe("");
  const greeting = await visit(key, { question: "Hello!" });
  expect(greeting.body.outcome).toBe("greeting");
  expect(greeting.body.sources).toEqual([]);
});

test("a visitor's question is on record as the widget's, without id, network address or name", async () => {
  const { key, id } = await newWidget({ name: "Shop" });
  const visitor = randomId();
  await visit(key, { visitor, address: "203.0.113.77" });
  const [row] = rowsOf((await company.admin.call(listInteractions, {})).body);
  expect(row?.user).toEqual({ email: "API key", name: "Shop", role: "agent" });
  const events = await recorded(
    "select action, address, actor_type from audit_events where actor_type = 'key' and actor_id = $1",
    [id],
  );
  expect(JSON.parse(events)).toEqual(
    ["question.ask", "question.answer"].map((action) => ({ action, address: "", actor_type: "key" })),
  );
  for (const table of ["audit_events", "interactions", "throttles"]) {
    const rows = await recorded(`select * from ${table}`);
    expect(rows, table).not.toContain(visitor);
    expect(rows, table).not.toContain("203.0.113.77");
  }
});

test("a visitor is limited, a new id changes nothing, and the others ask on", async () => {
  const { key } = await newWidget({ visitorQuestionsPerHour: 2 });
  const visitor = randomId();
  expect((await visit(key, { visitor })).status).toBe(201);
  expect((await visit(key, { visitor })).status).toBe(201);
  const refused = await visit(key, { visitor });
  expect(refused.status).toBe(429);
  expect(refused.error.error).toBe(
    "You have asked as many questions as this page takes within an hour. Ask again later.",
  );
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  // the id was cleared, and then taken elsewhere
  expect((await visit(key)).status).toBe(429);
  expect((await visit(key, { visitor, address: "198.51.100.9" })).status).toBe(429);
  expect((await visit(key, { address: "198.51.100.10" })).status).toBe(201);
  // a household has a whole IPv6 network
  expect((await visit(key, { address: "2001:db8:1:2::1" })).status).toBe(201);
  expect((await visit(key, { address: "2001:db8:1:2:ffff::2" })).status).toBe(201);
  expect((await visit(key, { address: "2001:db8:1:2::3" })).status).toBe(429);
  expect((await visit(key, { address: "2001:db8:1:3::1" })).status).toBe(201);
  // another widget counts for itself
  expect((await visit((await newWidget()).key, { visitor })).status).toBe(201);
});

test("a widget answers only so many questions a day, and a refused visitor takes none of them", async () => {
  const { key } = await newWidget({ visitorQuestionsPerHour: 1, questionsPerDay: 2 });
  expect((await visit(key, { address: "198.51.100.1" })).status).toBe(201);
  for (let n = 0; n < 3; n += 1) expect((await visit(key, { address: "198.51.100.1" })).status).toBe(429);
  expect((await visit(key, { address: "198.51.100.2" })).status).toBe(201);
  const refused = await visit(key, { address: "198.51.100.3" });
  expect(refused.status).toBe(429);
  expect(refused.error.error).toContain("in a day");
});

test("limits outside their bounds, no origin, a foreign theme and a wrong question are refused", async () => {
  const other = await buildCompany(app);
  const { theme } = await buildTheme(other.admin);
  const attempt = (more: object) =>
    company.admin.call(createWidgetKey, { name: "Wrong", themeId, allowedOrigins: [shop], ...more });
  for (const more of [
    { visitorQuestionsPerHour: 0 },
    { visitorQuestionsPerHour: 201 },
    { questionsPerDay: 100_001 },
    { questionsPerDay: 1.5 },
    { allowedOrigins: [] },
    { allowedOrigins: ["https://*.example"] },
    { name: " " },
  ])
    expect((await attempt(more)).status, JSON.stringify(more)).toBe(400);
  expect((await attempt({ themeId: theme.id })).status).toBe(404);
  const { key } = await newWidget();
  for (const more of [
    { question: " " },
    { question: "x".repeat(501) },
    { visitor: "short" },
    { conversation: "a b" },
  ])
    expect((await visit(key, more)).status, JSON.stringify(more)).toBe(400);
});

test("the key of a widget makes no other call, and no other key makes its call", async () => {
  const { key } = await newWidget();
  for (const { spec } of endpoints.filter((one) => one.spec.permission !== "public")) {
    const input: Record<string, unknown> = { ...sampleBody(spec), themeId };
    for (const [, name = ""] of spec.path.matchAll(/:(\w+)/g)) input[name] = absentId;
    const form = spec.uploads !== undefined ? { form: new FormData() } : {};
    const { status } = await call(app.url, key, spec, input as never, form);
    expect([403, 429], named(spec)).toContain(status);
  }
  for (const path of ["/mcp", "/v1/models", "/v1/chat/completions", "/api/scim/v2/Users"]) {
    const reply = await fetch(app.url + path, {
      method: path.endsWith("s") && !path.includes("chat") ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}` },
    });
    expect([403, 429], path).toContain(reply.status);
  }
  const { body } = await company.admin.call(createApiKey, {
    name: "Program",
    scopes: ["theme:ask"],
    themeIds: [themeId],
  });
  expect((await visit(body.secret)).status).toBe(403);
  expect((await visit(company.admin.token)).status).toBe(401);
});

test("a website that the key doesn't allow is refused", async () => {
  const { key } = await newWidget();
  const from = (origin: string) =>
    call(
      app.url,
      key,
      askWidget,
      { question, visitor: randomId(), conversation: randomId() },
      { headers: { origin, "x-forwarded-for": "198.51.100.40" } },
    );
  expect((await from(shop)).status).toBe(201);
  for (const origin of ["https://shop.example.evil.com", "null"])
    expect((await from(origin)).status).toBe(403);
});

test("a switched-off theme says so in words for visitors, and a revoked key is refused", async () => {
  const { theme } = await buildTheme(company.admin);
  const { key, id } = await newWidget({ themeId: theme.id });
  await company.admin.call(updateTheme, { id: theme.id, isActive: false });
  const off = await visit(key);
  expect(off.status).toBe(503);
  expect(off.error.error).toBe("Questions can't be answered here at the moment.");
  await company.admin.call(revokeApiKey, { id });
  expect((await visit(key)).status).toBe(401);
});

test("visitors follow up on their own questions and on nobody else's", async () => {
  const { key } = await newWidget();
  const sessions = async () => {
    const rows = JSON.parse(
      await recorded("select session_id from interactions order by id desc limit 3"),
    ) as { session_id: string }[];
    return rows.map(({ session_id }) => session_id);
  };
  const [visitor, conversation] = [randomId(), randomId()];
  await visit(key, { visitor, conversation });
  await visit(key, { visitor, conversation });
  await visit(key, { conversation });
  const [other, second, first] = await sessions();
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test("its key is shown again in the list, where no other key is", async () => {
  const { id, key } = await newWidget();
  const { body } = await company.admin.call(listApiKeys, {});
  expect(body.find((one) => one.id === id)).toMatchObject({
    scopes: ["widget:ask"],
    allowedOrigins: [shop],
    widget: { key, visitorQuestionsPerHour: 20, questionsPerDay: 1_000 },
  });
  expect(key).toMatch(/^fnw_/);
  for (const one of body.filter(({ scopes }) => !scopes.includes("widget:ask")))
    expect(one.widget).toBeNull();
});

test.runIf(existsSync(join(builtFolder, "widget.html")))(
  "only the widget's page may be framed, by the origins of its key and by our own preview",
  async () => {
    const { key, id } = await newWidget({ allowedOrigins: [shop, "http://localhost:8080"] });
    const page = await fetch(`${app.url}/widget/${key}`);
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/frame-ancestors 'self' http:\/\/localhost:8080 https:\/\/shop\.example$/);
    expect(page.headers.get("x-frame-options")).toBeNull();
    const preview = await fetch(`${app.url}/widget/${key}/preview`);
    expect(preview.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(preview.headers.get("x-frame-options")).toBe("DENY");
    expect(await preview.text()).toContain(`data-key="${key}"`);
    const script = await fetch(`${app.url}/widget.js`);
    expect(script.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    await company.admin.call(revokeApiKey, { id });
    for (const path of [
      `/widget/${key}`,
      `/widget/${key}/preview`,
      "/widget/fnw_x",
      '/widget/"><script>',
      "/widget.html",
    ]) {
      const { headers, status } = await fetch(app.url + path);
      if (path !== "/widget.html") expect(status, path).toBe(404);
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    }
  },
);

test("a network is an IPv4 address, or the first half of an IPv6 address", () => {
  for (const [address, network] of [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0001:0002:0003:0004:0005:0006", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ] as const)
    expect(networkOf(address), address).toBe(network);
});
