import { afterAll, beforeAll, expect, test } from "vitest";
import { setSignOn } from "#contract/identity/sign-on.ts";
import { getCurrentUser, listUsers } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildPerson } from "#testing/build.ts";
import { rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildProvisionedCompany } from "#testing/scim.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** A company with rules for two groups; people without a rule have a separate workspace. */
async function buildRuled() {
  const company = await buildProvisionedCompany(app);
  const { admin, companyId, workspaceId, agent } = company;
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number }>(
      "insert into workspaces (company_id, name, is_active) values ($1, 'Claims', true), ($1, 'Lobby', true) returning id",
      [companyId],
    ),
  );
  const [claims = 0, lobby = 0] = rows.map(({ id }) => id);
  await admin.call(setSignOn, {
    name: "Login",
    issuer: "https://login.example.com",
    clientId: "footnote",
    isActive: true,
    createsPeople: true,
    workspaceIds: [lobby],
    rules: [
      { group: "Policy owners", role: "workspace_admin", workspaceIds: [workspaceId] },
      { group: "Claims", role: "agent", workspaceIds: [claims] },
    ],
  });
  const placeOf = async (id: number) => {
    const person = rowsOf((await admin.call(listUsers, {})).body).find((one) => one.id === id);
    return [person?.role, ...(person?.workspaceIds ?? [])];
  };
  const push = async (displayName: string, ...ids: number[]) =>
    (
      await company.directory.send("POST", "/Groups", {
        displayName,
        members: ids.map((id) => ({ value: String(id) })),
      })
    ).body.id;
  return { ...company, agent, claims, lobby, placeOf, push };
}

test("a member gets the role and workspaces that the sign-on rules give the group, by the first matching rule", async () => {
  const { agent, claims, workspaceId, directory, placeOf, push } = await buildRuled();
  await push("Nothing to do with us", agent.id);
  expect(await placeOf(agent.id)).toEqual(["agent", workspaceId]);
  await push("Claims", agent.id);
  expect(await placeOf(agent.id)).toEqual(["agent", claims]);
  expect((await agent.call(getCurrentUser)).status).toBe(200);
  const owners = await push("Policy owners", agent.id);
  expect(await placeOf(agent.id)).toEqual(["workspace_admin", workspaceId]);
  // a changed role ends sessions with the old one
  expect((await agent.call(getCurrentUser)).status).toBe(401);
  await directory.patch(`/Groups/${owners}`, { op: "remove", path: `members[value eq "${agent.id}"]` });
  expect(await placeOf(agent.id)).toEqual(["agent", claims]);
});

test("a person who loses their last group with a rule keeps nothing of it: by removal, rename, deletion", async () => {
  const { agent, lobby, directory, placeOf, push, workspaceId } = await buildRuled();
  const id = await push("Policy owners", agent.id);
  const promoted = ["workspace_admin", workspaceId];
  expect(await placeOf(agent.id)).toEqual(promoted);
  await directory.patch(`/Groups/${id}`, { op: "replace", path: "displayName", value: "Others" });
  expect(await placeOf(agent.id)).toEqual(["agent", lobby]);
  await directory.patch(`/Groups/${id}`, { op: "replace", path: "displayName", value: "Policy owners" });
  expect(await placeOf(agent.id)).toEqual(promoted);
  await directory.patch(`/Groups/${id}`, { op: "replace", path: "members", value: [] });
  expect(await placeOf(agent.id)).toEqual(["agent", lobby]);
  await directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: { value: String(agent.id) } });
  expect(await placeOf(agent.id)).toEqual(promoted);
  await directory.send("DELETE", `/Groups/${id}`);
  expect(await placeOf(agent.id)).toEqual(["agent", lobby]);
});

test("a person deleted over SCIM comes back without their groups' role and workspaces", async () => {
  const { directory, domain, lobby, placeOf, push } = await buildRuled();
  const sent = { userName: `eve@${domain}`, externalId: "subject-eve" };
  const id = Number((await directory.send("POST", "/Users", sent)).body.id);
  expect(await placeOf(id)).toEqual(["agent", lobby]);
  const group = await push("Policy owners", id);
  await directory.send("DELETE", `/Users/${id}`);
  expect((await directory.send("GET", `/Groups/${group}`)).body.members).toEqual([]);
  expect(Number((await directory.send("POST", "/Users", sent)).body.id)).toBe(id);
  expect(await placeOf(id)).toEqual(["agent", lobby]);
});

