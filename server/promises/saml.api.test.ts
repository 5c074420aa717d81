import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRecord } from "#contract/evidence/record.ts";
import { login } from "#contract/identity/sessions.ts";
import {
  addSignOnDomain,
  checkSignOn,
  receiveSamlResponse,
  setSignOn,
  verifySignOnDomain,
} from "#contract/identity/sign-on.ts";
import { updateUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword, type TestPerson } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { encoded, responseXml, signXml, type ResponseParts } from "#testing/saml-signer.ts";
import { entityId, parts, signer } from "#testing/fixtures/saml-responses.ts";
import { begin, finish, proveDomain } from "#testing/sign-on.ts";

/**
 * What a forged, replayed or foreign assertion can do on its way through two servers and the browser. The assertions
 * themselves are attacked in read-response.test.ts and signature-wrapping.test.ts of server/identity/sign-on/saml.
 */
let app: TestApp;
/** A second server over the same database. */
let second: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  const SECRET_KEY = app.services.config.secretKeys.current.key.toString("hex");
  second = await startTestApp({ worker: false, owner: app.connection, env: { SECRET_KEY } });
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const newDomain = () => `d${randomBytes(4).toString("hex")}.example`;

async function company() {
  const built = await buildCompany(app);
  const domain = newDomain();
  await proveDomain(app, built.admin, domain);
  const { body } = await built.admin.call(setSignOn, {
    protocol: "saml",
    name: "Harborline Login",
    entityId,
    signInUrl: "https://login.example.com/saml/login",
    certificates: [signer.cert],
    isActive: true,
    createsPeople: true,
    workspaceIds: [built.workspaceId],
  });
  return { ...built, domain, email: `ada@${domain}`, addresses: body.saml };
}
type Company = Awaited<ReturnType<typeof company>>;
type Begun = Awaited<ReturnType<typeof begin>>;

/** The identifier that the redirect to the provider carries. */
function requestIdOf({ url }: Begun): string {
  const xml = inflateRawSync(Buffer.from(url?.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  return / ID="([^"]*)"/.exec(xml)?.[1] ?? "";
}

function responseFor({ addresses, email }: Company, change: Partial<ResponseParts>, by = signer): string {
  const { entityId: audience, acsUrl } = addresses;
  const xml = responseXml(
    parts({
      acsUrl,
      audience,
      requestId: null,
      subject: `subject of ${email}`,
      attributes: { email },
      destination: acsUrl,
      ...change,
    }),
  );
  return encoded(signXml(xml, by));
}

/** Posts the form as the browser does, from the provider's page; returns where it is sent. */
async function post(id: number, SAMLResponse: string, at = app, more = {}): Promise<URL> {
  const response = await fetch(at.url + receiveSamlResponse.path.replace(":id", String(id)), {
    method: "POST",
    body: new URLSearchParams({ SAMLResponse, ...more }),
    redirect: "manual",
    headers: { origin: "https://login.example.com", "sec-fetch-site": "cross-site" },
  });
  expect(response.status).toBe(303);
  // nothing but the redirect: no session, no cookie
  expect(response.headers.getSetCookie()).toEqual([]);
  return new URL(response.headers.get("location") ?? "");
}

async function signIn(from: Company, change: Partial<ResponseParts> = {}, email = from.email) {
  const begun = await begin(app, email);
  const requestId = requestIdOf(begun);
  const { search } = await post(from.companyId, responseFor(from, { requestId, ...change }));
  return finish(app, search, begun.cookie);
}

const another = "This sign-in was started in another browser, or was replaced by a newer one. Start again.";

test("a response is accepted only in the browser that requested it, within ten minutes: nobody is signed in to someone else's account", async () => {
  const from = await company();
  const begun = await begin(app, from.email);
  const response = responseFor(from, { requestId: requestIdOf(begun) });
  const { search } = await post(from.companyId, response);
  // a stolen form or address opens nothing, and a planted one does not either
  expect((await finish(app, search, "")).status).toBe(401);
  const victim = await begin(app, from.email);
  const planted = await finish(app, search, victim.cookie);
  expect([planted.status, planted.error.error]).toEqual([401, another]);
  expect((await finish(app, search.slice(0, -4), begun.cookie)).status).toBe(401);
  expect((await finish(app, "?code=abc&state=def", begun.cookie)).status).toBe(401);
  const right = await finish(app, search, begun.cookie);
  expect(right.status, right.text).toBe(200);
  expect(right.headers.getSetCookie().some((set) => /sign-on=;/.test(set))).toBe(true);
});

