import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRecord } from "#contract/record.ts";
import { checkSignOn, getSamlMetadata, getSignOn, setSignOn } from "#contract/sign-on.ts";
import { getCurrentUser } from "#contract/users.ts";
import { systemCaller } from "#server/callers.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson } from "#testing/build.ts";
import type { TestPerson } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { withClient } from "#testing/database.ts";
import { startSamlProvider } from "#testing/saml-provider.ts";
import type { SamlPerson, TestSamlProvider } from "#testing/saml-provider.ts";
import { makeSigner } from "#testing/saml-signer.ts";
import { begin, finish, proveDomain } from "#testing/sign-on.ts";
import { forgetEnded } from "./assertion-store.ts";

let app: TestApp;
let provider: TestSamlProvider;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  provider = await startSamlProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** A company whose administrator pasted the provider's metadata here, and ours there. */
async function company(more: Parameters<TestPerson["call"]>[1] = {}) {
  const built = await buildCompany(app);
  const domain = `d${randomBytes(4).toString("hex")}.example`;
  await proveDomain(app, built.admin, domain);
  const set = await built.admin.call(setSignOn, {
    protocol: "saml",
    name: "Harborline Login",
    metadata: provider.metadata,
    isActive: true,
    createsPeople: true,
    workspaceIds: [built.workspaceId],
    ...more,
  });
  expect(set.status, set.text).toBe(200);
  const metadata = await call(app.url, null, getSamlMetadata, { id: built.companyId });
  provider.trust(metadata.text);
  return { ...built, domain, email: `ada@${domain}` };
}

async function signIn(email: string, person: SamlPerson | null) {
  const begun = await begin(app, email);
  if (begun.url === null) throw new Error(begun.reply.text);
  provider.signIn(person);
  const { action, form } = await provider.passThrough(begun.url);
  const posted = await fetch(action.replace(app.services.config.publicUrl, app.url), {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { origin: new URL(provider.signInUrl).origin, "sec-fetch-site": "cross-site" },
  });
  expect(posted.status).toBe(303);
  const back = new URL(posted.headers.get("location") ?? "");
  expect(back.origin + back.pathname).toBe(`${app.services.config.publicUrl}/sign-on`);
  return finish(app, back.search, begun.cookie);
}

test("a new person signs in through a real provider, gets an account and is found again by subject", async () => {
  const { admin, domain, email, workspaceId } = await company();
  const ada = { subject: "ada", email, firstName: "Ada", lastName: "Byron" };
  const first = await signIn(email, ada);
  expect(first.body.user).toMatchObject({
    email,
    firstName: "Ada",
    lastName: "Byron",
    role: "agent",
    workspaceIds: [workspaceId],
  });
  expect((await call(app.url, first.body.sessionToken, getCurrentUser)).status).toBe(200);
  const moved = await signIn(email, { ...ada, email: `ada.lovelace@${domain}` });
  expect(moved.body.user.id).toBe(first.body.user.id);
  // the address passed to somebody else
  const other = await signIn(email, { subject: "eve", email });
  expect([other.status, other.error.error]).toEqual([
    401,
    "You have no account here yet. Ask your administrator to add you.",
  ]);
  const canceled = await signIn(email, null);
  expect([canceled.status, canceled.error.error]).toEqual([
    401,
    "Your identity provider did not sign you in. Start again.",
  ]);
  const { body } = await admin.call(listRecord, {});
  expect(rowsOf(body).map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "session.start",
      "sign-on.link",
      "user.create-by-sign-on",
      "sign-on.begin",
      "sign-on.refuse",
    ]),
  );
});

test("an existing account is linked to its subject, and groups set its role at each sign-in", async () => {
  const { admin, companyId, workspaceId, domain } = await company({
    groupsClaim: "groups",
    createsPeople: false,
  });
  await admin.call(setSignOn, {
    rules: [
      { group: "compliance", role: "workspace_admin", workspaceIds: [workspaceId] },
      { group: "support", role: "agent", workspaceIds: [workspaceId] },
    ],
  });
  const person = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  const email = `ben@${domain}`;
  await withClient(app.connection, (client) =>
    client.query("update users set email = $2 where id = $1", [person.id, email]),
  );
  const ben = { subject: "ben", email };
  const agent = await signIn(email, { ...ben, groups: ["everyone", "support"] });
  expect(agent.body.user).toMatchObject({ id: person.id, role: "agent" });
  const promoted = await signIn(email, { ...ben, groups: ["support", "compliance"] });
  expect(promoted.body.user).toMatchObject({ id: person.id, role: "workspace_admin" });
  expect((await call(app.url, agent.body.sessionToken, getCurrentUser)).status).toBe(401);
});

