import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateCompany } from "#contract/identity/companies.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#contract/identity/second-factor.ts";
import { login } from "#contract/identity/sessions.ts";
import { listThemes } from "#contract/knowledge/themes.ts";
import { getCurrentUser, removeLostSecondFactor } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, testPassword, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const password = testPassword;

/** Moves the clock one step forward, to get a new code. */
function nextCode(secret: string): string {
  app.clock.advance(30_000);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.services.clock.now().getTime(),
  });
}

async function switchOn(person: TestPerson): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body } = await person.call(beginSecondFactor, { password });
  const confirmed = await person.call(confirmSecondFactor, { code: nextCode(body.secret) });
  expect(confirmed.status).toBe(200);
  return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
}

const signIn = (email: string, code?: string, given = password) =>
  call(app.url, null, login, { email, password: given, ...(code === undefined ? {} : { code }) });

test("a password alone no longer signs in, password and code do, and the same code works once", async () => {
  const { admin } = await buildCompany(app);
  const { secret } = await switchOn(admin);
  const asked = await signIn(admin.email);
  expect(asked.status).toBe(401);
  expect(asked.error.code).toBe("second_factor_required");
  expect(asked.headers.get("set-cookie")).toBeNull();
  const code = nextCode(secret);
  const wrong = code === "000000" ? "000001" : "000000";
  expect((await signIn(admin.email, wrong)).error.code).toBe("second_factor_required");
  const tries = await Promise.all(Array.from({ length: 10 }, () => signIn(admin.email, code)));
  expect(tries.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect((await signIn(admin.email, code)).status).toBe(401);
});

test("a wrong password gets the same response with or without a code", async () => {
  const { admin } = await buildCompany(app);
  const { secret } = await switchOn(admin);
  const refused = await signIn(admin.email, nextCode(secret), "not the password");
  expect(refused.error.code).toBe("unauthenticated");
  expect({ ...refused.error, requestId: "" }).toEqual({
    ...(await signIn("nobody@example.com", "123456", "not the password")).error,
    requestId: "",
  });
});

test("a code from one step before still works, one from two steps before does not", async () => {
  const { admin } = await buildCompany(app);
  const { secret } = await switchOn(admin);
  const late = nextCode(secret);
  app.clock.advance(30_000);
  expect((await signIn(admin.email, late)).status).toBe(200);
  const tooLate = nextCode(secret);
  app.clock.advance(61_000);
  expect((await signIn(admin.email, tooLate)).status).toBe(401);
});

test("each of ten recovery codes works once, however it is written, also under a race of fifty", async () => {
  const { admin } = await buildCompany(app);
  const { recoveryCodes } = await switchOn(admin);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = "", second = ""] = recoveryCodes;
  const variants = [
    first,
    first.toLowerCase(),
    first.replaceAll("-", ""),
    ` ${first.replaceAll("-", "  ")} `,
    first.replaceAll("0", "O").replaceAll("1", "l"),
    // full-width letters, as typed on a Chinese or Japanese keyboard
    first.replace(/[0-9A-Z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    first.replaceAll("-", "‐"),
    `${first}​`,
  ];
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, n) => signIn(admin.email, variants[n % variants.length])),
  );
  expect(tries.filter((reply) => reply.status === 200)).toHaveLength(1);
  for (const variant of variants) expect((await signIn(admin.email, variant)).status).toBe(401);
  expect((await signIn(admin.email, second.toLowerCase().replaceAll("-", " "))).status).toBe(200);
  expect((await admin.call(getSecondFactor)).body.recoveryCodesLeft).toBe(8);
});

test("setup asks for the password, and starts over until the first code is confirmed", async () => {
  const { admin } = await buildCompany(app);
  expect((await admin.call(beginSecondFactor, { password: "not the password" })).status).toBe(400);
  const first = await admin.call(beginSecondFactor, { password });
  const second = await admin.call(beginSecondFactor, { password });
  expect(second.body.address).toMatch(/^otpauth:\/\/totp\/Footnote:/);
  expect((await admin.call(confirmSecondFactor, { code: nextCode(first.body.secret) })).status).toBe(400);
  expect((await signIn(admin.email)).status).toBe(200);
  expect((await admin.call(confirmSecondFactor, { code: nextCode(second.body.secret) })).status).toBe(200);
  expect((await admin.call(beginSecondFactor, { password })).status).toBe(409);
  expect((await admin.call(confirmSecondFactor, { code: nextCode(second.body.secret) })).status).toBe(409);
});

test("switching it on ends the person's other sessions", async () => {
  const { admin } = await buildCompany(app);
  const elsewhere = (await signIn(admin.email)).body.sessionToken;
  await switchOn(admin);
  expect((await call(app.url, elsewhere, getCurrentUser)).status).toBe(401);
  expect((await admin.call(getCurrentUser)).body.hasSecondFactor).toBe(true);
});