test("an assertion and its hand-over are accepted once across all servers, and for one minute", async () => {
  const from = await company();
  const begun = await begin(app, from.email);
  const response = responseFor(from, { requestId: requestIdOf(begun) });
  const first = await post(from.companyId, response);
  expect((await finish(app, first.search, begun.cookie)).status).toBe(200);
  const onSecond = await post(from.companyId, response, second);
  for (const [at, { search }] of [
    [app, first],
    [second, first],
    [second, onSecond],
  ] as const) {
    const again = await finish(at, search, begun.cookie);
    expect([again.status, again.error.error]).toEqual([
      401,
      "This sign-in has already been used. Start again.",
    ]);
  }
  const next = await begin(app, from.email);
  const late = await post(from.companyId, responseFor(from, { requestId: requestIdOf(next) }));
  app.clock.advance(61_000);
  expect((await finish(app, late.search, next.cookie)).status).toBe(401);
  app.clock.advance(-61_000);
  // two at once
  const race = await begin(app, from.email);
  const raced = await post(from.companyId, responseFor(from, { requestId: requestIdOf(race) }));
  const both = await Promise.all([app, second].map((at) => finish(at, raced.search, race.cookie)));
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
});

test("a sign-in that starts at the provider is refused with instructions, and RelayState redirects nobody", async () => {
  const from = await company();
  const evil = { RelayState: "https://evil.example/" };
  const back = await post(from.companyId, responseFor(from, {}), app, evil);
  expect(back.origin + back.pathname).toBe(`${app.services.config.publicUrl}/sign-on`);
  expect([...back.searchParams.keys()]).toEqual(["saml"]);
  const refused = await finish(app, back.search, "");
  expect([refused.status, refused.error.error]).toEqual([
    401,
    "Sign-in starts here, not at your identity provider. Open the sign-in page and choose “Use your company account”.",
  ]);
});

test("a clock 5 minutes off is refused with a message that names it, and the reason is recorded", async () => {
  const from = await company();
  for (const shift of [300, -300]) {
    const refused = await signIn(from, { issued: shift, notBefore: shift, ends: shift + 300 });
    expect([refused.status, refused.error.error]).toEqual([401, expect.stringContaining("clock")]);
  }
  const { body } = await from.admin.call(listRecord, { action: "sign-on.refuse" });
  const expired = "The assertion has expired: it was sent late, or the identity provider's clock is";
  const early = "The assertion isn't valid yet: the identity provider's clock is";
  expect(rowsOf(body).map(({ after, result }) => [after, result])).toEqual([
    [{ reason: "expired", because: `${expired} more than two minutes behind this server's.` }, "refused"],
    [{ reason: "early", because: `${early} more than two minutes ahead of this server's.` }, "refused"],
  ]);
});

test("one company's provider opens no account of another, and no super admin's", async () => {
  const [from, to] = await Promise.all([company(), company()]);
  const superAdmin = await buildSuperAdmin(app);
  for (const email of [to.agent.email, to.email, superAdmin.email, "ada@somewhere-else.example"]) {
    const refused = await signIn(from, { attributes: { email } });
    expect(refused.status, email).toBe(401);
  }
  // the other company gives its provider this one's entity ID, and asserts an identity of this one's person
  const begun = await begin(app, from.email);
  const requestId = requestIdOf(begun);
  const posing = await post(
    to.companyId,
    responseFor(to, { requestId, subject: `subject of ${from.email}`, attributes: { email: from.email } }),
  );
  expect((await finish(app, posing.search, begun.cookie)).error.error).toBe(another);
  // the other company's assertion, at its own address or at this one's, for this one's request
  for (const id of [to.companyId, from.companyId]) {
    const { search } = await post(id, responseFor(to, { requestId }));
    expect((await finish(app, search, begun.cookie)).status).toBe(401);
  }
  // an account there whose address is in a domain here
  await updateEmail(to.agent, from.email);
  expect((await signIn(from)).error.error).toBe(
    "You have no account here yet. Ask your administrator to add you.",
  );
});

/** Like an address invited before the domain was proved. */
function updateEmail({ id }: TestPerson, email: string) {
  return withClient(app.connection, (client) =>
    client.query("update users set email = $2 where id = $1", [id, email]),
  );
}

test("a domain that two companies claim leads to the one that proved it", async () => {
  const [from, to] = await Promise.all([company(), company()]);
  const claimed = await to.admin.call(addSignOnDomain, { domain: from.domain });
  app.texts.set(from.domain, [claimed.body.record]);
  expect((await to.admin.call(verifySignOnDomain, { id: claimed.body.id })).status).toBe(409);
  expect((await signIn(from)).status).toBe(200);
  const stranger = { subject: "stranger", attributes: { email: `eve@${from.domain}` } };
  expect((await signIn(to, stranger)).status).toBe(401);
});

