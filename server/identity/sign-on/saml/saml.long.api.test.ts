import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRecord } from "#contract/evidence/record.ts";
import {
  changeSamlKey,
  checkSignOn,
  getSamlMetadata,
  getSignOn,
  setSignOn,
} from "#contract/identity/sign-on.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { keyringOf, seal } from "#server/platform/secrets.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startSamlProvider, type SamlPerson, type TestSamlProvider } from "#testing/saml-provider.ts";
import { makeSigner } from "#testing/saml-signer.ts";
import { begin, finish, proveDomain } from "#testing/sign-on.ts";
import { forgetEnded } from "../shared-store.ts";

let app: TestApp;
let provider: TestSamlProvider;
let strict: TestSamlProvider;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  provider = await startSamlProvider();
  strict = await startSamlProvider({ isStrict: true });
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await strict.close();
});

/** A company whose administrator pasted the provider's metadata here, and ours there. */
async function company(more: Parameters<TestPerson["call"]>[1] = {}, at = provider) {
  const built = await buildCompany(app);
  const domain = `d${randomBytes(4).toString("hex")}.example`;
  await proveDomain(app, built.admin, domain);
  const set = await built.admin.call(setSignOn, {
    protocol: "saml",
    name: "Harborline Login",
    metadata: at.metadata,
    isActive: true,
    createsPeople: true,
    workspaceIds: [built.workspaceId],
    ...more,
  });
  expect(set.status, set.text).toBe(200);
  const metadata = await call(app.url, null, getSamlMetadata, { id: built.companyId });
  at.trust(metadata.text);
  return { ...built, domain, email: `ada@${domain}` };
}

