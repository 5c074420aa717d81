import { afterAll, beforeAll, expect, test } from "vitest";
import { listUsers } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { rowsOf } from "#testing/call.ts";
import { buildProvisionedCompany } from "#testing/scim.ts";

/**
 * Sequences as sent by Okta, written by hand from "Okta and SCIM Version 2.0" and its runscope suite
 * (developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20), and by Entra ID, from "Develop and plan provisioning
 * for a SCIM endpoint" (learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups).
 */
let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const query = (filter: string) => `?filter=${encodeURIComponent(filter)}`;

test("Okta: connection test, import, match, create, update, deactivate, reactivate", async () => {
  const { admin, directory, domain } = await buildProvisionedCompany(app);
  const first = await directory.send("GET", "/Users?startIndex=1&count=2");
  expect(first.body).toMatchObject({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: 2,
    startIndex: 1,
    itemsPerPage: 2,
  });
  expect(first.headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
  expect(first.headers.get("ratelimit")).toMatch(/^"program";r=\d+/);

  const userName = `Isaac.Brock@${domain}`;
  expect((await directory.send("GET", `/Users${query(`userName eq "${userName}"`)}`)).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  });
  const sent = {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName,
    name: { givenName: "Isaac", familyName: "Brock" },
    emails: [{ primary: true, value: userName, type: "work" }],
    displayName: "Isaac Brock",
    locale: "en-US",
    externalId: "00ujl29u0le5T6Aj10h7",
    groups: [],
    password: "1mz050nq",
    active: true,
  };
  const created = await directory.send("POST", "/Users", sent);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.headers.get("location")).toBe(created.body.meta.location);
  expect(created.body).toMatchObject({
    schemas: sent.schemas,
    userName,
    externalId: sent.externalId,
    name: { givenName: "Isaac", familyName: "Brock" },
    emails: [{ value: userName.toLowerCase(), type: "work", primary: true }],
    active: true,
    groups: [],
    meta: { resourceType: "User" },
  });
  expect(created.text).not.toContain("1mz050nq");
  const again = await directory.send("POST", "/Users", sent);
  expect([again.status, again.body.scimType]).toEqual([409, "uniqueness"]);
  expect(again.body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
  expect(again.body.status).toBe("409");

  const found = await directory.send("GET", `/Users${query(`userName eq "${userName.toUpperCase()}"`)}`);
  expect(found.body.Resources.map((one) => one.id)).toEqual([id]);
  expect((await directory.send("GET", `/Users/${id}`)).body).toEqual(created.body);

  const changed = { ...sent, id, name: { givenName: "Ike", familyName: "Brock" }, groups: undefined };
  expect((await directory.send("PUT", `/Users/${id}`, changed)).body).toMatchObject({
    id,
    name: { givenName: "Ike" },
    active: true,
  });
  const off = await directory.patch(`/Users/${id}`, { op: "replace", value: { active: false } });
  expect([off.status, off.body.active]).toEqual([200, false]);
  const people = rowsOf((await admin.call(listUsers, {})).body);
  expect(people.find((person) => String(person.id) === id)).toMatchObject({
    firstName: "Ike",
    role: "agent",
    isActive: false,
    mustChangePassword: false,
  });
  expect((await directory.send("PUT", `/Users/${id}`, { ...changed, active: true })).body.active).toBe(true);
});

