import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { directoryEndpoints, endpoints } from "#contract/api.ts";
import { keyScopes } from "#contract/kernel/permissions.ts";
import { scimPath } from "#contract/identity/scim.ts";
import { listScimTokens, revokeScimToken } from "#contract/identity/scim-tokens.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildSuperAdmin } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { absentId, named } from "#testing/fixtures/paths.ts";
import { sampleBody } from "#testing/sample.ts";
import { buildDirectory, buildProvisionedCompany, sendScim, type Directory } from "#testing/scim.ts";

/** P1 for directories: every SCIM call × caller × owner of the thing, and every other call with a SCIM token. */
let app: TestApp;
let own: Awaited<ReturnType<typeof buildProvisionedCompany>>;
let foreign: Awaited<ReturnType<typeof buildProvisionedCompany>>;
beforeAll(async () => {
  app = await startTestApp();
  own = await buildProvisionedCompany(app);
  foreign = await buildProvisionedCompany(app);
});
afterAll(() => app.close());

/** A valid body for each write, with an address in the domain. */
function bodyFor({ method, path }: EndpointSpec, domain: string): object | undefined {
  if (method === "PATCH")
    return { Operations: [{ op: "replace", path: "externalId", value: crypto.randomUUID() }] };
  if (method !== "POST" && method !== "PUT") return undefined;
  return path.includes("/Groups")
    ? { displayName: `Group ${crypto.randomUUID()}` }
    : { userName: `${crypto.randomUUID()}@${domain}`, externalId: crypto.randomUUID() };
}

const pathOf = (spec: EndpointSpec, id: string) => spec.path.slice(scimPath.length).replace(":id", id);

/** A new person or group of a company. */
async function make(spec: EndpointSpec, directory: Directory, domain: string): Promise<string> {
  const kind = spec.path.includes("/Groups") ? "/Groups" : "/Users";
  const post = directoryEndpoints.find((one) => named(one.spec) === `POST ${scimPath}${kind}`);
  if (post === undefined) throw new Error("the calls have other names");
  return (await directory.send("POST", kind, bodyFor(post.spec, domain))).body.id;
}

const withoutRequest = (reply: { status: number; text: string }) => `${reply.status} ${reply.text}`;

async function fingerprint(companyId: number): Promise<string> {
  const tables = ["users", "memberships", "sessions", "provisioned_people", "directory_groups"];
  const parts = tables.map(
    (table) =>
      `(select string_agg(t::text, '|' order by t::text) from ${table} t where company_id = ${companyId})`,
  );
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ part: string }>(`select md5(concat(${parts.join(", ")})) as part`),
  );
  return rows[0]?.part ?? "";
}

test("only a directory with its own valid token gets in, and no one else's attempt changes anything", async () => {
  const { theme } = await buildTheme(own.admin);
  const key = await own.admin.call(createApiKey, {
    name: "All",
    scopes: [...keyScopes],
    themeIds: [theme.id],
  });
  const superAdmin = await buildSuperAdmin(app);
  const expired = await buildDirectory(app, own.admin);
  const revoked = await buildDirectory(app, own.admin);
  await withClient(app.connection, (client) =>
    client.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [
      expired.tokenId,
    ]),
  );
  await own.admin.call(revokeScimToken, { id: revoked.tokenId });
  const callers: [string, string | null, number][] = [
    ["nobody", null, 401],
    ["a made-up token", `fns_${"x".repeat(43)}`, 401],
    ["an agent's session", own.agent.token, 401],
    ["an administrator's session", own.admin.token, 401],
    ["a super admin's session", superAdmin.token, 401],
    ["an API key with every scope", key.body.secret, 403],
    ["an expired token", expired.secret, 401],
    ["a revoked token", revoked.secret, 401],
  ];
  const before = await fingerprint(own.companyId);
  for (const { spec } of directoryEndpoints)
    for (const [who, token, status] of callers) {
      const reply = await sendScim(
        app,
        token,
        spec.method,
        pathOf(spec, String(own.agent.id)),
        bodyFor(spec, own.domain),
      );
      expect(reply.status, `${named(spec)} by ${who}`).toBe(status);
      expect(reply.body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
      expect(reply.body.status).toBe(String(status));
      if (status === 401) expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    }
  const withCookie = await fetch(`${app.url}${scimPath}/Users`, {
    headers: { cookie: `footnote=${own.admin.cookie}` },
  });
  expect(withCookie.status).toBe(401);
  expect(await fingerprint(own.companyId)).toBe(before);
});

