import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCurrentUser, updateUser } from "#contract/identity/users.ts";
import { login, resetPassword } from "#contract/identity/sessions.ts";
import { checkSignOn, setSignOn } from "#contract/identity/sign-on.ts";
import { keyringOf, seal } from "#server/platform/secrets.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { testClient } from "#testing/forging-provider.ts";
import { resetTokenOf } from "#testing/good-input.ts";
import { startIdentityProvider, type ProviderPerson } from "#testing/identity-provider.ts";
import { begin, finish, setUpSignOn } from "#testing/sign-on.ts";

let app: TestApp;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
const people: ProviderPerson[] = [];
beforeAll(async () => {
  app = await startTestApp();
  provider = await startIdentityProvider(`${app.services.config.publicUrl}/sign-on`, people);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const newDomain = () => `d${randomBytes(4).toString("hex")}.example`;

async function signIn(email: string, sub: string | null) {
  const begun = await begin(app, email);
  if (begun.url === null) throw new Error(begun.reply.text);
  return finish(app, await provider.passThrough(begun.url, sub), begun.cookie);
}

test("a new person signs in through a real provider, gets an account and is found again by subject", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const domain = newDomain();
  const email = `ada@${domain}`;
  people.push({ sub: "ada", email, email_verified: true, given_name: "Ada", family_name: "Byron" });
  await setUpSignOn(app, admin, {
    issuer: provider.issuer,
    domain,
    createsPeople: true,
    workspaceIds: [workspaceId],
  });
  const first = await signIn(email, "ada");
  expect(first.body.user).toMatchObject({
    email,
    firstName: "Ada",
    lastName: "Byron",
    role: "agent",
    workspaceIds: [workspaceId],
    mustChangePassword: false,
  });
  const me = await call(app.url, first.body.sessionToken, getCurrentUser);
  expect(me.status).toBe(200);
  // a new address at the provider is the same person
  Object.assign(people.at(-1) ?? {}, { email: `ada.lovelace@${domain}` });
  expect((await signIn(email, "ada")).body.user.id).toBe(first.body.user.id);
});

test("an existing account is linked to its subject by a verified address of a proved domain", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const person = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  await setUpSignOn(app, admin, { issuer: provider.issuer, domain: "example.com" });
  people.push({ sub: "ben", email: person.email, email_verified: true });
  expect((await signIn(person.email, "ben")).body.user.id).toBe(person.id);
  // nobody else at the provider gets in with this address, and nobody without an account
  people.push({ sub: "eve", email: person.email, email_verified: true });
  const other = await signIn(person.email, "eve");
  expect([other.status, other.error.error]).toEqual([
    401,
    "You have no account here yet. Ask your administrator to add you.",
  ]);
});

test("groups set role and workspaces at each sign-in, and a changed role ends older sessions", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const domain = newDomain();
  const email = `cleo@${domain}`;
  const cleo: ProviderPerson = { sub: "cleo", email, email_verified: true, groups: ["support"] };
  people.push(cleo);
  await setUpSignOn(app, admin, {
    issuer: provider.issuer,
    domain,
    createsPeople: true,
    workspaceIds: [workspaceId],
    groupsClaim: "groups",
    rules: [
      { group: "compliance", role: "workspace_admin", workspaceIds: [workspaceId] },
      { group: "support", role: "agent", workspaceIds: [workspaceId] },
    ],
  });
  const agent = await signIn(email, "cleo");
  expect(agent.body.user.role).toBe("agent");
  cleo.groups = ["support", "compliance"];
  const promoted = await signIn(email, "cleo");
  expect(promoted.body.user).toMatchObject({ id: agent.body.user.id, role: "workspace_admin" });
  expect((await call(app.url, agent.body.sessionToken, getCurrentUser)).status).toBe(401);
});

