import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#contract/identity/api-keys.ts";
import { listProgramThemes } from "#contract/answering/programs.ts";
import { setSignOn } from "#contract/identity/sign-on.ts";
import { deactivateUser, getCurrentUser, listUsers, updateUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildPerson, buildSuperAdmin } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { anyProvider, begin, finish, setUpSignOn } from "#testing/sign-on.ts";
import { buildProvisionedCompany } from "#testing/scim.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

type Company = Awaited<ReturnType<typeof buildProvisionedCompany>>;
const add = async ({ directory, domain }: Company, name: string, more: object = {}) =>
  directory.send("POST", "/Users", { userName: `${name}@${domain}`, externalId: `subject-${name}`, ...more });

/** A person of the company as stored in the database. */
async function userOf(id: number | string) {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<Record<string, unknown>>("select * from users where id = $1", [Number(id)]),
  );
  return rows[0];
}

test("a deactivated person is refused at the very next call, with the session, the cookie and an open stream", async () => {
  const { agent, directory } = await buildProvisionedCompany(app);
  const cookie = { headers: { cookie: `footnote=${agent.cookie}` } };
  expect((await agent.call(getCurrentUser)).status).toBe(200);
  const stream = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${agent.token}` },
  });
  expect(stream.status).toBe(200);
  const ended = stream.text().then(
    () => "ended",
    () => "ended",
  );
  const started = performance.now();
  const off = await directory.patch(`/Users/${agent.id}`, { op: "replace", path: "active", value: false });
  const answered = performance.now();
  const next = await agent.call(getCurrentUser);
  const refused = performance.now();
  expect([off.status, next.status]).toEqual([200, 401]);
  expect((await fetch(`${app.url}/api/users/me`, cookie)).status).toBe(401);
  expect(await Promise.race([ended, setTimeout(5000, "still open")])).toBe("ended");
  console.info(
    `deprovisioned in ${(answered - started).toFixed(0)} ms, refused at the next call ${(refused - started).toFixed(0)} ms after the directory began`,
  );
  const on = await directory.patch(`/Users/${agent.id}`, { op: "replace", path: "active", value: true });
  expect(on.body.active).toBe(true);
  expect((await agent.call(getCurrentUser)).status).toBe(401);
});

test("a provisioned person signs in through the provider, and nobody can use the account once it is deprovisioned", async () => {
  const provider = await anyProvider();
  const company = await buildProvisionedCompany(app);
  const { admin, directory, domain } = company;
  await setUpSignOn(app, admin, { issuer: provider.issuer, domain: `also-${domain}` });
  const email = `ada@${domain}`;
  const { id } = (await add(company, "ada")).body;
  const signIn = async (sub: string) => {
    const { state, nonce, cookie } = await begin(app, email);
    provider.answer(await provider.signed(provider.claims({ sub, email, nonce })));
    const iss = encodeURIComponent(provider.issuer);
    return finish(app, `?code=abc&state=${state}&iss=${iss}`, cookie);
  };
  const signedIn = await signIn("ada-at-the-provider");
  expect([signedIn.status, String(signedIn.body.user.id)]).toEqual([200, id]);
  const { sessionToken } = signedIn.body;
  expect((await call(app.url, sessionToken, getCurrentUser)).status).toBe(200);
  await directory.patch(`/Users/${id}`, { op: "Replace", path: "active", value: "False" });
  expect((await call(app.url, sessionToken, getCurrentUser)).status).toBe(401);
  for (const sub of ["ada-at-the-provider", "who-inherited-the-address"])
    expect((await signIn(sub)).status).toBe(401);
});

test("a deprovisioned administrator's session creates no more keys; the company's keys keep working and can be revoked", async () => {
  const company = await buildProvisionedCompany(app);
  const second = await buildPerson(app, {
    role: "workspace_admin",
    companyId: company.companyId,
    workspaceIds: [company.workspaceId],
  });
  const { theme } = await buildTheme(second);
  const key = { name: "Theirs", scopes: ["theme:list" as const], themeIds: [theme.id] };
  const { secret } = (await second.call(createApiKey, key)).body;
  expect((await company.directory.send("DELETE", `/Users/${second.id}`)).status).toBe(204);
  expect((await second.call(createApiKey, key)).status).toBe(401);
  expect((await call(app.url, secret, listProgramThemes, {})).status).toBe(200);
});

test("an address that passed to someone else opens no account: the identifier decides", async () => {
  const company = await buildProvisionedCompany(app);
  const { directory, domain } = company;
  const created = (await add(company, "ada")).body;
  const { id: ada, externalId: adasId } = created;
  await directory.patch(`/Users/${ada}`, { op: "replace", path: "active", value: false });
  // found by the address, as directories do, and claimed for a new colleague
  const found = await directory.send(
    "GET",
    `/Users?filter=${encodeURIComponent(`userName eq "ada@${domain}"`)}`,
  );
  expect(found.body.Resources[0]?.id).toBe(ada);
  const claimed = await directory.patch(
    `/Users/${ada}`,
    { op: "replace", path: "externalId", value: "subject-of-the-new-ada" },
    { op: "replace", path: "active", value: true },
  );
  expect([claimed.status, claimed.body.scimType]).toEqual([400, "mutability"]);
  const removedFirst = await directory.patch(`/Users/${ada}`, { op: "remove", path: "externalId" });
  expect([removedFirst.status, removedFirst.body.externalId]).toEqual([200, undefined]);
  const known = await directory.send(
    "GET",
    `/Users?filter=${encodeURIComponent(`externalId eq "${String(adasId)}"`)}`,
  );
  expect(known.body.totalResults).toBe(0);
  // removed, it still says whose account this is
  const claimedThen = await directory.patch(`/Users/${ada}`, {
    op: "replace",
    path: "externalId",
    value: "subject-of-the-new-ada",
  });
  expect([claimedThen.status, claimedThen.body.scimType]).toEqual([400, "mutability"]);
  expect((await userOf(ada))?.is_active).toBe(false);
  // even after it is deleted
  await directory.send("DELETE", `/Users/${ada}`);
  const anew = await add(company, "ada", { externalId: "subject-of-the-new-ada" });
  expect([anew.status, anew.body.scimType]).toEqual([409, "uniqueness"]);
  const nameless = await directory.send("POST", "/Users", { userName: `ada@${domain}` });
  expect(nameless.status).toBe(409);
  const herself = await add(company, "ada");
  expect([herself.status, herself.body.id]).toEqual([201, ada]);
  // her new address frees the old one
  await directory.patch(`/Users/${ada}`, {
    op: "replace",
    value: { userName: `lovelace@${domain}`, emails: [{ value: `lovelace@${domain}` }] },
  });
  const other = await add(company, "ada", { externalId: "subject-of-the-new-ada" });
  expect(other.status).toBe(201);
  expect(other.body.id).not.toBe(ada);
});

test("an account deactivated before the directory knew it is not reactivated by its address", async () => {
  const { admin, agent, directory } = await buildProvisionedCompany(app);
  await admin.call(deactivateUser, { id: agent.id });
  for (const operations of [
    [{ op: "replace", path: "active", value: true }],
    [{ op: "replace", path: "externalId", value: "subject-new" }],
  ]) {
    const refused = await directory.patch(`/Users/${agent.id}`, ...operations);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain("was deactivated before your directory managed it");
  }
  await admin.call(updateUser, { id: agent.id, isActive: true });
  const taken = await directory.patch(`/Users/${agent.id}`, {
    op: "replace",
    path: "externalId",
    value: "subject-same",
  });
  expect(taken.body.externalId).toBe("subject-same");
});

test("a person of another company is neither changed nor revealed, whatever the request says about them", async () => {
  const own = await buildProvisionedCompany(app);
  const foreign = await buildProvisionedCompany(app);
  const before = await userOf(foreign.agent.id);
  const { directory } = own;
  const outside = await directory.send("POST", "/Users", { userName: foreign.agent.email });
  expect([outside.status, outside.body.scimType]).toEqual([400, "invalidValue"]);
  expect(outside.body.detail).toContain("has not verified the domain");
  const proved = await directory.send("POST", "/Users", {
    userName: `x@${own.domain}`,
    emails: [{ value: `y@${foreign.domain}`, primary: true }],
  });
  expect(proved.status).toBe(400);
  const moved = await directory.patch(`/Users/${own.agent.id}`, {
    op: "replace",
    path: "emails",
    value: [{ value: foreign.agent.email }],
  });
  expect(moved.status).toBe(400);
  for (const filter of [
    `userName eq "${foreign.agent.email}"`,
    `id eq "${foreign.agent.id}"`,
    `emails.value eq "${foreign.agent.email}"`,
  ])
    expect(
      (await directory.send("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults,
    ).toBe(0);
  // its address belongs to another company's account, which has moved here: the words of an invitation
  await withClient(app.connection, (client) =>
    client.query("update users set email = $2 where id = $1", [foreign.agent.id, `z@${own.domain}`]),
  );
  const taken = await directory.send("POST", "/Users", { userName: `z@${own.domain}` });
  expect([taken.status, taken.body.detail]).toEqual([409, "A user with this email already exists."]);
  expect(await userOf(foreign.agent.id)).toEqual({ ...before, email: `z@${own.domain}` });
});

test("super admins, examiners and the break-glass account are beyond a directory's control", async () => {
  const { admin, companyId, directory, domain, workspaceId } = await buildProvisionedCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const examiner = await buildPerson(app, { role: "examiner", companyId, workspaceIds: [] });
  await admin.call(setSignOn, {
    name: "Login",
    issuer: "https://login.example.com",
    clientId: "footnote",
    isActive: true,
    isEnforced: true,
    breakGlassUserId: admin.id,
    rules: [{ group: "Everyone", role: "agent", workspaceIds: [workspaceId] }],
  });
  const off = { op: "replace", path: "active", value: false };
  for (const id of [superAdmin.id, examiner.id]) {
    expect((await directory.patch(`/Users/${id}`, off)).status).toBe(404);
    expect((await directory.send("DELETE", `/Users/${id}`)).status).toBe(404);
  }
  for (const reply of [
    await directory.patch(`/Users/${admin.id}`, off),
    await directory.patch(`/Users/${admin.id}`, { op: "replace", path: "userName", value: `a@${domain}` }),
    await directory.send("PUT", `/Users/${admin.id}`, { userName: admin.email, active: false }),
    await directory.send("DELETE", `/Users/${admin.id}`),
  ]) {
    expect(reply.status).toBe(403);
    expect(reply.body.detail).toContain("break-glass account");
  }
  // it may be in a group, which does not change its role
  const group = await directory.send("POST", "/Groups", {
    displayName: "Everyone",
    members: [{ value: String(admin.id) }],
  });
  expect(group.status).toBe(201);
  expect((await admin.call(getCurrentUser)).body.role).toBe("workspace_admin");
});

test("a directory cannot change fields outside its authority, under any name", async () => {
  const company = await buildProvisionedCompany(app);
  const { directory, agent, admin, companyId } = company;
  const wished = {
    id: String(admin.id),
    role: "super_admin",
    roles: [{ value: "super_admin", primary: true }],
    entitlements: ["super_admin"],
    companyId: 1,
    company_id: 1,
    is_key: true,
    password: "chosen by the directory",
    groups: [{ value: "1" }],
    "urn:example:Footnote": { role: "super_admin" },
  };
  const made = await add(company, "mallory", wished);
  expect(made.status).toBe(201);
  expect(made.body.id).not.toBe(String(admin.id));
  expect((await directory.send("PUT", `/Users/${agent.id}`, { ...wished, userName: "kept" })).body.id).toBe(
    String(agent.id),
  );
  for (const id of [made.body.id, agent.id])
    expect(await userOf(id)).toMatchObject({ role: "agent", company_id: companyId, is_key: false });
  expect((await userOf(made.body.id))?.password_hash).toBe("");
  expect((await userOf(admin.id))?.role).toBe("workspace_admin");
});

test("filters, paths and bodies with injected content are refused with SCIM's errors and reach no row", async () => {
  const { directory, agent, admin } = await buildProvisionedCompany(app);
  const people = rowsOf((await admin.call(listUsers, {})).body).length;
  for (const filter of [
    `userName eq "x" or 1 eq 1`,
    `userName eq "x'; delete from users; --"`,
    `userName co "a"`,
    `password eq "x"`,
    `role eq "agent"`,
    `${"(".repeat(400)}userName eq "x"${")".repeat(400)}`,
    `userName eq "${"x".repeat(990)}"`,
  ]) {
    const reply = await directory.send("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    const isOddValue = filter.includes("delete from");
    expect([reply.status, reply.body.scimType ?? reply.body.totalResults], filter).toEqual(
      isOddValue ? [200, 0] : [400, filter.length > 1000 ? "invalidValue" : "invalidFilter"],
    );
  }
  const path = `/Users/${agent.id}`;
  const unreadable = await directory.send("PATCH", path, "{not json");
  expect([unreadable.status, unreadable.body.scimType]).toEqual([400, "invalidSyntax"]);
  for (const body of [
    {},
    { Operations: [] },
    { Operations: "all" },
    [],
    { Operations: [{ path: "active" }] },
  ])
    expect((await directory.send("PATCH", path, body)).status, JSON.stringify(body)).toBe(400);
  const large = await directory.send("PATCH", path, {
    Operations: [{ op: "replace", path: "title", value: "x".repeat(1_100_000) }],
  });
  expect([large.status, large.body.schemas]).toEqual([413, ["urn:ietf:params:scim:api:messages:2.0:Error"]]);
  expect((await directory.send("POST", "/Users", "<x/>", { "content-type": "text/xml" })).status).toBe(415);
  expect((await directory.send("GET", "/Me")).status).toBe(404);
  expect(rowsOf((await admin.call(listUsers, {})).body)).toHaveLength(people);
});

test("pages count from 1, do not exceed the maximum, and an empty one returns the total", async () => {
  const { directory } = await buildProvisionedCompany(app);
  const read = async (query: string) => (await directory.send("GET", `/Users?${query}`)).body;
  expect(await read("startIndex=-5&count=1")).toMatchObject({
    startIndex: 1,
    itemsPerPage: 1,
    totalResults: 2,
  });
  expect(await read("startIndex=2&count=1000000")).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
  expect(await read("count=0")).toMatchObject({ itemsPerPage: 0, totalResults: 2 });
  expect(await read("count=-1")).toMatchObject({ itemsPerPage: 0 });
  expect((await read("count=many")).scimType).toBe("invalidValue");
});

test("a search in a body finds what the same filter in an address finds, and at the root people come before groups", async () => {
  const company = await buildProvisionedCompany(app);
  const { directory, domain } = company;
  for (const name of ["ada", "grace", "joan"]) await add(company, name);
  await directory.send("POST", "/Groups", { displayName: "Claims" });
  await directory.send("POST", "/Groups", { displayName: "Sales" });
  const search = (path: string, body: object) =>
    directory.send("POST", `${path}/.search`, {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
      ...body,
    });
  const filter = `userName eq "ada@${domain}"`;
  const found = await search("/Users", { filter, attributes: ["userName"] });
  expect(found.status).toBe(200);
  expect(found.body.Resources).toEqual([expect.objectContaining({ userName: `ada@${domain}` })]);
  expect(found.body.Resources[0]).not.toHaveProperty("emails");
  expect((await search("/Groups", { filter: 'displayName eq "Sales"' })).body.totalResults).toBe(1);
  // an attribute that groups don't have matches no group; one that neither has is refused
  expect((await search("", { filter })).body.totalResults).toBe(1);
  expect((await search("", { filter: 'displayName eq "Claims"' })).body.totalResults).toBe(1);
  expect((await search("", { filter: 'title eq "x"' })).body.scimType).toBe("invalidFilter");
  const { body: all } = await search("", {});
  const kindsOf = (resources: { schemas: string[] }[]) =>
    resources.map(({ schemas }) => schemas[0]?.split(":").at(-1));
  expect(kindsOf(all.Resources).slice(-3)).toEqual(["User", "Group", "Group"]);
  // pages of two, laid end to end, are the whole list
  const paged: unknown[] = [];
  for (let startIndex = 1; startIndex <= all.totalResults; startIndex += 2) {
    const { body } = await search("", { startIndex, count: 2 });
    expect([body.totalResults, body.startIndex]).toEqual([all.totalResults, startIndex]);
    paged.push(...body.Resources);
  }
  expect(paged).toEqual(all.Resources);
});

test("a method that a resource does not take is 405 with those it takes, and changes nothing", async () => {
  const { directory } = await buildProvisionedCompany(app);
  const reply = await directory.send("PUT", "/ServiceProviderConfig", {});
  expect([reply.status, reply.headers.get("allow"), reply.body.status]).toEqual([405, "GET, HEAD", "405"]);
  expect(reply.text).toContain("Nothing was changed.");
  expect((await directory.send("POST", "/Users/1", {})).headers.get("allow")).toBe(
    "DELETE, GET, HEAD, PATCH, PUT",
  );
  expect((await directory.send("POST", "/Persons", {})).status).toBe(404);
  const plain = await fetch(`${app.url}/api/themes/1/documents?x=1`, { method: "PATCH" });
  expect([plain.status, ((await plain.json()) as { code: string }).code]).toEqual([
    405,
    "method_not_allowed",
  ]);
});
