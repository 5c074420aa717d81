import { afterAll, beforeAll, expect, test } from "vitest";
import { putProgramDocument } from "#contract/answering/program-documents.ts";
import { createApiKey } from "#contract/identity/api-keys.ts";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { endpoints } from "#contract/api.ts";
import { keyScopes, type KeyScope } from "#contract/kernel/permissions.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { call, formIn } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { makeApproved } from "#testing/fixtures/approved.ts";
import { buildTheme } from "#testing/documents.ts";
import { absentId, named } from "#testing/fixtures/paths.ts";
import { sampleBody } from "#testing/sample.ts";

/** P1 for programs: every route of the contract × the key's scopes × the thing's owner. */
let app: TestApp;
let own: Side;
let foreign: Side;
type Side = Awaited<ReturnType<typeof buildSide>>;

beforeAll(async () => {
  app = await startTestApp();
  own = await buildSide();
  foreign = await buildSide();
});
afterAll(() => app.close());

async function buildSide() {
  const company = await buildCompany(app);
  const theme = async () => {
    const built = await buildTheme(company.admin);
    const place = { companyId: company.companyId, themeId: built.theme.id, adminId: company.admin.id };
    const another = async () => {
      const externalId = `Another ${crypto.randomUUID()}`;
      const { body } = await company.admin.call(
        putProgramDocument,
        { themeId: built.theme.id, externalId },
        { form: formIn("file", { name: "Another.txt", bytes: externalId }) },
      );
      return { id: body.document.id, externalId };
    };
    return { ...built, another, approvedId: await makeApproved(app, place), adminId: company.admin.id };
  };
  // the second one is in the same company, but not among the key's themes
  return { ...company, named: await theme(), other: await theme() };
}

const secretOf = async (scopes: readonly KeyScope[], side = own) =>
  (
    await side.admin.call(createApiKey, {
      name: "Walk",
      scopes: [...scopes],
      themeIds: [side.named.theme.id],
    })
  ).body.secret;

type Thing = {
  themeId: number;
  documentId: number;
  approvedId: number;
  adminId: number;
  another(): Promise<{ id: number; externalId: string }>;
};
const thingOf = ({ theme, document, approvedId, adminId, another }: Side["named"]): Thing => ({
  another,
  approvedId,
  adminId,
  themeId: theme.id,
  documentId: document.id,
});

/** A valid call about a thing, allowed for a key with the scope if the thing is within reach. */
async function attempt(secret: string, spec: EndpointSpec, thing: Thing, answerId: number) {
  const input: Record<string, unknown> = { ...sampleBody(spec), themeId: thing.themeId };
  if (named(spec) === "POST /api/v1/approved-answers")
    Object.assign(input, {
      ownerId: thing.adminId,
      citations: [{ documentId: thing.documentId, quote: "Gift cards are not refundable." }],
      answer: "Gift cards are not refundable.",
    });
  if (spec.path.includes("/approved-answers/:id")) input.id = thing.approvedId;
  // deletions have a document of their own: later calls need the thing's
  else if (spec.takesKeys && spec.method === "DELETE") Object.assign(input, await thing.another());
  else if (spec.path.includes("/documents/:id")) input.id = thing.documentId;
  else if (spec.path.includes("/answers/:id")) input.id = answerId;
  else for (const [, name = ""] of spec.path.matchAll(/:(\w+)/g)) input[name] = absentId;
  const form =
    spec.uploads !== undefined
      ? {
          form: formIn(spec.uploads.field, {
            name: `Note ${crypto.randomUUID()}.txt`,
            bytes: crypto.randomUUID(),
          }),
        }
      : {};
  return call(app.url, secret, spec, input as never, form);
}

const forKeys = endpoints.filter(({ spec }) => spec.takesKeys === true).map(({ spec }) => spec);
const forPeople = endpoints
  .filter(({ spec }) => spec.takesKeys !== true && spec.permission !== "public")
  .map(({ spec }) => spec);