test("if the provider is required, passwords work only for the break-glass account", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const sealed = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  await setUpSignOn(app, admin, { issuer: provider.issuer, domain: newDomain() });
  const refused = await admin.call(setSignOn, { isEnforced: true });
  expect(refused.error.fields).toHaveProperty("breakGlassUserId");
  await admin.call(setSignOn, { isEnforced: true, breakGlassUserId: sealed.id });
  const withPassword = (email: string, password = testPassword) =>
    call(app.url, null, login, { email, password });
  const kept = await withPassword(agent.email);
  expect([kept.status, kept.error.error]).toEqual([
    403,
    "Your company signs in through Harborline Login. Choose “Use your company account”.",
  ]);
  // a wrong password does not reveal the provider
  expect((await withPassword(agent.email, "a wrong one 12")).error.error).toBe(
    "Email or password is incorrect.",
  );
  expect((await withPassword(sealed.email)).status).toBe(200);
  // an examiner comes from outside, and is unknown to the provider
  const examiner = await buildPerson(app, { role: "examiner", companyId, workspaceIds: [] });
  expect((await withPassword(examiner.email)).status).toBe(200);
});

test("an attempt's cookie belongs to its browser and ends with it, after ten minutes at most", async () => {
  const { admin } = await buildCompany(app);
  const domain = newDomain();
  await setUpSignOn(app, admin, { issuer: provider.issuer, domain });
  const begun = await begin(app, `ida@${domain}`);
  const set = begun.reply.headers.getSetCookie().find((one) => one.startsWith("footnote-sign-on=")) ?? "";
  expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
  const ends = Date.parse(/Expires=([^;]+)/.exec(set)?.[1] ?? "");
  expect(ends - app.services.clock.now().getTime()).toBeLessThanOrEqual(10 * 60_000);
});

test("a client secret that no master key decrypts gets a message, at the check and at sign-in", async () => {
  const { admin, companyId } = await buildCompany(app);
  const domain = newDomain();
  await setUpSignOn(app, admin, { issuer: provider.issuer, domain });
  // sealed with a key that this server does not have
  await withClient(app.connection, (client) =>
    client.query("update identity_providers set sealed = $2 where company_id = $1", [
      companyId,
      seal(keyringOf(randomBytes(32)), "other", "secret"),
    ]),
  );
  const sentence = /^The stored client secret cannot be read: .* SECRET_KEY_PREVIOUS\.$/;
  const { body } = await admin.call(checkSignOn, {});
  expect(body).toEqual({ ok: false, message: expect.stringMatching(sentence) as string });
  const { reply } = await begin(app, `ann@${domain}`);
  expect(reply.status).toBe(503);
  expect(reply.error.error).toMatch(sentence);
  // entered again, it works
  await admin.call(setSignOn, { clientSecret: testClient.secret });
  expect((await admin.call(checkSignOn, {})).body.ok).toBe(true);
});

test("canceled at the provider, nobody is signed in", async () => {
  const { admin } = await buildCompany(app);
  const domain = newDomain();
  await setUpSignOn(app, admin, { issuer: provider.issuer, domain });
  expect((await signIn(`zoe@${domain}`, null)).status).toBe(401);
});

test("a new super admin loses the company's provider, and a reset is no way around it", async () => {
  const { admin, agent } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const domain = newDomain();
  const email = `dora@${domain}`;
  await withClient(app.connection, (client) =>
    client.query("update users set email = $2 where id = $1", [agent.id, email]),
  );
  people.push({ sub: "dora", email, email_verified: true });
  await setUpSignOn(app, admin, { issuer: provider.issuer, domain });
  await admin.call(setSignOn, { isEnforced: true, breakGlassUserId: admin.id });
  expect((await signIn(email, "dora")).body.user.id).toBe(agent.id);
  const token = await resetTokenOf(app, agent);
  const newPassword = "nine tall chimneys";
  expect((await call(app.url, null, resetPassword, { token, newPassword })).status).toBe(200);
  expect((await call(app.url, null, login, { email, password: newPassword })).status).toBe(403);

  expect((await superAdmin.call(updateUser, { id: agent.id, role: "super_admin" })).status).toBe(200);
  expect((await signIn(email, "dora")).status).toBe(401);
  expect((await call(app.url, null, login, { email, password: newPassword })).status).toBe(200);
});