async function signIn(email: string, person: SamlPerson | null, at = provider) {
  const begun = await begin(app, email);
  if (begun.url === null) throw new Error(begun.reply.text);
  at.signIn(person);
  const { action, form } = await at.passThrough(begun.url);
  const posted = await fetch(action.replace(app.services.config.publicUrl, app.url), {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { origin: new URL(at.signInUrl).origin, "sec-fetch-site": "cross-site" },
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
    acceptsTokens: false,
    tokenAudience: "",
    requiresScopes: true,
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

/** A company's keys, step by step. */
const step = (admin: TestPerson, next: "make" | "use" | "remove") =>
  admin.call(changeSamlKey, { step: next });
/** Metadata without its second signing certificate. */
const withoutSecond = (xml: string) =>
  xml.replace(/(<\/KeyDescriptor>\s*)<KeyDescriptor use="signing">[^]*?<\/KeyDescriptor>/, "$1");
async function metadataOf(companyId: number) {
  const { text } = await call(app.url, null, getSamlMetadata, { id: companyId });
  return text;
}

test("a provider that takes signed requests alone, and encrypts, signs people in, also while keys change", async () => {
  const { admin, companyId, email } = await company({}, strict);
  const ada = { subject: "ada", email };
  const without = await begin(app, email);
  await expect(strict.passThrough(without.url ?? new URL("about:blank"))).rejects.toThrow(/SIGNATURE|ERR_/);
  const made = await step(admin, "make");
  expect(made.body.provider).toMatchObject({
    keys: [{ isInUse: false, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) }],
  });
  expect(made.text).not.toContain("PRIVATE KEY");
  // not signed yet: the provider doesn't know the key
  expect(await metadataOf(companyId)).toContain('AuthnRequestsSigned="false"');
  expect((await begin(app, email)).url?.searchParams.has("Signature")).toBe(false);
  await step(admin, "use");
  const first = await metadataOf(companyId);
  expect(first).toContain('AuthnRequestsSigned="true"');
  strict.trust(first);
  const signedIn = await signIn(email, ada, strict);
  expect(signedIn.status, signedIn.text).toBe(200);
  await step(admin, "make");
  const second = await metadataOf(companyId);
  expect(second.match(/use="signing"/g)).toHaveLength(2);
  // the provider encrypts for the next key already, and checks requests by the first, the only one that it reads
  strict.trust(withoutSecond(second));
  expect((await signIn(email, ada, strict)).status).toBe(200);
  await step(admin, "use");
  const third = await metadataOf(companyId);
  strict.trust(third);
  expect((await signIn(email, ada, strict)).status).toBe(200);
  expect(third.match(/use="signing"/g)).toHaveLength(1);
  // a request is no longer signed with the key that was replaced
  strict.trust(first);
  const asked = await begin(app, email);
  await expect(strict.passThrough(asked.url ?? new URL("about:blank"))).rejects.toThrow(/SIGNATURE|ERR_/);
  // settings keep the key, another protocol drops it
  await admin.call(setSignOn, { name: "Renamed" });
  expect(await metadataOf(companyId)).toBe(third);
  await admin.call(setSignOn, {
    protocol: "oidc",
    issuer: "https://login.example.com",
    clientId: "footnote",
  });
  expect(await metadataOf(companyId)).not.toContain("KeyDescriptor");
  const events = rowsOf((await admin.call(listRecord, {})).body);
  expect(events.filter(({ action }) => action === "sign-on.change-key")).toHaveLength(4);
});

test("steps that make no sense are refused and change nothing; keys of another company stay its own", async () => {
  const { admin, companyId } = await company();
  const other = await company();
  for (const [next, sentence] of [
    ["use", "No new key is waiting. Make one first."],
    ["remove", "There is no key to remove."],
  ] as const) {
    const refused = await step(admin, next);
    expect([refused.status, refused.error.error]).toEqual([409, sentence]);
  }
  await step(admin, "make");
  const again = await step(admin, "make");
  expect(again.error.error).toBe("A new key is already waiting. Use it or remove it first.");
  await step(admin, "use");
  await step(admin, "make");
  expect((await step(admin, "remove")).body.provider).toMatchObject({ keys: [{ isInUse: true }] });
  expect((await metadataOf(companyId)).match(/use="signing"/g)).toHaveLength(1);
  expect(await metadataOf(other.companyId)).not.toContain("KeyDescriptor");
  const { rows } = await withClient(app.connection, (client) =>
    client.query("select 1 from identity_providers where key_sealed is not null and company_id = $1", [
      other.companyId,
    ]),
  );
  expect(rows).toHaveLength(0);
  await step(admin, "remove");
  expect(await metadataOf(companyId)).not.toContain("KeyDescriptor");
  // four at once: one is made
  const tries = await Promise.all(Array.from({ length: 4 }, () => step(admin, "make")));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  await admin.call(setSignOn, {
    protocol: "oidc",
    issuer: "https://login.example.com",
    clientId: "footnote",
  });
  expect((await step(admin, "make")).error.error).toBe("Keys belong to SAML. Choose that protocol first.");
});

test("a key that no master key decrypts gets a message at the check and at sign-in; responses are still read", async () => {
  const { admin, companyId, email } = await company();
  await step(admin, "make");
  await step(admin, "use");
  const { url, cookie } = await begin(app, email);
  if (url === null) throw new Error("no redirect");
  await withClient(app.connection, (client) =>
    client.query("update identity_providers set key_sealed = $2 where company_id = $1", [
      companyId,
      seal(keyringOf(randomBytes(32)), "other", "key"),
    ]),
  );
  const sentence = /^The key that signs SAML requests cannot be read: .* SECRET_KEY_PREVIOUS\.$/;
  const { body } = await admin.call(checkSignOn, {});
  expect(body).toEqual({ ok: false, message: expect.stringMatching(sentence) as string });
  const { reply } = await begin(app, email);
  expect([reply.status, reply.error.error]).toEqual([503, expect.stringMatching(sentence)]);
  provider.signIn({ subject: "dora", email });
  const { action, form } = await provider.passThrough(url);
  const posted = await fetch(action.replace(app.services.config.publicUrl, app.url), {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = new URL(posted.headers.get("location") ?? "");
  expect((await finish(app, back.search, cookie)).status).toBe(200);
  // a new one works
  await step(admin, "make");
  await step(admin, "use");
  expect((await signIn(email, { subject: "dora", email })).status).toBe(200);
});