async function fingerprint(companyId: number): Promise<string> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ part: string }>(
      `select md5(concat(
         (select string_agg(t::text, '|' order by id) from documents t where company_id = $1),
         (select string_agg(t::text, '|' order by id) from themes t where company_id = $1),
         (select string_agg(t::text, '|' order by id) from users t where company_id = $1),
         (select string_agg(t::text, '|' order by id) from interactions t where company_id = $1))) as part`,
      [companyId],
    ),
  );
  return rows[0]?.part ?? "";
}

test("a key with every scope is refused by all calls for people, and changes nothing by trying", async () => {
  const secret = await secretOf(keyScopes);
  const before = await fingerprint(own.companyId);
  for (const spec of forPeople) {
    const refused = await attempt(secret, spec, thingOf(own.named), absentId);
    expect(refused.status, named(spec)).toBe(403);
  }
  expect(await fingerprint(own.companyId)).toBe(before);
  expect(forPeople.length).toBeGreaterThan(100);
});

test("each call for programs asks for its scope, and only that scope opens it", async () => {
  for (const spec of forKeys) {
    const scope = spec.permission as KeyScope;
    expect(keyScopes, named(spec)).toContain(scope);
    const without = await secretOf(keyScopes.filter((other) => other !== scope));
    expect((await attempt(without, spec, thingOf(own.named), absentId)).status, named(spec)).toBe(403);
    const alone = await secretOf([scope]);
    const reached = await attempt(alone, spec, thingOf(own.named), absentId);
    if (spec.path.includes("/answers/:id")) expect(reached.status, named(spec)).toBe(404);
    else expect(reached.status, `${named(spec)} ${reached.text}`).toBeLessThan(300);
  }
});

test("a theme outside the key's themes, of its own or another company, looks absent", async () => {
  const secret = await secretOf(keyScopes);
  const absent: Thing = {
    themeId: absentId,
    documentId: absentId,
    another: () => Promise.resolve({ id: absentId, externalId: "absent" }),
    approvedId: absentId,
    adminId: absentId,
  };
  for (const spec of forKeys.filter(({ path }) => path !== "/api/v1/themes")) {
    const replies = [];
    for (const thing of [absent, thingOf(own.other), thingOf(foreign.named)]) {
      const { status, text, headers } = await attempt(secret, spec, thing, absentId);
      replies.push(`${status} ${text.replace(headers.get("x-request-id") ?? "-", "")}`);
    }
    expect(replies[0], named(spec)).toMatch(/^404 /);
    expect(new Set(replies).size, `${named(spec)} ${replies.join("\n")}`).toBe(1);
  }
});

test("no other key of the company can read a key's questions", async () => {
  const asker = await secretOf(keyScopes);
  const reader = await secretOf(keyScopes);
  const ask = forKeys.find((spec) => named(spec) === "POST /api/v1/answers");
  const read = forKeys.find((spec) => named(spec) === "GET /api/v1/answers/:id");
  if (ask === undefined || read === undefined) throw new Error("the calls have other names");
  const { body } = await attempt(asker, ask, thingOf(own.named), absentId);
  const { id } = body as unknown as { id: number };
  expect((await attempt(asker, read, thingOf(own.named), id)).status).toBe(200);
  expect((await attempt(reader, read, thingOf(own.named), id)).status).toBe(404);
  expect((await attempt(await secretOf(keyScopes, foreign), read, thingOf(own.named), id)).status).toBe(404);
});

test("a key is refused as a cookie, in a query or with another scheme", async () => {
  const secret = await secretOf(keyScopes);
  const url = `${app.url}/api/v1/themes`;
  const tries = [
    fetch(url, { headers: { cookie: `footnote=${secret}` } }),
    fetch(`${url}?access_token=${secret}`),
    fetch(url, { headers: { authorization: `Basic ${btoa(`key:${secret}`)}` } }),
    fetch(url, { headers: { authorization: `Bearer ${secret.slice(0, -1)}` } }),
    fetch(url, { headers: { "x-api-key": secret } }),
  ];
  for (const reply of await Promise.all(tries)) expect(reply.status).toBe(401);
});
