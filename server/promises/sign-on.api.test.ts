import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JWTPayload } from "jose";
import { getCurrentUser, updateUser } from "#contract/identity/users.ts";
import { listRecord } from "#contract/evidence/record.ts";
import {
  addSignOnDomain,
  checkSignOn,
  endSignOn,
  setSignOn,
  verifySignOnDomain,
} from "#contract/identity/sign-on.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";
import { call, rowsOf } from "#testing/call.ts";
import { startForgingProvider, testClient, type ForgingProvider } from "#testing/forging-provider.ts";
import { begin, finish, proveDomain, setUpSignOn } from "#testing/sign-on.ts";

/** What a forged, replayed or foreign assertion can do. Every attack is tried next to a valid assertion. */
let app: TestApp;
let provider: ForgingProvider;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  provider = await startForgingProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const newDomain = () => `d${randomBytes(4).toString("hex")}.example`;

async function company() {
  const built = await buildCompany(app);
  const domain = newDomain();
  await setUpSignOn(app, built.admin, {
    issuer: provider.issuer,
    domain,
    createsPeople: true,
    workspaceIds: [built.workspaceId],
  });
  return { ...built, domain, email: `ada@${domain}` };
}

type Begun = Awaited<ReturnType<typeof begin>>;
const comingBack = ({ state }: Begun, more = "") =>
  `?code=abc&state=${state}&iss=${encodeURIComponent(provider.issuer)}${more}`;

/** A complete sign-in, with a token the test makes from the correct claims. */
async function signIn(
  email: string,
  forge: (right: JWTPayload, begun: Begun) => Promise<string> | string = (right) => provider.signed(right),
) {
  const begun = await begin(app, email);
  provider.answer(await forge(provider.claims({ sub: `sub of ${email}`, email, nonce: begun.nonce }), begun));
  return finish(app, comingBack(begun), begun.cookie);
}

const attacks: Record<string, (right: JWTPayload) => Promise<string> | string> = {
  "a token without a signature": (right) => provider.unsigned(right),
  "a token signed by somebody else": (right) => provider.signedByOther(right),
  "a token whose payload was changed": async (right) => {
    const [head = "", , signature = ""] = (await provider.signed(right)).split(".");
    const changed = Buffer.from(JSON.stringify({ ...right, sub: "somebody else" })).toString("base64url");
    return `${head}.${changed}.${signature}`;
  },
  "a token for another client": (right) => provider.signed({ ...right, aud: "another-client" }),
  "a token for several clients that was issued to another": (right) =>
    provider.signed({ ...right, aud: [testClient.id, "other"], azp: "other" }),
  "a token of another issuer": (right) => provider.signed({ ...right, iss: "https://login.example.com" }),
  "a token of another sign-in (nonce)": (right) => provider.signed({ ...right, nonce: "of another one" }),
  "a token without nonce": ({ nonce: _nonce, ...right }) => provider.signed(right),
  "a token that expired five minutes ago": (right) =>
    provider.signed({ ...right, exp: provider.seconds(-300) }),
  "a token that is not valid for another five minutes": (right) =>
    provider.signed({ ...right, nbf: provider.seconds(300) }),
  "a token without an expiry": ({ exp: _exp, ...right }) => provider.signed(right),
  "a token without a subject": ({ sub: _sub, ...right }) => provider.signed(right),
  "an address that is not verified": (right) => provider.signed({ ...right, email_verified: false }),
  "an address without a verification claim": ({ email_verified: _verified, ...right }) =>
    provider.signed(right),
  "'true' as a string": (right) => provider.signed({ ...right, email_verified: "true" }),
  "an address in an unverified domain": (right) =>
    provider.signed({ ...right, email: "ada@somewhere-else.example" }),
  "text that is not a token": () => "not.a.token",
};

