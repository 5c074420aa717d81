import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCompanies } from "#contract/identity/companies.ts";
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from "#contract/identity/second-factor.ts";
import { acceptTerms, login } from "#contract/identity/sessions.ts";
import { getCurrentUser } from "#contract/identity/users.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { ensureAdmin } from "#server/identity/users/first-admin.ts";

const admin = { email: "root@example.com", password: "seven green bottles" };
const day = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    // as an installation without this setting
    env: { SUPER_ADMIN_SECOND_FACTOR: "", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });
  await ensureAdmin(app.services);
});
afterAll(() => app.close());

test("the first super admin can work for seven days, sees the deadline, and must then set up a second factor first", async () => {
  const arrived = await call(app.url, null, login, admin);
  expect(arrived.status).toBe(200);
  const due = Date.parse(arrived.body.user.secondFactorDueAt ?? "");
  expect(Math.abs(due - app.services.clock.now().getTime() - 7 * day)).toBeLessThan(60_000);
  expect(arrived.body.user.mustSetUpSecondFactor).toBe(false);
  await call(app.url, arrived.body.sessionToken, acceptTerms);
  expect((await call(app.url, arrived.body.sessionToken, listCompanies)).status).toBe(200);

  app.clock.advance(7 * day + 1000);
  const later = await call(app.url, null, login, admin);
  expect(later.body.user).toMatchObject({ mustSetUpSecondFactor: true, secondFactorDueAt: null });
  const token = later.body.sessionToken;
  const refused = await call(app.url, token, listCompanies);
  expect(refused.status).toBe(403);
  expect(refused.error).toMatchObject({
    code: "second_factor_setup_required",
    error: "Super admins need two-step verification. Set it up first.",
  });
  expect((await call(app.url, token, getSecondFactor)).body).toMatchObject({ isOn: false, isRequired: true });

  const begun = await call(app.url, token, beginSecondFactor, { password: admin.password });
  const code = new TOTP({ secret: Secret.fromBase32(begun.body.secret) }).generate({
    timestamp: app.services.clock.now().getTime(),
  });
  expect((await call(app.url, token, confirmSecondFactor, { code })).status).toBe(200);
  expect((await call(app.url, token, listCompanies)).status).toBe(200);
  expect((await call(app.url, token, getCurrentUser)).body).toMatchObject({
    mustSetUpSecondFactor: false,
    secondFactorDueAt: null,
  });
});

test("the rule for super admins does not apply to a company's people", async () => {
  const { admin: workspaceAdmin, agent } = await buildCompany(app);
  app.clock.advance(8 * day);
  for (const { email } of [workspaceAdmin, agent]) {
    const { user } = (await call(app.url, null, login, { email, password: testPassword })).body;
    expect(user).toMatchObject({ mustSetUpSecondFactor: false, secondFactorDueAt: null });
  }
  const root = await buildSuperAdmin(app);
  expect((await root.call(getCurrentUser)).body.secondFactorDueAt).not.toBeNull();
});

test("the setting disables the requirement or starts it at once; the demo has it only if configured", () => {
  const after = (env: Record<string, string>) =>
    readConfig({ SECRET_KEY: "00112233445566778899aabbccddeeff".repeat(2), ...env }, [])
      .superAdminSecondFactorAfterDays;
  expect(after({})).toBe(7);
  expect(after({ SUPER_ADMIN_SECOND_FACTOR: "optional" })).toBeNull();
  expect(after({ SUPER_ADMIN_SECOND_FACTOR_GRACE_DAYS: "0" })).toBe(0);
  expect(after({ SCENARIO: "demo" })).toBeNull();
  expect(after({ SCENARIO: "demo", SUPER_ADMIN_SECOND_FACTOR: "required" })).toBe(7);
  expect(() => after({ SUPER_ADMIN_SECOND_FACTOR: "no" })).toThrow(/SUPER_ADMIN_SECOND_FACTOR/);
});