test("people are found by subject, and an address without a proof or a name links nobody", async () => {
  const from = await company();
  const first = await signIn(from);
  // the subject with another address, verified or not, is the same person; an address alone identifies nobody
  const moved = await signIn(from, { attributes: { email: "ada@elsewhere.example" } });
  expect(moved.body.user.id).toBe(first.body.user.id);
  expect((await signIn(from, { subject: "eve" })).status).toBe(401);
  expect((await signIn(from, { subject: "mallory", attributes: {} })).error.error).toBe(
    "Your identity provider did not confirm your email address. Ask your administrator.",
  );
  await from.admin.call(updateUser, { id: first.body.user.id, isActive: false });
  expect((await signIn(from)).status).toBe(401);
});

test("the choice of provider reveals nothing about accounts, and a provider that is down locks nobody out", async () => {
  const from = await company();
  await signIn(from);
  const shown = async (email: string) => {
    const { reply, url } = await begin(app, email);
    return [reply.status, url?.origin, url?.pathname, [...(url?.searchParams.keys() ?? [])]];
  };
  expect(await shown(from.email)).toEqual(await shown(`nobody@${from.domain}`));
  expect(await shown(from.email)).toEqual([200, "https://login.example.com", "/saml/login", ["SAMLRequest"]]);
  await from.admin.call(setSignOn, { isEnforced: true, breakGlassUserId: from.admin.id });
  const { body } = await from.admin.call(checkSignOn, {});
  expect(body).toEqual({ ok: false, message: expect.stringMatching(/could not be reached|public address/) });
  const withPassword = ({ email }: TestPerson) =>
    call(app.url, null, login, { email, password: testPassword });
  expect((await withPassword(from.agent)).status).toBe(403);
  expect((await withPassword(from.admin)).status).toBe(200);
});

test("a provider that was changed or switched off meanwhile signs nobody in", async () => {
  const from = await company();
  const changed = await begin(app, from.email);
  const requestId = requestIdOf(changed);
  const { search } = await post(from.companyId, responseFor(from, { requestId }));
  await from.admin.call(setSignOn, { entityId: "urn:another" });
  expect((await finish(app, search, changed.cookie)).error.error).toBe(another);
  await from.admin.call(setSignOn, { isActive: false });
  const off = await post(from.companyId, responseFor(from, { requestId }));
  for (const cookie of [changed.cookie, ""])
    expect((await finish(app, off.search, cookie)).error.error).toBe(
      "Single sign-on has been turned off. Sign in with your password.",
    );
});

test("XML designed to take long delays no other call, and an oversized form is refused", async () => {
  const from = await company();
  // as much as a form may carry: a response of the right form, nesting, attributes, and text with references
  const heavy = '<a a="" b="" c="" d="" e="" f="" g="" h=""/>'.repeat(2_900);
  const right = Buffer.from(responseFor(from, {}), "base64").toString();
  const bombs = [
    right.replace("<saml:AttributeStatement>", `<saml:AttributeStatement>${heavy}`),
    `<a>`.repeat(60_000),
    `<a ${Array.from({ length: 15_000 }, (_, n) => `a${n}="1"`).join(" ")}/>`,
    `<a>${"&amp;".repeat(36_000)}</a>`,
    `<!DOCTYPE a [<!ENTITY a "${"x".repeat(1_000)}"><!ENTITY b "${"&a;".repeat(100)}">]><a>&b;</a>`,
  ];
  const delays: number[] = [];
  let last = performance.now();
  const beat = setInterval(() => {
    delays.push(performance.now() - last);
    last = performance.now();
  }, 5);
  const found = await Promise.all(bombs.map((xml) => post(from.companyId, encoded(xml))));
  clearInterval(beat);
  console.info(
    `${bombs.length} bombs; longest pause of the event loop: ${Math.round(Math.max(...delays))} ms`,
  );
  expect(Math.max(...delays)).toBeLessThan(300);
  expect(found.map(({ pathname }) => pathname)).toEqual(bombs.map(() => "/sign-on"));
  const tooLarge = (SAMLResponse: string) =>
    fetch(`${app.url}${receiveSamlResponse.path.replace(":id", String(from.companyId))}`, {
      method: "POST",
      body: new URLSearchParams({ SAMLResponse }),
    });
  expect((await tooLarge("A".repeat(300_000))).status).toBe(400);
  expect((await tooLarge("A".repeat(600_000))).status).toBe(413);
  expect((await signIn(from)).status).toBe(200);
});
