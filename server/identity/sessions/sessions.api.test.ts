import { afterAll, beforeAll, expect, test } from "vitest";
import {
  acceptTerms,
  changePassword,
  endOtherSessions,
  forgotPassword,
  listSessions,
  login,
  logout,
  resetPassword,
} from "#contract/identity/sessions.ts";
import {
  deactivateUser,
  getCurrentUser,
  inviteUser,
  revealTempPassword,
  updateUser,
} from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const signIn = (email: string, password: string, rememberMe = false) =>
  call(app.url, null, login, { email, password, rememberMe });

test("sign-in returns the person, a token and its expiry, and sets a cookie with another secret", async () => {
  const { admin, agent } = await buildCompany(app);
  const { body, headers } = await signIn(admin.email.toUpperCase(), testPassword);
  expect(body.user).toMatchObject({ email: admin.email, role: "workspace_admin", hasAcceptedTerms: true });
  const cookie = headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  expect(cookie).not.toContain(body.sessionToken);
  expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(12.1 * 3600_000);
  const remembered = await signIn(agent.email, testPassword, true);
  expect(Date.parse(remembered.body.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
});

test("a wrong password and an unknown address get the same response", async () => {
  const { admin } = await buildCompany(app);
  const wrong = await signIn(admin.email, "not the password");
  const unknown = await signIn("nobody@example.com", "not the password");
  expect(wrong.status).toBe(401);
  expect({ ...wrong.error, requestId: "" }).toEqual({ ...unknown.error, requestId: "" });
});

test("the cookie allows reads, never writes", async () => {
  const { admin } = await buildCompany(app);
  const headers = { cookie: `footnote=${admin.cookie}` };
  expect((await fetch(`${app.url}/api/users/me`, { headers })).status).toBe(200);
  expect((await fetch(`${app.url}/api/auth/sessions/end-others`, { method: "POST", headers })).status).toBe(
    401,
  );
  // nor does the header token work as a cookie, or the cookie as a header token
  expect(
    (await fetch(`${app.url}/api/users/me`, { headers: { cookie: `footnote=${admin.token}` } })).status,
  ).toBe(401);
  expect((await call(app.url, admin.cookie, getCurrentUser)).status).toBe(401);
});

test("a call from another site is refused whatever credentials it carries", async () => {
  const { admin } = await buildCompany(app);
  const foreignHeaders: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const foreign of foreignHeaders) {
    expect((await admin.call(logout, {}, { headers: foreign })).status).toBe(403);
  }
});

test("signing out ends header token and cookie immediately", async () => {
  const { admin } = await buildCompany(app);
  await admin.call(logout);
  expect((await admin.call(getCurrentUser)).status).toBe(401);
  expect(
    (await fetch(`${app.url}/api/users/me`, { headers: { cookie: `footnote=${admin.cookie}` } })).status,
  ).toBe(401);
});

test("a changed password keeps the browser remembered", async () => {
  const { agent } = await buildCompany(app);
  for (const rememberMe of [false, true]) {
    const password = rememberMe ? "a second walk in the rain 7" : testPassword;
    const { body } = await signIn(agent.email, password, rememberMe);
    const changed = await call(app.url, body.sessionToken, changePassword, {
      currentPassword: password,
      newPassword: rememberMe ? "a third walk in the rain 7" : "a second walk in the rain 7",
    });
    const days = (Date.parse(changed.body.expiresAt) - Date.now()) / 86_400_000;
    expect(days > 29).toBe(rememberMe);
  }
});

test("an idle session ends after its time, a remembered one does not", async () => {
  const { agent } = await buildCompany(app);
  const short = await signIn(agent.email, testPassword);
  const long = await signIn(agent.email, testPassword, true);
  app.clock.advance(31 * 60_000);
  expect((await call(app.url, short.body.sessionToken, getCurrentUser)).status).toBe(401);
  expect((await call(app.url, long.body.sessionToken, getCurrentUser)).status).toBe(200);
});

test("an invited person signs in once with the temporary password, changes it, accepts the terms, and is signed in", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const email = `new-${crypto.randomUUID()}@example.com`;
  const invited = await admin.call(inviteUser, { email, role: "agent", workspaceId });
  expect(invited.status).toBe(201);
  expect(invited.body).toMatchObject({ emailSent: true, tempPassword: null });
  const mail = app.mail.sent.findLast((message) => message.to === email);
  const password = /^\s{4}(\S+)$/m.exec(mail?.text ?? "")?.[1] ?? "";
  const revealed = await admin.call(revealTempPassword, { id: invited.body.id });
  expect(revealed.body.tempPassword).toBe(password);
  // of ten at the same moment, exactly one gets in
  const tries = await Promise.all(Array.from({ length: 10 }, () => signIn(email, password)));
  expect(tries.filter((reply) => reply.status === 200)).toHaveLength(1);
  const token = tries.find((reply) => reply.status === 200)?.body.sessionToken ?? "";
  expect((await admin.call(revealTempPassword, { id: invited.body.id })).status).toBe(404);
  const kept = await call(app.url, token, changePassword, { newPassword: password });
  expect(kept.status).toBe(400);
  const changed = await call(app.url, token, changePassword, { newPassword: "seven green bottles" });
  expect(changed.status).toBe(200);
  expect((await call(app.url, token, getCurrentUser)).status).toBe(401);
  const accepted = await call(app.url, changed.body.sessionToken, acceptTerms);
  expect(accepted.body).toMatchObject({
    hasAcceptedTerms: true,
    hasAcceptedPrivacy: true,
    mustChangePassword: false,
  });
  expect((await admin.call(inviteUser, { email, role: "agent", workspaceId })).error.error).toContain(
    "already exists",
  );
});

