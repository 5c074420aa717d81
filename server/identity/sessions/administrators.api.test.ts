import { afterAll, beforeAll, expect, test } from "vitest";
import { changePassword, listSessions, login, resetPassword } from "#contract/identity/sessions.ts";
import { hashPassword } from "#server/identity/users/password-hash.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { insertReset } from "./store.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const eleven = "tall chimne";
const twelve = "tall chimney";

test("an administrator's new password has at least 12 characters, an agent's eight", async () => {
  const { admin, agent } = await buildCompany(app);
  for (const person of [admin, await buildSuperAdmin(app)]) {
    const refused = await person.call(changePassword, {
      currentPassword: testPassword,
      newPassword: eleven,
    });
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toEqual({
      newPassword: "Password must be at least 12 characters long",
    });
    const changed = await person.call(changePassword, {
      currentPassword: testPassword,
      newPassword: twelve,
    });
    expect(changed.status).toBe(200);
  }
  const short = await agent.call(changePassword, { currentPassword: testPassword, newPassword: "chimneys" });
  expect(short.status).toBe(200);
});

test("a reset with a password too short for the role does not use up the link", async () => {
  const { admin, companyId } = await buildCompany(app);
  const token = newToken();
  await systemCaller(app.services, "test").transact((ctx) =>
    insertReset(ctx, {
      company_id: companyId,
      user_id: admin.id,
      token_hash: hashToken(token),
      expires_at: new Date(ctx.now.getTime() + 60_000),
    }),
  );
  const refused = await call(app.url, null, resetPassword, { token, newPassword: eleven });
  expect([refused.status, refused.error.error]).toEqual([
    400,
    "Password must be at least 12 characters long",
  ]);
  expect((await call(app.url, null, resetPassword, { token, newPassword: twelve })).status).toBe(200);
});

test("an administrator's earlier, shorter password still works", async () => {
  const { admin } = await buildCompany(app);
  const hash = await hashPassword("chimneys");
  await withClient(app.connection, (client) =>
    client.query("update users set password_hash = $2 where id = $1", [admin.id, hash]),
  );
  const arrived = await call(app.url, null, login, { email: admin.email, password: "chimneys" });
  expect(arrived.status).toBe(200);
});

test("administrators' sessions are not remembered: they end after 12 hours, or when idle", async () => {
  const { admin, agent } = await buildCompany(app);
  const root = await buildSuperAdmin(app);
  const hoursOf = async (email: string) => {
    const reply = await call(app.url, null, login, { email, password: testPassword, rememberMe: true });
    const left = Date.parse(reply.body.expiresAt) - app.services.clock.now().getTime();
    return { token: reply.body.sessionToken, hours: Math.round(left / 3_600_000) };
  };
  const sessions = await Promise.all([admin, root, agent].map(({ email }) => hoursOf(email)));
  expect(sessions.map(({ hours }) => hours)).toEqual([12, 12, 30 * 24]);
  app.clock.advance(31 * 60_000);
  const answers = await Promise.all(sessions.map(({ token }) => call(app.url, token, listSessions)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
});
