import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { endpoints } from "#contract/api.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { inviteUser, listUsers, updateUser } from "#contract/identity/users.ts";
import { createWorkspace, updateWorkspace } from "#contract/identity/workspaces.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildPerson, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { idParameter, named } from "#testing/fixtures/paths.ts";
import { buildSite, makeRow, referencesIn, resourceOf, type Site } from "#testing/fixtures/rows.ts";
import { sampleBody } from "#testing/sample.ts";

/** P5: clients cannot assign fields that the server owns; and JavaScript's own names are no way in (P35). */
let app: TestApp;
let place: Site;
let strange: Site;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  place = await buildSite(app);
  strange = await buildSite(app);
});
afterAll(() => app.close());

/** Recognizable wherever it ends up. */
const planted = "PLANTED-BY-THE-CLIENT";
const plantedDate = "1999-09-09T09:09:09.000Z";
const plantedNumber = 1_987_654_321;

/** Every column of every table, in the database's and the API's spelling, with a value of its type. */
async function everyColumn(): Promise<Record<string, unknown>> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ name: string; type: string }>(
      "select distinct column_name as name, data_type as type from information_schema.columns where table_schema = 'public'",
    ),
  );
  const values: Record<string, unknown> = {};
  for (const { name, type } of rows) {
    const value = /timestamp|date/.test(type)
      ? plantedDate
      : /int|real|numeric|double/.test(type)
        ? plantedNumber
        : type === "boolean"
          ? true
          : planted;
    values[name] = value;
    values[name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())] = value;
  }
  return {
    ...values,
    role: "super_admin",
    isAdmin: true,
    permissions: ["company:delete"],
    actor: { id: plantedNumber, role: "super_admin" },
    ["__proto__"]: { role: "super_admin" },
    constructor: { prototype: { isAdmin: true } },
  };
}

const writes = endpoints
  .map(({ spec }) => spec)
  .filter(
    (spec) =>
      spec.method !== "GET" && spec.uploads === undefined && !/logout|change-password/.test(spec.path),
  );

async function inputOf(spec: EndpointSpec, person: TestPerson): Promise<Record<string, unknown>> {
  const kind = resourceOf(spec);
  const parameter = idParameter(spec);
  const input: Record<string, unknown> = {
    ...sampleBody(spec),
    ...(await referencesIn(app, spec, place, true)),
  };
  if (parameter !== null && kind !== undefined) {
    input[parameter] = kind === "companies" ? place.companyId : await makeRow(app, kind, place, person, true);
  }
  return input;
}