test.each(Object.entries(attacks))("%s is refused", async (_name, forge) => {
  const { email } = await company();
  const refused = await signIn(email, forge);
  expect(refused.status, refused.text).toBe(401);
  expect(refused.headers.get("set-cookie") ?? "").not.toMatch(/footnote=[A-Za-z0-9_-]{43}/);
  // the same person with a valid token gets in
  expect((await signIn(email)).status).toBe(200);
});

test("a response is accepted once, in the browser that started the sign-in, within ten minutes", async () => {
  const { email } = await company();
  const begun = await begin(app, email);
  const right = await provider.signed(provider.claims({ sub: "once", email, nonce: begun.nonce }));
  provider.answer(right);
  const opens = async (query: string, cookie: string) => (await finish(app, query, cookie)).status;
  expect(await opens(comingBack(begun), "")).toBe(401);
  expect(await opens(comingBack(begun), (await begin(app, email)).cookie)).toBe(401);
  expect(await opens(comingBack({ ...begun, state: "another state" }), begun.cookie)).toBe(401);
  expect(await opens(comingBack(begun), `${begun.cookie.slice(0, -4)}AAAA`)).toBe(401);
  expect(await opens(`?code=abc&state=${begun.state}`, begun.cookie)).toBe(401);
  const iss = encodeURIComponent("https://mix-up.example.com");
  expect(await opens(`?code=abc&state=${begun.state}&iss=${iss}`, begun.cookie)).toBe(401);
  const spent = await finish(app, comingBack(begun), begun.cookie);
  expect(spent.status).toBe(200);
  // the browser is told to delete its stored state
  expect(spent.headers.getSetCookie().some((set) => /sign-on=;/.test(set))).toBe(true);
  app.clock.advance(11 * 60_000);
  expect(await opens(comingBack(begun), begun.cookie)).toBe(401);
});

test("one company's provider opens no account of another, and no super admin's", async () => {
  const { email, admin, domain } = await company();
  const other = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  await proveDomain(app, admin, "victims.example");
  const moved = `person@${domain}`;
  for (const victim of [other.agent.email, superAdmin.email])
    expect((await signIn(email, (right) => provider.signed({ ...right, email: victim }))).status).toBe(401);
  // another company's account whose address is in a domain of this one
  await updateEmail(other.agent.id, moved);
  const refused = await signIn(moved);
  expect([refused.status, refused.error.error]).toEqual([
    401,
    "You have no account here yet. Ask your administrator to add you.",
  ]);
});

/** Like an address invited elsewhere before the domain was verified. */
async function updateEmail(id: number, email: string): Promise<void> {
  await withClient(app.connection, (client) =>
    client.query("update users set email = $2 where id = $1", [id, email]),
  );
}

test("a domain leads to the company that verified it, whoever else names it", async () => {
  const one = await company();
  const two = await buildCompany(app);
  const named = await two.admin.call(addSignOnDomain, { domain: one.domain });
  expect(named.status).toBe(201);
  expect((await two.admin.call(verifySignOnDomain, { id: named.body.id })).status).toBe(409);
  // not even with its own record in the same place
  app.texts.set(one.domain, [...(app.texts.get(one.domain) ?? []), named.body.record]);
  const refused = await two.admin.call(verifySignOnDomain, { id: named.body.id });
  expect([refused.status, refused.error.error]).toEqual([409, expect.stringContaining("Another company")]);
  expect((await one.admin.call(verifySignOnDomain, { id: named.body.id })).status).toBe(404);
});

test("neither routing nor errors reveal whether an address has an account", async () => {
  const { email, domain } = await company();
  await signIn(email);
  const shown = ({ reply, url }: Begun) => [
    reply.status,
    url?.href.replace(/(state|nonce|code_challenge|login_hint)=[^&]*/g, "$1"),
  ];
  expect(shown(await begin(app, email))).toEqual(shown(await begin(app, `nobody@${domain}`)));
  expect((await begin(app, `nobody@${newDomain()}`)).reply.status).toBe(404);
});

