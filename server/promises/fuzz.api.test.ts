import { setAt } from "#testing/sets.ts";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { endpoints } from "#contract/api.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { buildTheme } from "#testing/documents.ts";
import { sampleBody } from "#testing/sample.ts";

let app: TestApp;
let people: TestPerson[];
let themeId: number;
let companyId: number;
beforeAll(async () => {
  app = await startTestApp();
  const company = await buildCompany(app);
  const { admin, agent } = company;
  companyId = company.companyId;
  themeId = (await buildTheme(admin)).theme.id;
  people = [await buildSuperAdmin(app), admin, agent];
});
afterAll(() => app.close());

/** Internals of the program that no response may contain. */
const inside = /node_modules|\bat .*\.ts:\d|select .* from |kysely|postgres|syntax error/i;

async function send(spec: EndpointSpec, token: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(app.url + path, {
    method: spec.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    redirect: "manual",
    signal: AbortSignal.timeout(20_000),
  });
  const isStream = response.headers.get("content-type")?.includes("event-stream") ?? false;
  if (isStream) await response.body?.cancel();
  const text = isStream ? "" : await response.text();
  expect(
    response.status,
    `${spec.method} ${path} ${JSON.stringify(body)?.slice(0, 200)} → ${text.slice(0, 300)}`,
  ).toBeLessThan(500);
  if (response.status >= 400) expect(text).not.toMatch(inside);
}

const fuzzed = endpoints.filter(
  ({ spec }) => spec.answers !== "events" && !spec.path.includes("logout") && spec.uploads === undefined,
);
const pathWith = (spec: EndpointSpec, value: string) => spec.path.replace(/:\w+/g, encodeURIComponent(value));
const wrongTypes = [
  {},
  [],
  { $gt: "" },
  12,
  true,
  null,
  "x".repeat(300_000),
  "\u0000",
  "\ud800",
  { __proto__: { role: "super_admin" } },
  -1,
  1e308,
  "9".repeat(400),
];

test("every field of every body in every wrong type is refused with a 4xx or ignored, never an error", async () => {
  let sent = 0;
  for (const { spec } of fuzzed) {
    if (!(spec.body instanceof z.ZodObject)) continue;
    for (const field of Object.keys(spec.body.shape)) {
      for (const value of wrongTypes) {
        await send(spec, people[1]?.token ?? "", pathWith(spec, String(themeId)), {
          ...sampleBody(spec),
          [field]: value,
        });
        sent += 1;
      }
    }
  }
  expect(sent).toBeGreaterThan(1000);
});

test("the largest number that each query takes breaks nothing", async () => {
  let sent = 0;
  for (const { spec } of fuzzed) {
    if (spec.query === undefined) continue;
    const described = z.toJSONSchema(spec.query, { io: "input", unrepresentable: "any" });
    const numbers = Object.entries(described.properties ?? {}).flatMap(([name, schema]) =>
      typeof schema !== "boolean" && schema.maximum !== undefined
        ? [{ name, least: Math.max(1, schema.minimum ?? 1), most: schema.maximum }]
        : [],
    );
    const least = numbers
      .filter(({ name }) => described.required?.includes(name) === true)
      .map(({ name, least: value }) => [name, value]);
    const kinds = Object.entries(described.properties ?? {}).flatMap(([name, schema]) =>
      typeof schema === "boolean" ? [] : (schema.enum ?? []).map((value) => [name, String(value)]),
    );
    for (const { name, most } of numbers)
      for (const [place, { token }] of people.entries())
        for (const kind of kinds.length === 0 ? [[]] : kinds) {
          const query = new URLSearchParams({
            ...sampleBody(spec),
            ...Object.fromEntries([...least, ...(kind.length === 0 ? [] : [kind])]),
            // a super admin names the company
            ...(place === 0 && "companyId" in spec.query.shape && { companyId }),
            [name]: String(most),
          });
          await send(spec, token, `${pathWith(spec, String(themeId))}?${query}`);
          sent += 1;
        }
  }
  expect(sent).toBeGreaterThan(100);
});

test("bodies that are not JSON, or not the expected JSON, are refused", async () => {
  for (const { spec } of fuzzed.filter((entry) => entry.spec.method !== "GET")) {
    for (const body of [
      "{",
      "[]",
      "null",
      '"text"',
      "12",
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      "\u0000",
    ]) {
      await send(spec, people[0]?.token ?? "", pathWith(spec, String(themeId)), body);
    }
  }
});

test("attack strings in paths, queries and bodies break nothing", async ({ annotate }) => {
  const lists = ["sqli.txt", "path-traversal.txt", "xss.txt", "json-fuzz.txt", "url-redirect-ssrf.txt"].map(
    (name) => setAt(`attacks/${name}`, "its attack strings"),
  );
  const carried = [
    "' or 1=1--",
    "../../../../etc/passwd",
    "%00",
    "<img src=x onerror=alert(1)>",
    "${7*7}",
    "{{7*7}}",
    "-1",
    "0",
    "1e9",
    "９９",
    "\u202e",
    "a".repeat(2000),
  ];
  const found = lists.filter((path) => path !== null);
  const strings = [
    ...carried,
    ...found.flatMap((path) => readFileSync(path, "utf8").split("\n").filter(Boolean)),
  ];
  let next = 0;
  const take = () => strings[next++ % strings.length] ?? "";
  const rounds = found.length === 0 ? 1 : 6;
  const work: (() => Promise<void>)[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { spec } of fuzzed) {
      for (const person of people) {
        const query = new URLSearchParams(Object.keys(spec.query?.shape ?? {}).map((name) => [name, take()]));
        const text = take();
        work.push(() => send(spec, person.token, pathWith(spec, text || "x")));
        work.push(() => send(spec, person.token, `${pathWith(spec, String(themeId))}?${query}`));
        if (spec.body instanceof z.ZodObject) {
          const body = Object.fromEntries(Object.keys(spec.body.shape).map((name) => [name, take()]));
          work.push(() =>
            send(spec, person.token, pathWith(spec, String(themeId)), { ...sampleBody(spec), ...body }),
          );
        }
      }
    }
  }
  const running = work[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const job of running) await job();
    }),
  );
  await annotate(`${work.length} requests sent`);
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
});
