import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNotifications } from "#contract/notices/notifications.ts";
import { changePassword, login } from "#contract/identity/sessions.ts";
import { inviteUser, reinviteUser, revealTempPassword } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { call } from "#testing/call.ts";

/** Invitations through a real mail server on this machine. */
let smtp: SMTPServer;
let app: TestApp;
const letters: string[] = [];
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (address, _session, done) =>
      done(address.address.startsWith("refused") ? new Error("no such mailbox") : undefined),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        letters.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  app = await startTestApp({
    mail: "none",
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: "https://answers.example" },
  });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

/** The email to a person with their temporary password; lines wrapped by mail are joined. */
function letterTo(email: string): { text: string; password: string } {
  const text = (letters.findLast((letter) => letter.includes(`To: ${email}`)) ?? "").replace(/=\r?\n/g, "");
  return { text, password: /^ {4}(\S+)\r?$/m.exec(text)?.[1] ?? "" };
}

const signIn = (email: string, password: string) => call(app.url, null, login, { email, password });

test("an invitation arrives by email with the address to open and a password that works once", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const email = "new.person@example.com";
  const invited = await admin.call(inviteUser, { email, role: "agent", workspaceId });
  expect(invited.body).toMatchObject({ emailSent: true, tempPassword: null });
  const { text, password } = letterTo(email);
  expect(text).toContain("https://answers.example/login");
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, password)).status).toBe(401);
});

test("when the mailbox refuses, the response shows the temporary password once", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const email = "refused.person@example.com";
  const invited = await admin.call(inviteUser, { email, role: "agent", workspaceId });
  expect(invited.body.emailSent).toBe(false);
  expect((await signIn(email, invited.body.tempPassword ?? "")).status).toBe(200);
});

test("the inviter, super admins included, is notified of the first sign-in", async () => {
  const { admin, companyId, workspaceId } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  for (const [inviter, email] of [
    [admin, "refused.first@example.com"],
    [superAdmin, "refused.second@example.com"],
  ] as const) {
    const invited = await inviter.call(inviteUser, { email, role: "agent", companyId, workspaceId });
    const arrived = await signIn(email, invited.body.tempPassword ?? "");
    await call(app.url, arrived.body.sessionToken, changePassword, { newPassword: "nine tall chimneys" });
    await expect
      .poll(async () => (await inviter.call(listNotifications, {})).body.rows, { timeout: 10_000 })
      .toMatchObject([{ kind: "invitation_accepted", title: `${email} has joined` }]);
  }
});

test("another invitation replaces the password, even after seven days, but not once the person has signed in", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const email = "twice@example.com";
  const { body } = await admin.call(inviteUser, { email, role: "agent", workspaceId });
  const first = letterTo(email).password;
  app.clock.advance(8 * 86_400_000);
  const { body: signedIn } = await call(app.url, null, login, {
    email: admin.email,
    password: "a walk in the rain 7",
  });
  const again = await call(app.url, signedIn.sessionToken, reinviteUser, { id: body.id });
  expect(again.body.emailSent).toBe(true);
  const second = letterTo(email).password;
  expect(second).not.toBe(first);
  const revealed = await call(app.url, signedIn.sessionToken, revealTempPassword, { id: body.id });
  expect(revealed.body.tempPassword).toBe(second);
  expect((await signIn(email, first)).status).toBe(401);
  const arrived = await signIn(email, second);
  expect(arrived.status).toBe(200);
  await call(app.url, arrived.body.sessionToken, changePassword, { newPassword: "nine tall chimneys" });
  const late = await call(app.url, signedIn.sessionToken, reinviteUser, { id: body.id });
  expect(late.status).toBe(409);
});