test("switching it off and new recovery codes require the password and a code", async () => {
  const { admin } = await buildCompany(app);
  const { secret, recoveryCodes } = await switchOn(admin);
  const code = () => nextCode(secret);
  expect((await admin.call(removeSecondFactor, { password: "no", code: code() })).status).toBe(400);
  expect((await admin.call(removeSecondFactor, { password, code: "000000" })).status).toBe(400);
  const renewed = await admin.call(renewRecoveryCodes, { password, code: code() });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect((await signIn(admin.email, recoveryCodes[0])).status).toBe(401);
  expect((await admin.call(removeSecondFactor, { password, code: code() })).status).toBe(200);
  expect((await signIn(admin.email)).status).toBe(200);
});

test("in a company that requires it, administrators can do nothing else until it is set up", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const other = await buildPerson(app, {
    role: "workspace_admin",
    companyId,
    workspaceIds: [workspaceId],
  });
  const stream = await fetch(`${app.url}/api/events`, { headers: { cookie: `footnote=${admin.cookie}` } });
  const reader = stream.body?.getReader();
  await reader?.read();
  const started = Date.now();
  await other.call(updateCompany, { id: companyId, requireSecondFactor: true });
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
    continue;
  expect(Date.now() - started).toBeLessThan(1000);
  expect((await admin.call(listThemes)).error.code).toBe("second_factor_setup_required");
  const withCookie = { headers: { cookie: `footnote=${admin.cookie}` } };
  expect((await fetch(`${app.url}/api/themes`, withCookie)).status).toBe(403);
  expect((await fetch(`${app.url}/api/events`, withCookie)).status).toBe(403);
  expect((await admin.call(getCurrentUser)).body.mustSetUpSecondFactor).toBe(true);
  expect((await agent.call(listThemes)).status).toBe(200);
  await switchOn(admin);
  expect((await admin.call(listThemes)).status).toBe(200);
});

test("setup comes after password and terms, never instead of them", async () => {
  const { companyId, workspaceId } = await buildCompany(app);
  const person = { role: "workspace_admin" as const, companyId, workspaceIds: [workspaceId] };
  const visitor = await buildPerson(app, { ...person, acceptTerms: false });
  const newcomer = await buildPerson(app, { ...person, mustChangePassword: true });
  expect((await visitor.call(beginSecondFactor, { password })).error.code).toBe("terms_not_accepted");
  expect((await newcomer.call(beginSecondFactor, { password })).error.code).toBe("password_change_required");
});

test("an administrator of the company can remove a lost factor, but not their own, and nobody of another company can", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const colleague = await buildPerson(app, {
    role: "workspace_admin",
    companyId,
    workspaceIds: [workspaceId],
  });
  const stranger = (await buildCompany(app)).admin;
  await switchOn(admin);
  expect((await stranger.call(removeLostSecondFactor, { id: admin.id })).status).toBe(404);
  expect((await agent.call(removeLostSecondFactor, { id: admin.id })).status).toBe(403);
  expect((await admin.call(removeLostSecondFactor, { id: admin.id })).status).toBe(403);
  const removed = await colleague.call(removeLostSecondFactor, { id: admin.id });
  expect(removed.body.hasSecondFactor).toBe(false);
  expect((await admin.call(getCurrentUser)).status).toBe(401);
  expect((await signIn(admin.email)).status).toBe(200);
  expect((await colleague.call(removeLostSecondFactor, { id: admin.id })).status).toBe(404);
  const { rows } = await withClient(app.connection, (client) =>
    client.query(
      "select actor_id from audit_events where action = 'second-factor.remove-lost' and target_id = $1",
      [String(admin.id)],
    ),
  );
  expect(rows).toEqual([{ actor_id: colleague.id }]);
});

test("a super admin can have a second factor and is never forced to", async () => {
  const superAdmin = await buildSuperAdmin(app);
  expect((await superAdmin.call(getSecondFactor)).body).toMatchObject({ isOn: false, isRequired: false });
  const { secret } = await switchOn(superAdmin);
  expect((await signIn(superAdmin.email)).status).toBe(401);
  expect((await signIn(superAdmin.email, nextCode(secret))).status).toBe(200);
});

test("the database contains neither secret nor recovery codes in readable form", async () => {
  const { admin } = await buildCompany(app);
  const { secret, recoveryCodes } = await switchOn(admin);
  const raw = Buffer.from(Secret.fromBase32(secret).bytes);
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ sealed: Buffer }>("select sealed from second_factors where user_id = $1", [admin.id]),
  );
  expect(rows[0]?.sealed.includes(raw)).toBe(false);
  expect(rows[0]?.sealed.toString("latin1")).not.toContain(secret);
  const codes = await withClient(app.connection, (client) =>
    client.query<{ text: string }>("select r::text as text from recovery_codes r where user_id = $1", [
      admin.id,
    ]),
  );
  for (const { text } of codes.rows) for (const code of recoveryCodes) expect(text).not.toContain(code);
});