test("without mail the invitation shows the temporary password once", async () => {
  const quiet = await startTestApp({ mail: "none" });
  try {
    const { admin, workspaceId } = await buildCompany(quiet);
    const invited = await admin.call(inviteUser, { email: "x@example.com", role: "agent", workspaceId });
    expect(invited.body.emailSent).toBe(false);
    expect(
      (
        await call(quiet.url, null, login, {
          email: "x@example.com",
          password: invited.body.tempPassword ?? "",
        })
      ).status,
    ).toBe(200);
  } finally {
    await quiet.close();
  }
});

test("common passwords, short ones and those made from the person's name are refused", async () => {
  const { admin } = await buildCompany(app);
  for (const newPassword of ["password1", "1234567", "aaaaaaaaaa", "Company2026!"]) {
    const refused = await admin.call(changePassword, { currentPassword: testPassword, newPassword });
    expect(refused.status, newPassword).toBe(400);
  }
  const unicode = await admin.call(changePassword, {
    currentPassword: testPassword,
    newPassword: "žluťoučký kůň 🐎",
  });
  expect(unicode.status).toBe(200);
  expect((await signIn(admin.email, "žluťoučký kůň 🐎")).status).toBe(200);
});

test("a forgotten password is reset with the link in the email, once", async () => {
  const { admin } = await buildCompany(app);
  const known = await call(app.url, null, forgotPassword, { email: admin.email });
  const unknown = await call(app.url, null, forgotPassword, { email: "nobody@example.com" });
  expect(known.body).toEqual(unknown.body);
  await expect.poll(() => app.mail.sent.some((message) => message.to === admin.email)).toBe(true);
  const token =
    /token=(\S+)/.exec(app.mail.sent.findLast((message) => message.to === admin.email)?.text ?? "")?.[1] ??
    "";
  expect(
    (await call(app.url, null, resetPassword, { token, newPassword: "nine tall chimneys" })).status,
  ).toBe(200);
  expect((await call(app.url, null, resetPassword, { token, newPassword: "nine tall windows" })).status).toBe(
    400,
  );
  expect((await admin.call(getCurrentUser)).status).toBe(401);
  expect((await signIn(admin.email, "nine tall chimneys")).status).toBe(200);
});