test("the administrator sees what was read, and what to enter at the provider", async () => {
  const { admin, companyId } = await company();
  const { body } = await admin.call(getSignOn, {});
  expect(body.provider).toMatchObject({
    protocol: "saml",
    entityId: provider.entityId,
    signInUrl: provider.signInUrl,
    certificates: [{ fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) }],
  });
  const metadata = await call(app.url, null, getSamlMetadata, { id: companyId });
  expect(metadata.headers.get("content-type")).toMatch(/^application\/samlmetadata\+xml/);
  for (const value of [body.saml.entityId, body.saml.acsUrl]) expect(metadata.text).toContain(`"${value}"`);
  // it reveals nothing about a company, not even whether it exists
  const absent = await call(app.url, null, getSamlMetadata, { id: 2_000_000_000 });
  expect(absent.text.replaceAll("2000000000", String(companyId))).toBe(metadata.text);
  expect((await admin.call(checkSignOn, {})).body).toMatchObject({ ok: true });
  await admin.call(setSignOn, { signInUrl: "http://127.0.0.1:1/down" });
  expect((await admin.call(checkSignOn, {})).body).toEqual({
    ok: false,
    message: "127.0.0.1:1 could not be reached.",
  });
});

test("settings that could not work are refused with a message, and change nothing", async () => {
  const { admin } = await company();
  const [expired, short, next] = await Promise.all([
    makeSigner({ days: -1 }),
    makeSigner({ bits: 1024 }),
    makeSigner(),
  ]);
  const before = (await admin.call(getSignOn, {})).body;
  const bomb = `<!DOCTYPE m [<!ENTITY a "${"a".repeat(1_000)}">]>${provider.metadata}`;
  const without = (pattern: RegExp) => provider.metadata.replace(pattern, "");
  const wrong: [Parameters<typeof setSign>[0], string, RegExp][] = [
    [{ certificates: [expired.cert] }, "certificates", /^This certificate expired on \d{4}-\d\d-\d\d\./],
    [{ certificates: [next.cert, "nonsense"] }, "certificates", /^This is not a certificate\./],
    [{ certificates: [short.cert] }, "certificates", /2048 bits/],
    [{ certificates: [] }, "certificates", /^Enter the certificate/],
    [{ signInUrl: "http://login.example.com" }, "signInUrl", /https/],
    [{ signInUrl: "javascript:alert(1)" }, "signInUrl", /sign-in address/],
    [{ metadata: bomb }, "metadata", /could not be read/],
    [{ metadata: "<a/>" }, "metadata", /no entity ID/],
    [
      { metadata: provider.metadata.replaceAll("HTTP-Redirect", "HTTP-Artifact") },
      "metadata",
      /HTTP-Redirect/,
    ],
    [{ metadata: without(/<KeyDescriptor.*<\/KeyDescriptor>/s) }, "metadata", /no signing certificate/],
    [{ metadata: provider.metadata, entityId: "urn:x" }, "metadata", /not both/],
    [
      { metadata: provider.metadata.replaceAll("http://127.0.0.1", "http://login.example.com") },
      "metadata",
      /https|HTTP/,
    ],
    [{ issuer: "https://login.example.com" }, "issuer", /belongs to OpenID Connect/],
    [{ protocol: "oidc" as const, issuer: "https://login.example.com" }, "clientId", /client ID/],
  ];
  function setSign(change: object) {
    return admin.call(setSignOn, change);
  }
  for (const [change, field, sentence] of wrong) {
    const { status, error, text } = await setSign(change);
    expect(status, text).toBe(400);
    expect(Object.entries(error.fields ?? {})[0]?.[0]?.split(".")[0]).toBe(field);
    expect(error.error).toMatch(sentence);
  }
  expect((await admin.call(getSignOn, {})).body).toEqual(before);
  // the new certificate beside the old one, until the provider has changed
  const certificates = [provider.signer.cert, next.cert];
  const rotated = await admin.call(setSignOn, { certificates });
  expect(rotated.body.provider).toMatchObject({ certificates: [{}, {}], name: "Harborline Login" });
});

test("the other protocol takes its own settings and keeps the rest", async () => {
  const { admin, workspaceId } = await company();
  const oidc = { protocol: "oidc" as const, issuer: "https://login.example.com", clientId: "footnote" };
  const { body } = await admin.call(setSignOn, { ...oidc, clientSecret: "a secret" });
  expect(body.provider).toEqual({
    ...oidc,
    hasSecret: true,
    name: "Harborline Login",
    isActive: true,
    isEnforced: false,
    createsPeople: true,
    workspaceIds: [workspaceId],
    groupsClaim: "",
    rules: [],
    breakGlassUserId: null,
  });
  expect((await admin.call(setSignOn, { metadata: provider.metadata })).status).toBe(400);
  const back = await admin.call(setSignOn, { protocol: "saml", metadata: provider.metadata });
  expect(back.body.provider).toMatchObject({ protocol: "saml", entityId: provider.entityId });
});

test("used assertions are kept until they would be refused as expired", async () => {
  const { companyId, email } = await company();
  expect((await signIn(email, { subject: "cleo", email })).status).toBe(200);
  const rows = async () => {
    const { rowCount } = await withClient(app.connection, (client) =>
      client.query("select 1 from used_assertions where company_id = $1", [companyId]),
    );
    return rowCount;
  };
  const forget = () => systemCaller(app.services, "start-erasures").transact(forgetEnded);
  await forget();
  expect(await rows()).toBe(1);
  app.clock.advance(11 * 60_000);
  await forget();
  expect(await rows()).toBe(0);
});
