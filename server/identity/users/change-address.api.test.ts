import { afterAll, beforeAll, expect, test } from "vitest";
import { listRecord } from "#contract/evidence/record.ts";
import { login, resetPassword } from "#contract/identity/sessions.ts";
import { changeAddress, getCurrentUser, inviteUser, listUsers } from "#contract/identity/users.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { insertReset } from "#server/identity/sessions/store.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, buildSuperAdmin, testPassword } from "#testing/build.ts";
import { call, rowsOf } from "#testing/call.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const newAddress = () => `new-${crypto.randomUUID()}@example.com`;

test("an administrator changes an address: sessions and mailed links end, the password stays, both addresses are told", async () => {
  const { admin, agent, companyId } = await buildCompany(app);
  const token = newToken();
  await systemCaller(app.services, "test").transact((ctx) =>
    insertReset(ctx, {
      company_id: companyId,
      user_id: agent.id,
      token_hash: hashToken(token),
      expires_at: new Date(ctx.now.getTime() + 3_600_000),
    }),
  );
  const email = newAddress();
  const { status, body } = await admin.call(changeAddress, {
    id: agent.id,
    email: ` ${email.toUpperCase()} `,
  });
  expect([status, body.email]).toEqual([200, email]);
  expect((await agent.call(getCurrentUser)).status).toBe(401);
  expect((await call(app.url, null, login, { email: agent.email, password: testPassword })).status).toBe(401);
  expect((await call(app.url, null, login, { email, password: testPassword })).status).toBe(200);
  const reset = await call(app.url, null, resetPassword, { token, newPassword: "nine tall chimneys" });
  expect(reset.status).toBe(400);
  await expect
    .poll(() => app.mail.sent.filter(({ to }) => to === email || to === agent.email).map(({ to }) => to))
    .toEqual(expect.arrayContaining([email, agent.email]));
  const told = app.mail.sent.filter(({ to }) => to === agent.email);
  expect(told.at(-1)?.text).toContain(email);
  const { rows } = (await admin.call(listRecord, { action: "user.change-address" })).body;
  expect(rows.map(({ before, after }) => [before, after])).toEqual([[{ email: agent.email }, { email }]]);
  expect((await admin.call(changeAddress, { id: agent.id, email })).status).toBe(400);
});

test("an unused temporary password ends with the address it was sent to", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const wrong = newAddress();
  const { id } = (await admin.call(inviteUser, { email: wrong, role: "agent", workspaceId })).body;
  const mailed = app.mail.sent.findLast(({ to }) => to === wrong)?.text ?? "";
  const password = /^ {4}(\S+)$/m.exec(mailed)?.[1] ?? "";
  expect(password).not.toBe("");
  const email = newAddress();
  const { body } = await admin.call(changeAddress, { id, email });
  expect([body.hasTempPassword, body.mustChangePassword]).toEqual([false, true]);
  for (const address of [wrong, email])
    expect((await call(app.url, null, login, { email: address, password })).status).toBe(401);
});

test("a taken address, another company's person and a super admin's row are refused, and nothing changes", async () => {
  const { admin, agent } = await buildCompany(app);
  const elsewhere = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const taken = await admin.call(changeAddress, { id: agent.id, email: elsewhere.agent.email });
  expect([taken.status, taken.error.error]).toEqual([409, "A user with this email already exists."]);
  const email = newAddress();
  for (const id of [elsewhere.agent.id, superAdmin.id, 2_000_000_000])
    expect((await admin.call(changeAddress, { id, email })).status).toBe(404);
  expect((await agent.call(changeAddress, { id: agent.id, email })).status).toBe(403);
  expect((await superAdmin.call(changeAddress, { id: agent.id, email: "no address" })).status).toBe(400);
  const emails = rowsOf((await admin.call(listUsers, {})).body).map((user) => user.email);
  expect(emails.toSorted()).toEqual([admin.email, agent.email].toSorted());
});

test("two administrators who give the same address to two people: one of them is refused", async () => {
  const { admin, agent, companyId, workspaceId } = await buildCompany(app);
  const other = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
  const third = await buildPerson(app, { role: "agent", companyId, workspaceIds: [workspaceId] });
  const email = newAddress();
  const answers = await Promise.all([
    admin.call(changeAddress, { id: agent.id, email }),
    other.call(changeAddress, { id: third.id, email }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
