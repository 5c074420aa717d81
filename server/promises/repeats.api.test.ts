import { afterAll, beforeAll, expect, test } from "vitest";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { createWorkspace, listWorkspaces } from "#contract/identity/workspaces.ts";
import { endpoints } from "#contract/api.ts";
import { scimPath } from "#contract/identity/scim.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { buildEmptyTheme } from "#testing/documents.ts";
import { named } from "#testing/fixtures/paths.ts";
import { buildSite, type Site } from "#testing/fixtures/rows.ts";
import { goodInput, personFor } from "#testing/good-input.ts";

/** One press makes one thing: a repeated Idempotency-Key gets the first response. */
let app: TestApp;
let place: Site;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  place = await buildSite(app);
});
afterAll(() => app.close());

const creating = endpoints
  .map(({ spec }) => spec)
  .filter(
    ({ method, status, permission, repeats, path }) =>
      method === "POST" &&
      (status === 201 || status === 202) &&
      permission !== "public" &&
      repeats === undefined &&
      !path.startsWith(scimPath),
  );

test.each(creating.map((spec) => [named(spec), spec] as const))(
  "%s, sent twice at the same moment and again later, is carried out once",
  async (_name, spec) => {
    const person = await personFor(app, spec, place);
    const { input, form } = await goodInput(app, spec, place, person);
    const headers = { ...form.headers, "idempotency-key": crypto.randomUUID() };
    const press = () => person.call(spec, input, { ...form, headers });
    const [one, two] = await Promise.all([press(), press()]);
    const later = await press();
    expect(one.status, one.text).toBe(spec.status);
    expect([two.status, later.status]).toEqual([one.status, one.status]);
    expect([two.text, later.text]).toEqual([one.text, one.text]);
  },
);

test("a file that is sent again because its response was lost is one document", async () => {
  const { admin, theme } = await buildEmptyTheme(app, "Uploads");
  const headers = { "idempotency-key": crypto.randomUUID() };
  const send = (file = { name: "A.txt", bytes: "Text." }) =>
    admin.call(uploadDocuments, { id: theme.id }, { headers, form: formOf(file) });
  const first = await send();
  expect(first.status).toBe(200);
  expect((await send()).text).toBe(first.text);
  // another file is another call, however much it looks like the first
  for (const other of [
    { name: "A.txt", bytes: "Else." },
    { name: "B.txt", bytes: "Text." },
  ])
    expect((await send(other)).status).toBe(409);
  const { body } = await admin.call(listDocuments, { id: theme.id });
  expect(Array.isArray(body) ? body : body.rows).toHaveLength(1);
});

test("a key belongs to one call and to one person, and a refused call may be sent again", async () => {
  const { admin } = await buildCompany(app);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const make = (name: string, person = admin) => person.call(createWorkspace, { name }, { headers });
  expect((await make(" ")).status).toBe(400);
  expect((await make("Claims")).status).toBe(201);
  expect((await make("Refunds")).status).toBe(409);
  const { admin: other } = await buildCompany(app);
  expect((await make("Refunds", other)).status).toBe(201);
  const { body } = await admin.call(listWorkspaces, {});
  const names = (Array.isArray(body) ? body : body.rows).map(({ name }) => name);
  expect(names.filter((name) => name === "Claims" || name === "Refunds")).toEqual(["Claims"]);
});

test("a super admin's key of a call for one company is refused at once for another", async () => {
  const person = await buildSuperAdmin(app);
  const [one, other] = [await buildCompany(app), await buildCompany(app)];
  const headers = { "idempotency-key": crypto.randomUUID() };
  const make = ({ companyId }: { companyId: number }) =>
    person.call(createWorkspace, { name: "Claims", companyId }, { headers });
  expect((await make(one)).status).toBe(201);
  const began = performance.now();
  const refused = await make(other);
  expect([refused.status, refused.error.error]).toEqual([
    409,
    "This Idempotency-Key was already used with another call. Use a new key.",
  ]);
  // it does not wait for a call that is never seen to end
  expect(performance.now() - began).toBeLessThan(10_000);
  expect((await make(one)).status).toBe(201);
});

test("what is kept of a response shows no secret", async () => {
  const { rows } = await app.services.pools
    .of("platform", "calls")
    .query<{ result: Buffer }>("select result from repeatable_calls where result is not null");
  expect(rows.length).toBeGreaterThan(5);
  for (const { result } of rows) expect(result.toString("latin1")).not.toMatch(/"id":|fnk_|whsec_/);
});
