import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints as endpoints, screens } from "#contract/api.ts";
import { mcpPath } from "#server/http/problem.ts";
import { metadataPath, resourcePath } from "#server/identity/sign-on/tokens/resource.ts";
import { createApp } from "#server/operation/start/app.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { login } from "#contract/identity/sessions.ts";
import { ensureAdmin } from "#server/identity/users/first-admin.ts";
import { withClient } from "#server/platform/database/client.ts";

/** The program's surface: its routes, its headers, and its state on a new machine. */
let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test("the running router serves the contract, the documented screens, and nothing else (LibreChat CVE-2025-54868)", async () => {
  const bound: string[] = [];
  const probe = await createApp(app.services);
  // printRoutes is the router's own list
  const tree = probe.printRoutes({ commonPrefix: false, includeHooks: false });
  const stack: string[] = [];
  for (const line of tree.split("\n")) {
    const found = /^([│ ]*)[├└]── (\S*) \(([A-Z, ]+)\)$/.exec(line) ?? /^([│ ]*)[├└]── (\S*)$/.exec(line);
    if (found === null) continue;
    const depth = (found[1] ?? "").length / 4;
    stack.length = depth;
    stack.push(found[2] ?? "");
    for (const method of (found[3] ?? "").split(", "))
      if (method !== "" && method !== "HEAD") bound.push(`${method} ${stack.join("")}`);
  }
  // the list shortens wildcards to their last part; one of everything would be found here
  const takesAll = ["*", "/*"].some((url) => probe.hasRoute({ method: "OPTIONS", url }));
  await probe.close();
  const documented = new Set([
    ...endpoints.map(({ spec }) => `${spec.method} ${spec.path}`),
    ...screens.map((path) => `GET ${path}`),
    "GET /api/openapi.json",
    "GET /api/v1/openapi.json",
    // the preflight without a wildcard, and the pages of widgets
    ...[`OPTIONS ${mcpPath}`, "GET /widget/:key", "GET /widget/:key/preview"],
    ...["GET", "POST", "DELETE"].flatMap((method) => [`${method} ${mcpPath}`, `${method} ${resourcePath}`]),
    `GET ${metadataPath}`,
    ...["GET /v1/models", "GET /v1/models/:model", "POST /v1/chat/completions"],
  ]);
  const isFile = (route: string) => route === "GET /*" || route.startsWith("GET /api/docs");
  const isShortened = (route: string) => route === "OPTIONS *" && !takesAll;
  const leftOver = bound.filter((route) => !documented.has(route) && !isFile(route) && !isShortened(route));
  console.info(
    `${bound.length} routes in the running router, ${endpoints.length} of the contract, ${leftOver.length} left over`,
  );
  expect(leftOver).toEqual([]);
  for (const { spec } of endpoints) expect(bound).toContain(`${spec.method} ${spec.path}`);
  const described = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const operations = Object.values(described.paths).flatMap((path) => Object.keys(path));
  expect(operations).toHaveLength(endpoints.length);
});

test("common paths of debug and admin endpoints return 404", async () => {
  const { admin } = await buildCompany(app);
  for (const path of [
    "/api/test",
    "/api/debug",
    "/debug",
    "/api/config",
    "/api/env",
    "/api/setup",
    "/api/admin",
    "/metrics",
    "/api/metrics",
    "/.env",
    "/.git/config",
    "/api/graphql",
    "/actuator",
    "/server-status",
    "/api/jobs",
    "/api/system",
  ])
    expect(
      (await fetch(app.url + path, { headers: { authorization: `Bearer ${admin.token}` } })).status,
      path,
    ).toBe(404);
});

const locked = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

test("every route, including refusals and errors, has the security headers and is never cached", async () => {
  const superAdmin = await buildSuperAdmin(app);
  let seen = 0;
  for (const token of [null, superAdmin.token]) {
    for (const { spec } of endpoints) {
      if (/logout|end-others/.test(spec.path)) continue;
      const response = await fetch(app.url + spec.path.replace(/:\w+/g, "2000000000"), {
        method: spec.method,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      });
      const { headers } = response;
      await response.body?.cancel();
      seen += 1;
      const at = `${spec.method} ${spec.path} ${response.status}`;
      for (const [name, value] of Object.entries(locked))
        expect(headers.get(name), `${at} ${name}`).toBe(value);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy, at).toMatch(/default-src 'none'/);
      expect(policy, at).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*/);
      expect(headers.get("cache-control"), at).toBe("no-store");
      expect(headers.get("access-control-allow-origin"), at).toBeNull();
      expect(headers.get("server"), at).toBeNull();
      expect(headers.get("x-powered-by"), at).toBeNull();
    }
  }
  console.info(`${seen} answers of ${endpoints.length} routes: headers complete on all`);
});

test("a method that no route takes is refused as that, whatever its body", async () => {
  for (const path of ["/api/themes", "/api/v1/themes", "/v1/models"])
    for (const [method, type] of [
      ["PUT", "application/json"],
      ["QUERY", "text/plain"],
      ["QUERY", undefined],
    ] as const) {
      const headers = type === undefined ? undefined : { "content-type": type };
      const body = type === undefined ? undefined : "{ no JSON";
      const reply = await fetch(app.url + path, { method, headers, body });
      expect(reply.status, `${method} ${path}`).toBe(405);
      expect(reply.headers.get("allow"), `${method} ${path}`).toContain("GET");
    }
});