test("a provider that is down, moved or invalid is reported, and nobody stays signed in by accident", async () => {
  const { email, admin } = await company();
  const begun = await begin(app, email);
  provider.setDown(true);
  try {
    expect((await begin(app, email)).reply.status).toBe(503);
    const late = await finish(app, comingBack(begun), begun.cookie);
    expect([late.status, late.error.code]).toEqual([503, "unavailable"]);
    expect((await admin.call(checkSignOn, {})).body.ok).toBe(false);
  } finally {
    provider.setDown(false);
  }
  expect((await admin.call(checkSignOn, {})).body.ok).toBe(true);
});

test("an issuer inside the network is not called, and a secret is not carried over to a new address", async () => {
  const { admin } = await company();
  for (const issuer of ["http://localhost:1", "http://example.com", "https://login.example.com/?a=b"])
    expect((await admin.call(setSignOn, { issuer })).status).toBe(400);
  const moved = await admin.call(setSignOn, { issuer: "https://169.254.169.254" });
  expect(moved.body.provider).toMatchObject({ hasSecret: false });
  const { body } = await admin.call(checkSignOn, {});
  expect(body).toEqual({ ok: false, message: expect.stringContaining("not a public address") });
});

test("logout at the provider and deactivation take effect at the next call", async () => {
  const { email, admin } = await company();
  const { body } = await signIn(email);
  const me = () => call(app.url, body.sessionToken, getCurrentUser);
  // the test clock was moved
  const now = () => Math.floor(app.services.clock.now().getTime() / 1000);
  const token = (more: JWTPayload) =>
    provider.signed({
      iss: provider.issuer,
      aud: testClient.id,
      iat: now(),
      jti: randomBytes(8).toString("hex"),
      sub: `sub of ${email}`,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      ...more,
    });
  const heard = async (logout: string) => {
    const form = new URLSearchParams({ logout_token: logout });
    return (await fetch(app.url + endSignOn.path, { method: "POST", body: form })).status;
  };
  const right = await token({});
  const [head = "", payload = ""] = right.split(".");
  for (const wrong of [
    await token({ nonce: "of a sign-in" }),
    await token({ events: {} }),
    await token({ aud: "another" }),
    await token({ iat: now() - 600 }),
    await provider.signedByOther({ ...JSON.parse(Buffer.from(payload, "base64url").toString()) }),
    `${head}.${payload}.`,
    "nonsense",
  ])
    expect(await heard(wrong)).toBe(400);
  expect((await me()).status).toBe(200);
  expect(await heard(right)).toBe(200);
  expect((await me()).status).toBe(401);

  const again = await signIn(email);
  const started = performance.now();
  await admin.call(updateUser, { id: again.body.user.id, isActive: false });
  expect((await call(app.url, again.body.sessionToken, getCurrentUser)).status).toBe(401);
  console.info(`switched off, then refused: ${Math.round(performance.now() - started)} ms`);
  expect((await signIn(email)).status).toBe(401);
});

test("a form from another site reaches no other call", async () => {
  const { admin } = await company();
  const response = await fetch(`${app.url}/api/sign-on`, {
    method: "PUT",
    headers: { authorization: `Bearer ${admin.token}` },
    body: new URLSearchParams({ isActive: "false" }),
  });
  expect(response.status).toBe(415);
});

test("the record shows who signed in through which provider, and refusals", async () => {
  const { email, admin } = await company();
  await signIn(email);
  await signIn(email, attacks["a token without a signature"]);
  const { body } = await admin.call(listRecord, {});
  const actions = rowsOf(body).map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(["session.start", "sign-on.link", "user.create-by-sign-on", "sign-on.begin"]),
  );
  expect(JSON.stringify(body)).not.toContain(testClient.secret);
});

test("agents and programs cannot change any of it", async () => {
  const { agent, companyId, workspaceId } = await buildCompany(app);
  const colleague = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  for (const person of [agent, colleague])
    expect((await person.call(setSignOn, { isActive: false })).status).toBe(403);
});
