import { afterAll, beforeAll, expect, test } from "vitest";
import { updateCompany } from "#contract/identity/companies.ts";
import { endpoints } from "#contract/api.ts";
import {
  acceptTerms,
  changePassword,
  forgotPassword,
  login,
  privacyVersion,
  resetPassword,
  termsVersion,
} from "#contract/identity/sessions.ts";
import { getCurrentUser, inviteUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";

/** The steps from invitation to work, in order, on every path (Langfuse: a reset around the sign-on rule). */
let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const guarded = endpoints
  .map(({ spec }) => spec)
  .filter((spec) => spec.permission !== "public" && spec.allowedBeforeOnboarding !== true);

/** The code that each guarded read returns, with the header token, with the cookie, and on the streams. */
async function codesOf(session: { token: string; cookie: string }): Promise<Set<string>> {
  const codes = new Set<string>();
  for (const spec of guarded) {
    const path = app.url + spec.path.replace(/:\w+/g, "1");
    const ways: HeadersInit[] = [{ authorization: `Bearer ${session.token}` }];
    if (spec.method === "GET") ways.push({ cookie: `footnote=${session.cookie}` });
    for (const headers of ways) {
      const response = await fetch(path, { method: spec.method, headers });
      if (response.ok) {
        await response.body?.cancel();
        codes.add(`${response.status} ${spec.path}`);
      } else codes.add(((await response.json()) as { code: string }).code);
    }
  }
  return codes;
}

const sessionOf = (reply: { body: { sessionToken: string }; headers: Headers }) => ({
  token: reply.body.sessionToken,
  cookie: /footnote=([\w-]{43})/.exec(reply.headers.get("set-cookie") ?? "")?.[1] ?? "",
});

test("invitation, own password, terms, second factor: no step is skipped on header, cookie or stream", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  await admin.call(updateCompany, { id: companyId, requireSecondFactor: false });
  const email = `step-${crypto.randomUUID()}@example.com`;
  await admin.call(inviteUser, { email, role: "workspace_admin", workspaceId });
  const password =
    /^\s{4}(\S+)$/m.exec(app.mail.sent.findLast((mail) => mail.to === email)?.text ?? "")?.[1] ?? "";
  const first = sessionOf(await call(app.url, null, login, { email, password }));
  expect(await codesOf(first)).toEqual(new Set(["password_change_required"]));
  expect((await call(app.url, first.token, acceptTerms)).error.code).toBe("password_change_required");
  const changed = await call(app.url, first.token, changePassword, { newPassword: "nine tall chimneys" });
  const second = sessionOf(changed);
  expect(await codesOf(second)).toEqual(new Set(["terms_not_accepted"]));
  await admin.call(updateCompany, { id: companyId, requireSecondFactor: true });
  expect(await codesOf(second)).toEqual(new Set(["terms_not_accepted"]));
  await call(app.url, second.token, acceptTerms);
  const left = await codesOf(second);
  expect(left.delete("second_factor_setup_required")).toBe(true);
  // only the calls to set it up are open
  for (const call of ["auth/second-factor", "passkeys/creation-options", "auth/prove"])
    left.delete(`200 /api/${call}`);
  left.delete("invalid");
  expect(left).toEqual(new Set());
});

test("a reset by email leads to the same gates as any sign-in, and not past a temporary password", async () => {
  const { companyId, workspaceId } = await buildCompany(app);
  const visitor = await buildPerson(app, {
    role: "agent",
    companyId,
    workspaceIds: [workspaceId],
    acceptTerms: false,
  });
  const newcomer = await buildPerson(app, {
    role: "agent",
    companyId,
    workspaceIds: [workspaceId],
    mustChangePassword: true,
  });
  for (const { email } of [visitor, newcomer]) await call(app.url, null, forgotPassword, { email });
  const letter = (email: string) => app.mail.sent.findLast((mail) => mail.to === email)?.text ?? "";
  await expect.poll(() => letter(visitor.email)).toContain("token=");
  const token = /token=(\S+)/.exec(letter(visitor.email))?.[1] ?? "";
  const reset = await call(app.url, null, resetPassword, { token, newPassword: "nine tall chimneys" });
  // a reset signs nobody in
  expect(reset.body).toEqual({ success: true });
  expect(reset.headers.get("set-cookie") ?? "").not.toMatch(/footnote=/);
  const signedIn = sessionOf(
    await call(app.url, null, login, { email: visitor.email, password: "nine tall chimneys" }),
  );
  expect(await codesOf(signedIn)).toEqual(new Set(["terms_not_accepted"]));
  expect(letter(newcomer.email)).toBe("");
});

test("acceptance is on record with both versions, time and address; a new version is requested at the next call", async () => {
  const { companyId, workspaceId } = await buildCompany(app);
  const person = await buildPerson(app, {
    role: "agent",
    companyId,
    workspaceIds: [workspaceId],
    acceptTerms: false,
  });
  await person.call(acceptTerms);
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ document: string; version: string; address: string; accepted_at: Date }>(
      "select document, version, address, accepted_at from terms_acceptances where user_id = $1 order by document",
      [person.id],
    ),
  );
  expect(rows.map(({ document, version, address }) => [document, version, address])).toEqual([
    ["privacy", privacyVersion, "127.0.0.1"],
    ["terms", termsVersion, "127.0.0.1"],
  ]);
  expect(Math.abs((rows[0]?.accepted_at.getTime() ?? 0) - app.services.clock.now().getTime())).toBeLessThan(
    60_000,
  );
  for (const document of ["terms", "privacy"]) {
    // as if this version had come out after the person accepted the previous one
    await withClient(app.connection, (client) =>
      client.query(
        "update terms_acceptances set version = '2020-01-01' where user_id = $1 and document = $2",
        [person.id, document],
      ),
    );
    expect(await codesOf(person)).toEqual(new Set(["terms_not_accepted"]));
    await person.call(acceptTerms);
    expect((await person.call(getCurrentUser)).body).toMatchObject({
      hasAcceptedTerms: true,
      hasAcceptedPrivacy: true,
    });
  }
});

test("a temporary password expires after seven days, unused or not, and a reset admits no second one", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const email = `late-${crypto.randomUUID()}@example.com`;
  await admin.call(inviteUser, { email, role: "agent", workspaceId });
  const password =
    /^\s{4}(\S+)$/m.exec(app.mail.sent.findLast((mail) => mail.to === email)?.text ?? "")?.[1] ?? "";
  app.clock.advance(7 * 86_400_000 + 1000);
  const late = await call(app.url, null, login, { email, password });
  expect(late.status).toBe(401);
  expect(late.error.error).toContain("expired");
  expect(testPassword).not.toBe(password);
});