test("deactivation and a role change end all of a person's sessions, including open streams", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  for (const change of ["deactivate", "role"] as const) {
    const person = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
    const stream = await fetch(`${app.url}/api/events`, { headers: { cookie: `footnote=${person.cookie}` } });
    const reader = stream.body?.getReader();
    await reader?.read();
    const started = Date.now();
    if (change === "deactivate") await admin.call(deactivateUser, { id: person.id });
    else await admin.call(updateUser, { id: person.id, role: "workspace_admin" });
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
      continue;
    expect(Date.now() - started).toBeLessThan(1000);
    expect((await person.call(getCurrentUser)).status).toBe(401);
  }
});

test("people see their own sessions and can end the others", async () => {
  const { admin } = await buildCompany(app);
  const other = await signIn(admin.email, testPassword);
  const { body } = await admin.call(listSessions);
  expect(body.filter((session) => session.current)).toHaveLength(1);
  expect((await admin.call(endOtherSessions)).body.ended).toBe(1);
  expect((await call(app.url, other.body.sessionToken, getCurrentUser)).status).toBe(401);
  expect((await admin.call(getCurrentUser)).status).toBe(200);
});

test("guessing is throttled per account and address, and forged headers change nothing", async () => {
  const strict = await startTestApp({ env: { LIMIT_FACTOR: "1" } });
  try {
    const { admin } = await buildCompany(strict);
    const guess = (n: number) =>
      call(
        strict.url,
        null,
        login,
        { email: admin.email, password: `guess number ${n}` },
        { headers: { "x-forwarded-for": `10.0.0.${n}` } },
      );
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)));
    expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(10);
    const limited = replies.find((reply) => reply.status === 429);
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});

test("people cannot change their own role, and the last super admin stays", async () => {
  const { admin } = await buildCompany(app);
  expect((await admin.call(updateUser, { id: admin.id, role: "agent" })).status).toBe(403);
  const lonely = await startTestApp();
  try {
    const first = await buildPerson(lonely, { role: "super_admin", companyId: null, workspaceIds: [] });
    const second = await buildPerson(lonely, { role: "super_admin", companyId: null, workspaceIds: [] });
    expect((await first.call(deactivateUser, { id: second.id })).status).toBe(200);
    expect((await first.call(deactivateUser, { id: first.id })).status).toBe(403);
    expect((await first.call(updateUser, { id: first.id, isActive: false })).status).toBe(409);
  } finally {
    await lonely.close();
  }
});

test("signing out clears the session's cookie, and the device's unless the person chose to be remembered", async () => {
  const { agent } = await buildCompany(app);
  const signIn = async (rememberMe: boolean) => {
    const reply = await call(app.url, null, login, {
      email: agent.email,
      password: testPassword,
      rememberMe,
    });
    const device = /footnote-device=[\w-]{43}/.exec(reply.headers.get("set-cookie") ?? "")?.[0] ?? "";
    expect(device).not.toBe("");
    return { token: reply.body.sessionToken, device };
  };
  const devices = () =>
    withClient(app.connection, async (client) => {
      const { rows } = await client.query("select 1 from known_devices where user_id = $1", [agent.id]);
      return rows.length;
    });
  const cleared = async ({ token, device }: { token: string; device: string }) => {
    const { headers } = await call(app.url, token, logout, {}, { headers: { cookie: device } });
    return headers
      .getSetCookie()
      .filter((cookie) => cookie.includes("=;"))
      .map((cookie) => cookie.split("=")[0] ?? "")
      .toSorted();
  };
  const session = ["__Host-footnote", "footnote", "footnote_company"];
  expect(await cleared(await signIn(true))).toEqual(session);
  expect(await devices()).toBe(1);
  expect(await cleared(await signIn(false))).toEqual(
    [...session, "__Host-footnote-device", "footnote-device"].toSorted(),
  );
  // the cookie of the remembered browser
  expect(await devices()).toBe(1);
});

test("a call without a session gets the specified 'Not authenticated'", async () => {
  for (const token of [null, "A".repeat(43)]) {
    const { status, error } = await call(app.url, token, getCurrentUser);
    expect([status, error.code, error.error]).toEqual([401, "unauthenticated", "Not authenticated"]);
  }
});