test("a SCIM token opens SCIM and nothing else of the contract, nor the MCP endpoint", async () => {
  // its use is noted, once a minute
  await own.directory.send("GET", "/Users?count=0");
  const before = await fingerprint(own.companyId);
  const guarded = endpoints.filter(({ spec }) => spec.permission !== "public");
  for (const { spec } of guarded) {
    const input: Record<string, unknown> = { ...sampleBody(spec) };
    for (const [, name = ""] of spec.path.matchAll(/:(\w+)/g)) input[name] = absentId;
    const form = spec.uploads !== undefined ? { form: new FormData() } : {};
    const reply = await call(app.url, own.directory.secret, spec, input as never, form);
    expect(reply.status, named(spec)).toBe(403);
  }
  const mcp = await fetch(`${app.url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${own.directory.secret}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(mcp.status).toBe(403);
  expect(guarded.length).toBeGreaterThan(100);
  const listed = (await own.admin.call(listScimTokens, {})).body.tokens;
  expect(listed.find(({ id }) => id === own.directory.tokenId)?.lastUsedAt).not.toBeNull();
  expect(await fingerprint(own.companyId)).toBe(before);
});

test("another company's person or group gets the bytes of an absent one, and does not change", async () => {
  const named404 = directoryEndpoints.filter(({ spec }) => /(?:Users|Groups)\/:id$/.test(spec.path));
  expect(named404).toHaveLength(8);
  for (const { spec } of named404) {
    const id = await make(spec, foreign.directory, foreign.domain);
    const before = await fingerprint(foreign.companyId);
    const strange = await own.directory.send(spec.method, pathOf(spec, id), bodyFor(spec, own.domain));
    expect(strange.status, named(spec)).toBe(404);
    for (const absent of [String(absentId), "0", "abc", "1'--"]) {
      const reply = await own.directory.send(
        spec.method,
        pathOf(spec, encodeURIComponent(absent)),
        bodyFor(spec, own.domain),
      );
      expect(withoutRequest(reply), `${named(spec)} ${absent}`).toBe(withoutRequest(strange));
    }
    expect(await fingerprint(foreign.companyId), named(spec)).toBe(before);
    const allowed = await foreign.directory.send(
      spec.method,
      pathOf(spec, id),
      bodyFor(spec, foreign.domain),
    );
    // an existing identifier still belongs to the person
    expect(spec.path.includes("Users") && spec.method !== "GET" ? [200, 204, 400] : [200, 204]).toContain(
      allowed.status,
    );
  }
});

test("every write leaves exactly one event, under the token's name, in its own company's log", async () => {
  const writes = directoryEndpoints.filter(
    ({ spec }) => spec.method !== "GET" && !spec.path.endsWith("/.search"),
  );
  expect(writes).toHaveLength(8);
  for (const { spec } of writes) {
    const id = spec.params === undefined ? "" : await make(spec, own.directory, own.domain);
    const body =
      spec.method === "POST" || spec.path.includes("/Groups")
        ? bodyFor(spec, own.domain)
        : spec.method === "PATCH"
          ? { Operations: [{ op: "replace", path: "active", value: false }] }
          : spec.method === "PUT"
            ? { userName: `${crypto.randomUUID()}@${own.domain}` }
            : undefined;
    const reply = await own.directory.send(spec.method, pathOf(spec, id), body);
    expect(reply.status, `${named(spec)} ${reply.text}`).toBeLessThan(300);
    const { rows } = await withClient(app.connection, (client) =>
      client.query<{ action: string; actor_type: string; actor_name: string; stream: number }>(
        "select action, actor_type, actor_name, stream::int from audit_events where request_id = $1",
        [reply.headers.get("x-request-id")],
      ),
    );
    expect(rows, named(spec)).toEqual([
      {
        action: expect.stringMatching(/^(user|group)\.(create|update|deactivate|delete)$/) as string,
        actor_type: "key",
        actor_name: "Okta",
        stream: own.companyId,
      },
    ]);
  }
});

test("an attribute of any type gets a response with a message, never an internal error", async () => {
  const odd = [
    null,
    {},
    [],
    [null],
    7,
    true,
    "",
    "\u0000",
    "\ud800",
    "x".repeat(10_000),
    { value: {} },
    [[1]],
  ];
  const attributes = ["userName", "externalId", "active", "name", "name.givenName", "emails", "displayName"];
  const wrong: string[] = [];
  let calls = 0;
  const check = (what: string, reply: { status: number; text: string }) => {
    calls += 1;
    if (reply.status >= 500) wrong.push(`${what}: ${reply.status} ${reply.text}`);
  };
  const person = `/Users/${own.agent.id}`;
  const group = `/Groups/${(await own.directory.send("POST", "/Groups", { displayName: "Odd" })).body.id}`;
  await Promise.all(
    odd.map(async (value) => {
      for (const path of attributes) {
        const what = `${path} as ${JSON.stringify(value).slice(0, 40)}`;
        const name = { userName: `${crypto.randomUUID()}@${own.domain}` };
        check(what, await own.directory.send("POST", "/Users", { ...name, [path]: value }));
        check(what, await own.directory.patch(person, { op: "replace", path, value }));
        check(what, await own.directory.patch(person, { op: "remove", path, value }));
      }
      for (const path of ["displayName", "externalId", "members"]) {
        check(path, await own.directory.send("PUT", group, { [path]: value }));
        check(path, await own.directory.patch(group, { op: "add", path, value }));
      }
      check("operations", await own.directory.send("PATCH", person, { Operations: value }));
      check("operation", await own.directory.send("PATCH", group, { Operations: [value] }));
      check("body", await own.directory.send("POST", "/Groups", value));
    }),
  );
  console.info(`${calls} calls with odd values, ${wrong.length} faults`);
  expect(wrong).toEqual([]);
});