/** How often a planted value occurs in a table, except in the record of attempts. */
async function countPlanted(): Promise<Record<string, number>> {
  return withClient(app.connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${name} t where t::text ~ '${planted}|1999-09-09|${plantedNumber}'`,
      );
      if ((rows[0]?.n ?? 0) > 0) found[name] = rows[0]?.n ?? 0;
    }
    return found;
  });
}

test("no column of any table can be set by naming it in a write (AnythingLLM CVE-2024-3150, CVE-2024-3104, LibreChat CVE-2024-10359, Flowise GHSA-hp26-q66v-q2w7)", async () => {
  const columns = await everyColumn();
  let sent = 0;
  let accepted = 0;
  for (const spec of writes) {
    for (const role of ["workspace_admin", "agent"] as const) {
      const person = await buildPerson(app, {
        role,
        companyId: place.companyId,
        workspaceIds: [place.workspaceId],
      });
      const input = await inputOf(spec, person);
      // only fields outside the contract: its own may be set
      const own = spec.body instanceof z.ZodObject ? Object.keys(spec.body.shape) : [];
      const query = Object.keys(spec.query?.shape ?? {});
      const extra = Object.fromEntries(
        Object.entries(columns).filter(
          ([name]) => !own.includes(name) && !query.includes(name) && !(name in input),
        ),
      );
      const reply = await call(app.url, person.token, spec, { ...extra, ...input });
      sent += Object.keys(extra).length;
      if (reply.status < 300) accepted += 1;
      expect(reply.status, named(spec)).toBeLessThan(500);
      expect(reply.text, named(spec)).not.toMatch(new RegExp(`${planted}|1999-09-09|${plantedNumber}`));
    }
  }
  const found = await countPlanted();
  console.info(
    `${writes.length} writes × 2 roles, ${sent} fields of the server sent, ${accepted} calls carried out, stored: ${JSON.stringify(found)}`,
  );
  expect(accepted).toBeGreaterThan(20);
  expect(found).toEqual({});
});

test("no field gives a caller a higher role, another company or another person's rights", async () => {
  const { admin } = place;
  const invitation = { email: "climber@example.com", workspaceId: place.workspaceId };
  expect((await admin.call(inviteUser, { ...invitation, role: "super_admin" } as never)).status).toBe(400);
  const invited = await admin.call(inviteUser, {
    ...invitation,
    role: "agent",
    isActive: false,
    mustChangePassword: false,
  } as never);
  expect(invited.status).toBe(201);
  const { body } = await admin.call(listUsers, { search: "climber@example.com" });
  const [user] = Array.isArray(body) ? body : body.rows;
  expect(user).toMatchObject({
    role: "agent",
    isActive: true,
    mustChangePassword: true,
    companyId: place.companyId,
  });
  expect((await admin.call(updateUser, { id: invited.body.id, role: "super_admin" })).status).toBe(403);
  await admin.call(updateUser, {
    id: invited.body.id,
    companyId: strange.companyId,
    email: "other@example.com",
  } as never);
  const again = await admin.call(listUsers, { search: "climber@example.com" });
  expect((Array.isArray(again.body) ? again.body : again.body.rows)[0]).toMatchObject({
    companyId: place.companyId,
  });
  const moved = await admin.call(updateWorkspace, {
    id: place.siblingId,
    companyId: strange.companyId,
  });
  expect([200, 404]).toContain(moved.status);
  if (moved.status === 200) expect(moved.body.companyId).toBe(place.companyId);
  expect((await admin.call(createWorkspace, { name: "x", companyId: strange.companyId })).status).toBe(404);
  expect((await admin.call(createTheme, { name: "x", workspaceId: strange.workspaceId })).status).toBe(404);
});

test("JavaScript's built-in names in bodies, queries and file names change nothing (Langfuse, trace attributes)", async () => {
  const { admin } = place;
  const bodies = [
    '{"name":"x","__proto__":{"isAdmin":true,"role":"super_admin"}}',
    '{"name":"x","constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__":null,"name":"x"}',
    '{"name":{"__proto__":{"toString":"x"}}}',
    '{"name":"x","hasOwnProperty":1,"toString":2,"valueOf":3}',
    '{"distributionPartnerTags":["__proto__","constructor"],"name":"tags"}',
  ];
  for (const body of bodies) {
    const response = await fetch(`${app.url}/api/themes`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
      body,
    });
    expect(response.status, body).toBeLessThan(500);
  }
  for (const query of [
    "?__proto__[isAdmin]=1",
    "?constructor.prototype.isAdmin=1",
    "?sort=__proto__",
    "?sort=constructor",
    "?status=toString",
    "?role=__proto__",
  ]) {
    for (const path of ["/api/users", "/api/reviews", "/api/admin/interactions", "/api/themes"])
      expect(
        (await fetch(`${app.url}${path}${query}`, { headers: { authorization: `Bearer ${admin.token}` } }))
          .status,
        path + query,
      ).toBeLessThan(500);
  }
  const theme = (await admin.call(createTheme, { name: "Files", workspaceId: place.workspaceId })).body;
  for (const field of ["__proto__", "constructor", "files[__proto__]", "a[b][c]"]) {
    const form = new FormData();
    form.append(field, new Blob(["text"]), "__proto__.txt");
    const response = await fetch(`${app.url}/api/themes/${theme.id}/documents/bulk`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    });
    expect(response.status, field).toBeLessThan(500);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as { isAdmin?: unknown; role?: unknown }).isAdmin).toBeUndefined();
  expect((await admin.call(updateCompany, { id: place.companyId, name: "Still fine" })).status).toBe(200);
});

test("every text field sent as object, list, number, null or a megabyte is refused with a message, never a fault (AnythingLLM CVE-2024-8251)", async () => {
  const { admin } = place;
  const wrong: unknown[] = [{}, { $ne: "" }, [], ["x"], 7, null, "x".repeat(1_200_000)];
  let sent = 0;
  for (const spec of writes) {
    if (!(spec.body instanceof z.ZodObject)) continue;
    const base = await inputOf(spec, admin);
    const schema = z.toJSONSchema(spec.body, { io: "input", unrepresentable: "any" });
    for (const [field, shape] of Object.entries(schema.properties ?? {})) {
      if (typeof shape !== "object" || shape.type !== "string" || shape.enum !== undefined) continue;
      for (const value of wrong) {
        const reply = await call(app.url, admin.token, spec, { ...base, [field]: value });
        sent += 1;
        const at = `${named(spec)} ${field} ${JSON.stringify(value).slice(0, 30)}: ${reply.status}`;
        expect(reply.status, at).toBeGreaterThanOrEqual(400);
        expect(reply.status, at).toBeLessThan(500);
        if (reply.status !== 429) expect(reply.error.error.length, at).toBeGreaterThan(10);
      }
    }
  }
  console.info(`${sent} text fields sent as something else: all refused with a sentence`);
  expect(sent).toBeGreaterThan(200);
});