test("members of another company, examiners and unknown people are refused alike, and the call changes nothing", async () => {
  const { agent, companyId, directory, push } = await buildRuled();
  const foreign = await buildProvisionedCompany(app);
  const examiner = await buildPerson(app, { role: "examiner", companyId, workspaceIds: [] });
  const id = await push("Claims");
  const refusals = new Set<string>();
  for (const value of [String(foreign.agent.id), String(examiner.id), "2000000000", "0", "1; --", "-1"]) {
    const members = [{ value: String(agent.id) }, { value }];
    const patched = await directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: members });
    const created = await directory.send("POST", "/Groups", { displayName: `With ${value}`, members });
    expect([patched.status, created.status]).toEqual([400, 400]);
    refusals.add(patched.text).add(created.text);
  }
  expect(refusals.size).toBe(1);
  expect((await directory.send("GET", `/Groups/${id}`)).body.members).toEqual([]);
  expect((await directory.send("GET", "/Groups")).body.totalResults).toBe(1);
});

test("a patch of 10,000 members is refused at once, and 1,000 moving members take seconds", async () => {
  const { companyId, directory, push, workspaceId, placeOf } = await buildRuled();
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number }>(
      `insert into users (company_id, email, role, password_hash)
       select $1::int, 'member-' || $1::int || '-' || n || '@example.com', 'agent', '' from generate_series(1, 1000) n returning id`,
      [companyId],
    ),
  );
  const group = await push("Policy owners");
  const add = (ids: number[]) =>
    directory.patch(`/Groups/${group}`, {
      op: "add",
      path: "members",
      value: ids.map((id) => ({ value: String(id) })),
    });
  let started = performance.now();
  const many = await add(Array.from({ length: 10_000 }, (_, n) => 1_000_000 + n));
  const refusedMs = performance.now() - started;
  expect([many.status, many.body.scimType]).toEqual([400, "tooMany"]);
  expect(refusedMs).toBeLessThan(2000);
  started = performance.now();
  const done = await add(rows.map(({ id }) => id));
  const movedMs = performance.now() - started;
  expect(done.body.members).toHaveLength(1000);
  expect(await placeOf(rows[999]?.id ?? 0)).toEqual(["workspace_admin", workspaceId]);
  console.info(
    `10,000 members refused in ${refusedMs.toFixed(0)} ms; 1,000 members moved in ${movedMs.toFixed(0)} ms`,
  );
});

test("two simultaneous changes of the same group lose none", async () => {
  const { admin, agent, directory, push } = await buildProvisionedCompany(app).then(async (company) => ({
    ...company,
    push: async (displayName: string) =>
      (await company.directory.send("POST", "/Groups", { displayName })).body.id,
  }));
  const id = await push("Busy");
  await Promise.all(
    [admin, agent].map((person) =>
      directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: [{ value: String(person.id) }] }),
    ),
  );
  expect((await directory.send("GET", `/Groups/${id}`)).body.members).toHaveLength(2);
});

test("a creation that is repeated with its Idempotency-Key gets the first response, with its address", async () => {
  const { directory } = await buildProvisionedCompany(app);
  const sent = { schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"], displayName: "Auditors" };
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await directory.send("POST", "/Groups", sent, headers);
  expect(first.status, first.text).toBe(201);
  const repeated = await directory.send("POST", "/Groups", sent, headers);
  expect([repeated.status, repeated.text]).toEqual([201, first.text]);
  expect(repeated.headers.get("location")).toBe(first.body.meta.location);
  const other = await directory.send("POST", "/Groups", { ...sent, displayName: "Examiners" }, headers);
  expect(other.status).toBe(409);
});

test("the longest query that is described arrives, and names of attributes that none has are refused", async () => {
  const { directory } = await buildProvisionedCompany(app);
  const longest = (filter: string, names: string) =>
    new URLSearchParams({ filter, attributes: names, excludedAttributes: names, count: "1" });
  const filter = `displayName eq "${"Ü".repeat(1000 - 'displayName eq ""'.length)}"`;
  const found = await directory.send("GET", `/Groups?${longest(filter, ",".repeat(1000))}`);
  expect(found.status, found.text).toBe(200);
  const refused = await directory.send("GET", `/Groups?${longest("", "Ü")}`);
  expect([refused.status, refused.body.detail]).toEqual([
    400,
    "Send the names of attributes, separated by commas.",
  ]);
});
