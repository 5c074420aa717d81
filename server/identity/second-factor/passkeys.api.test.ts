import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  getSecondFactor,
  removePasskey,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#contract/identity/second-factor.ts";
import { login, prove } from "#contract/identity/sessions.ts";
import { getCurrentUser, removeLostSecondFactor } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { rescue } from "./rescue.ts";
import { testPasskey, type TestPasskey } from "#testing/passkey.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const password = testPassword;
const newPasskey = () => testPasskey(new URL(app.services.config.publicUrl).origin);
const signIn = (email: string, answer: object = {}) =>
  call(app.url, null, login, { email, password, ...answer });

async function add(person: TestPerson, name = "My phone", passkey = newPasskey()) {
  const options = await person.call(beginPasskey);
  expect(options.status).toBe(200);
  const added = await person.call(addPasskey, { name, credential: passkey.create(options.body) });
  expect(added.status).toBe(200);
  return { ...added.body, passkey, keyId: added.body.passkey.id };
}

/** The result of the password alone: the question for the second factor. */
async function asked(email: string) {
  const reply = await signIn(email);
  expect(reply.status).toBe(401);
  expect(reply.error.code).toBe("second_factor_required");
  if (reply.error.passkey === undefined) throw new Error("no passkey was asked for");
  return reply.error.passkey;
}

async function signInWith(email: string, passkey: TestPasskey, forged = {}) {
  return signIn(email, { passkey: passkey.get(await asked(email), forged) });
}

test("a first passkey switches on the second factor, returns recovery codes, and signs in", async () => {
  const { admin } = await buildCompany(app);
  const elsewhere = (await signIn(admin.email)).body.sessionToken;
  const { passkey, recoveryCodes } = await add(admin);
  expect(recoveryCodes).toHaveLength(10);
  expect((await call(app.url, elsewhere, getCurrentUser)).status).toBe(401);
  expect((await signInWith(admin.email, passkey)).status).toBe(200);
  expect((await signIn(admin.email, { code: recoveryCodes?.[0] })).status).toBe(200);
  const { body } = await admin.call(getSecondFactor);
  expect(body).toMatchObject({ isOn: true, hasApp: false, recoveryCodesLeft: 9 });
  expect(body.passkeys).toMatchObject([{ name: "My phone" }]);
  expect(body.passkeys[0]?.lastUsedAt).not.toBeNull();
});

test("a response works once, even in a race of twenty", async () => {
  const { admin } = await buildCompany(app);
  const { passkey } = await add(admin);
  const answer = passkey.get(await asked(admin.email));
  const tries = await Promise.all(Array.from({ length: 20 }, () => signIn(admin.email, { passkey: answer })));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a response for another site, another challenge or with an older counter is refused", async () => {
  const { admin } = await buildCompany(app);
  const { passkey } = await add(admin);
  expect((await signInWith(admin.email, passkey)).status).toBe(200);
  for (const forged of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { challenge: "AAAA" },
    { counter: 1 },
  ]) {
    const refused = await signInWith(admin.email, passkey, forged);
    expect(refused.status, JSON.stringify(forged)).toBe(401);
    expect(refused.error.error).toBe("This passkey was not accepted. Try again, or enter a code.");
  }
});

test("a challenge for another person, or one that is six minutes old, is refused", async () => {
  const { admin, agent } = await buildCompany(app);
  const [own, other] = [await add(admin), await add(agent)];
  const forAgent = await asked(agent.email);
  expect((await signIn(admin.email, { passkey: own.passkey.get(forAgent) })).status).toBe(401);
  const late = own.passkey.get(await asked(admin.email));
  app.clock.advance(6 * 60_000);
  expect((await signIn(admin.email, { passkey: late })).status).toBe(401);
  expect((await signInWith(agent.email, other.passkey)).status).toBe(200);
});

test("another person's passkey signs nobody in, and one authenticator cannot be added twice", async () => {
  const { admin, agent } = await buildCompany(app);
  const { passkey } = await add(admin);
  await add(agent);
  expect((await signInWith(agent.email, passkey)).status).toBe(401);
  const options = (await agent.call(beginPasskey)).body;
  const taken = await agent.call(addPasskey, { name: "Again", credential: passkey.create(options) });
  expect(taken.status).toBe(409);
});

test("a passkey works when the second factor is asked for again within a session", async () => {
  const { admin } = await buildCompany(app);
  const { passkey } = await add(admin);
  app.clock.advance(16 * 60_000);
  expect((await admin.call(beginPasskey)).error.code).toBe("proof_required");
  const request = (await admin.call(askPasskey)).body;
  expect((await admin.call(prove, { password })).status).toBe(400);
  expect((await admin.call(prove, { password, passkey: passkey.get(request) })).status).toBe(200);
  const again = (await admin.call(askPasskey)).body;
  const renewed = await admin.call(renewRecoveryCodes, { password, passkey: passkey.get(again) });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  const last = (await admin.call(askPasskey)).body;
  expect((await admin.call(removeSecondFactor, { password, passkey: passkey.get(last) })).status).toBe(200);
  expect((await signIn(admin.email)).status).toBe(200);
  expect((await admin.call(getSecondFactor)).body).toMatchObject({ isOn: false, passkeys: [] });
});

test("the only passkey cannot be removed, one of two can, and nobody can remove another person's", async () => {
  const { admin, agent } = await buildCompany(app);
  const first = await add(admin);
  expect((await admin.call(removePasskey, { id: first.keyId })).status).toBe(409);
  const second = await add(admin, "Security key");
  expect(second.recoveryCodes).toBeNull();
  expect((await agent.call(removePasskey, { id: first.keyId })).status).toBe(404);
  expect((await admin.call(removePasskey, { id: first.keyId })).status).toBe(200);
  expect((await signInWith(admin.email, first.passkey)).status).toBe(401);
  expect((await signInWith(admin.email, second.passkey)).status).toBe(200);
});

test("when an administrator removes a lost factor, its passkeys are removed too", async () => {
  const { admin, agent } = await buildCompany(app);
  await add(agent);
  expect((await admin.call(removeLostSecondFactor, { id: agent.id })).status).toBe(200);
  expect((await signIn(agent.email)).status).toBe(200);
});

test("an operator on the machine can remove a lost factor of the only super admin, on record", async () => {
  const root = await buildSuperAdmin(app);
  await add(root);
  expect(await rescue(app.services, "nobody@example.com")).toContain("No account has the address");
  expect(await rescue(app.services, root.email)).toContain("was removed");
  expect((await root.call(getCurrentUser)).status).toBe(401);
  expect((await signIn(root.email)).status).toBe(200);
  expect(await rescue(app.services, root.email)).toContain("has no second factor");
});