test("pages carry the policy too, and no other origin is allowed (AnythingLLM CVE-2026-32617)", async () => {
  for (const path of ["/", "/login", "/nowhere", "/api/docs"]) {
    const { headers } = await fetch(app.url + path, { headers: { origin: "https://evil.example" } });
    expect(headers.get("content-security-policy"), path).toMatch(/frame-ancestors 'none'|default-src/);
    expect(headers.get("access-control-allow-origin"), path).toBeNull();
  }
  const preflight = await fetch(`${app.url}/api/users`, {
    method: "OPTIONS",
    headers: {
      origin: "https://evil.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    },
  });
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  expect(preflight.headers.get("access-control-allow-headers")).toBeNull();
  expect(preflight.status).toBe(405);
});

test("behind https, the cookies are Secure with the host prefix, and HSTS is set", async () => {
  const secure = await startTestApp({ env: { PUBLIC_URL: "https://answers.example" } });
  try {
    const { admin } = await buildCompany(secure);
    const { headers } = await call(secure.url, null, login, { email: admin.email, password: testPassword });
    const cookies = headers.getSetCookie();
    // proxies choose a server by this one, under one name with and without https; it gives no access
    const isRouting = (cookie: string) => cookie.startsWith("footnote_company=");
    expect(cookies.filter(isRouting)).toHaveLength(1);
    expect(cookies.filter((cookie) => !isRouting(cookie))).toHaveLength(2);
    for (const cookie of cookies) {
      if (!isRouting(cookie)) expect(cookie).toMatch(/^__Host-footnote/);
      expect(cookie).toMatch(/; Path=\/;/);
      expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
      expect(cookie).not.toMatch(/Domain=/);
    }
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  } finally {
    await secure.close();
  }
});

test("a new installation listens on its own machine only, and its first admin cannot be created from outside (AnythingLLM CVE-2026-24477, CVE-2024-8196)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "footnote-bare-"));
  const bare = await startTestApp({ worker: false });
  try {
    const config = readConfig({ DATA_DIR: folder }, []);
    expect(config.host).toBe("127.0.0.1");
    expect(config.trustProxy).toBe(0);
    await withClient(bare.connection, async (client) => {
      expect((await client.query("select 1 from users")).rows).toHaveLength(0);
    });
    // no users yet: only the public calls respond, and none of them creates a user
    for (const { spec } of endpoints) {
      if (spec.permission === "public") continue;
      const reply = await fetch(bare.url + spec.path.replace(/:\w+/g, "1"), { method: spec.method });
      expect(reply.status, spec.path).toBe(401);
    }
    const [line = ""] = await ensureAdmin(bare.services);
    const password = /password: (\S+)/.exec(line)?.[1] ?? "";
    expect(password.length).toBeGreaterThanOrEqual(16);
    expect(await ensureAdmin(bare.services)).toEqual([]);
    const signedIn = await call(bare.url, null, login, { email: "admin@footnote.local", password });
    expect(signedIn.status).toBe(200);
    for (const guess of ["admin", "password", "footnote", "changeme", ""])
      expect(
        (await call(bare.url, null, login, { email: "admin@footnote.local", password: guess })).status,
      ).not.toBe(200);
  } finally {
    await bare.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a master key is generated or refused, never empty, short or guessable, and cannot forge a token (SigNoz CVE-2026-97055)", () => {
  const folder = mkdtempSync(join(tmpdir(), "footnote-key-"));
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env }, []);
  try {
    for (const key of [
      "secret",
      "changeme",
      "0".repeat(64),
      Buffer.alloc(32).toString("base64"),
      Buffer.alloc(32, 7).toString("base64"),
      randomBytes(16).toString("base64"),
      "a".repeat(44),
    ])
      expect(() => read({ SECRET_KEY: key }), key).toThrow(/SECRET_KEY must be 32 random bytes/);
    expect(() => read({ SECRET_KEY: randomBytes(32).toString("hex"), SECRET_KEY_PREVIOUS: "short" })).toThrow(
      /SECRET_KEY_PREVIOUS/,
    );
    expect(() => read({ SECRET_KEY_PREVIOUS: randomBytes(32).toString("hex") })).toThrow(/SECRET_KEY is not/);
    const made = read({}).secretKeys;
    const file = join(folder, "secret.key");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(read({}).secretKeys.current.key.equals(made.current.key)).toBe(true);
    // a new first line replaces it, and earlier keys below still open
    const next = randomBytes(32);
    writeFileSync(file, `${next.toString("base64")}\n${readFileSync(file, "utf8")}\n`, { mode: 0o600 });
    const rotated = read({}).secretKeys;
    expect(rotated.current.key.equals(next)).toBe(true);
    expect(rotated.previous.map(({ key }) => key.toString("hex"))).toEqual([
      made.current.key.toString("hex"),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