test("Entra ID: probe, create, updates in its dialect, soft and hard deletion, and return by externalId", async () => {
  const { directory, domain } = await buildProvisionedCompany(app);
  const probe = await directory.send("GET", `/Users${query(`userName eq "${crypto.randomUUID()}"`)}`);
  expect([probe.status, probe.body.totalResults]).toEqual([200, 0]);
  const userName = `test_user@${domain}`;
  const sent = {
    schemas: [
      "urn:ietf:params:scim:schemas:core:2.0:User",
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
    ],
    externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
    userName,
    active: true,
    addresses: null,
    displayName: null,
    emails: [{ type: "work", value: userName, primary: true }],
    meta: { resourceType: "User" },
    name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
    roles: [],
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Claims" },
  };
  const created = await directory.send("POST", "/Users", sent);
  expect(created.status).toBe(201);
  const { id } = created.body;
  const moved = await directory.patch(
    `/Users/${id}`,
    { op: "Replace", path: 'emails[type eq "work"].value', value: `updated@${domain}` },
    { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
    { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager", value: "7" },
    { op: "Replace", path: "userName", value: `5b50642d@${domain}` },
  );
  expect(moved.body).toMatchObject({
    userName: `5b50642d@${domain}`,
    name: { familyName: "updatedFamilyName", givenName: "givenName" },
    emails: [{ value: `updated@${domain}` }],
  });
  const off = await directory.patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" });
  expect(off.body.active).toBe(false);
  const dotted = await directory.patch(`/Users/${id}`, {
    op: "replace",
    value: { "name.givenName": "Ann", active: "True" },
  });
  expect(dotted.body).toMatchObject({ active: true, name: { givenName: "Ann" } });

  const gone = await directory.send("DELETE", `/Users/${id}`);
  expect([gone.status, gone.text]).toEqual([204, ""]);
  expect((await directory.send("GET", `/Users/${id}`)).status).toBe(404);
  expect((await directory.send("DELETE", `/Users/${id}`)).status).toBe(404);
  expect((await directory.send("GET", `/Users${query(`id eq "${id}"`)}`)).body.totalResults).toBe(0);
  const back = await directory.send("POST", "/Users", {
    ...sent,
    userName: `updated@${domain}`,
    emails: null,
  });
  expect([back.status, back.body.id, back.body.active]).toEqual([201, id, true]);
});

test("Okta: push a group with its members, remove a member, rename, delete", async () => {
  const { agent, admin, directory } = await buildProvisionedCompany(app);
  expect((await directory.send("GET", "/Groups?startIndex=1&count=100")).body.totalResults).toBe(0);
  const created = await directory.send("POST", "/Groups", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    displayName: "Test SCIMv2",
    members: [{ value: String(agent.id), display: agent.email }],
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.body.members).toEqual([
    { value: String(agent.id), type: "User", $ref: expect.stringMatching(/\/Users\/\d+$/) as string },
  ]);
  const twice = await directory.send("POST", "/Groups", { displayName: "test scimv2" });
  expect([twice.status, twice.body.scimType]).toEqual([409, "uniqueness"]);
  await directory.patch(
    `/Groups/${id}`,
    { op: "remove", path: `members[value eq "${agent.id}"]` },
    { op: "add", path: "members", value: [{ value: String(admin.id) }] },
  );
  const read = await directory.send("GET", `/Groups/${id}`);
  expect(read.body.members?.map(({ value }) => value)).toEqual([String(admin.id)]);
  const renamed = await directory.patch(`/Groups/${id}`, {
    op: "replace",
    value: { id, displayName: "Test SCIM" },
  });
  expect(renamed.body.displayName).toBe("Test SCIM");
  const whole = { displayName: "Whole", members: [{ value: String(agent.id) }, { value: String(admin.id) }] };
  expect((await directory.send("PUT", `/Groups/${id}`, whole)).body.members).toHaveLength(2);
  expect((await directory.send("DELETE", `/Groups/${id}`)).status).toBe(204);
  expect((await directory.send("GET", `/Groups/${id}`)).status).toBe(404);
});

test("Entra ID: match a group without its members, add members in batches, ask whether someone is a member", async () => {
  const { agent, admin, directory } = await buildProvisionedCompany(app);
  const { body } = await directory.send("POST", "/Groups", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
    displayName: "displayName",
    meta: { resourceType: "Group" },
  });
  const found = await directory.send(
    "GET",
    `/Groups${query('displayName eq "displayName"')}&excludedAttributes=members`,
  );
  expect(found.body.Resources).toEqual([
    expect.not.objectContaining({ members: expect.anything() as unknown }),
  ]);
  await directory.patch(`/Groups/${body.id}`, {
    op: "Add",
    path: "members",
    value: [{ $ref: null, value: String(agent.id) }],
  });
  const asked = (id: number) =>
    directory.send("GET", `/Groups${query(`id eq "${body.id}" and members eq "${id}"`)}`);
  expect((await asked(agent.id)).body.totalResults).toBe(1);
  expect((await asked(admin.id)).body.totalResults).toBe(0);
  expect((await directory.send("GET", `/Users/${agent.id}?attributes=groups`)).body).toEqual({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    id: String(agent.id),
    groups: [{ value: body.id, display: "displayName", $ref: expect.stringMatching(/Groups/) as string }],
  });
  const out = { op: "Remove", path: "members", value: [{ $ref: null, value: String(agent.id) }] };
  expect((await directory.patch(`/Groups/${body.id}`, out)).body.members).toEqual([]);
});

test("the service describes itself as in RFC 7643", async () => {
  const { directory } = await buildProvisionedCompany(app);
  const service = await directory.send("GET", "/ServiceProviderConfig");
  expect(service.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    filter: { supported: true, maxResults: 200 },
  });
  const types = await directory.send("GET", "/ResourceTypes");
  expect(types.body.Resources.map(({ endpoint }) => endpoint)).toEqual(["/Users", "/Groups"]);
  const described = await directory.send("GET", "/Schemas");
  expect(described.body.Resources.map(({ id }) => id)).toEqual(
    types.body.Resources.map((type) => type.schema),
  );
  for (const resource of [...types.body.Resources, ...described.body.Resources]) {
    const { pathname } = new URL(resource.meta.location);
    const one = await directory.send("GET", pathname.slice("/api/scim/v2".length));
    expect(one.body).toEqual(resource);
  }
  expect((await directory.send("GET", "/Schemas/urn:nothing")).status).toBe(404);
  // an attribute by its full name
  const userName = "urn:ietf:params:scim:schemas:core:2.0:User:userName";
  const [person] = (await directory.send("GET", `/Users?count=1&attributes=${userName}`)).body.Resources;
  expect(Object.keys(person ?? {}).toSorted()).toEqual(["id", "schemas", "userName"]);
});
