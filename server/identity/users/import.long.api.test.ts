import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/identity/sessions.ts";
import { importUsers } from "#contract/identity/user-import.ts";
import { listUsers, revealTempPassword } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin, type TestPerson } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const header = "Email,First Name,Last Name,Role,Workspaces";
const address = () => `person-${crypto.randomUUID()}@example.com`;

async function usersOf(person: TestPerson) {
  const { body } = await person.call(listUsers, {});
  return Array.isArray(body) ? body : body.rows;
}

test("a dry run reports each line's outcome and changes nothing", async () => {
  const { admin, agent } = await buildCompany(app);
  const foreign = await buildCompany(app);
  const before = await usersOf(admin);
  const fresh = address();
  const csv = [
    header,
    `${fresh},Ada,Byron,Agent,Main`,
    `${fresh},,,Agent,Main`,
    `${agent.email},,,Agent,Main`,
    // that someone has an account elsewhere is revealed only by a real invitation
    `${foreign.agent.email},,,Agent,Main`,
    `x,,,Agent,Main`,
    `${address()},,,Super Admin,Main`,
    `${address()},,,Agent,Elsewhere`,
  ].join("\n");
  const { status, body } = await admin.call(importUsers, { csv, dryRun: true });
  expect(status).toBe(200);
  expect(body.invited).toBe(2);
  expect(body.lines.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, "invite"],
    [3, "duplicate"],
    [4, "exists"],
    [5, "invite"],
    [6, "bad_email"],
    [7, "bad_role"],
    [8, "unknown_workspace"],
  ]);
  expect(await usersOf(admin)).toEqual(before);
  expect(app.mail.sent.filter(({ to }) => to === fresh)).toEqual([]);
});

test("the import invites everyone it can, each with a password that works once", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const [one, two] = [address(), address()];
  const csv = [
    header,
    `${one},Ada,Byron,Workspace Admin,Main`,
    "broken,,,Agent,Main",
    `${two},,,agent,main`,
  ].join("\n");
  const { body } = await admin.call(importUsers, { csv, dryRun: false });
  expect(body.invited).toBe(2);
  expect(body.lines.map(({ message }) => message)).toEqual([
    "Invited.",
    "This is not an email address.",
    "Invited.",
  ]);
  await expect
    .poll(() => app.mail.sent.filter(({ to }) => [one, two].includes(to)).length, { timeout: 20_000 })
    .toBe(2);
  expect((await usersOf(admin)).find(({ email }) => email === one)).toMatchObject({
    firstName: "Ada",
    role: "workspace_admin",
    workspaceId,
    mustChangePassword: true,
    hasTempPassword: true,
  });
  const letter = app.mail.sent.find(({ to }) => to === one);
  const password = /^ {4}(\S+)$/m.exec(letter?.text ?? "")?.[1] ?? "";
  const signedIn = await call(app.url, null, login, { email: one, password });
  expect(signedIn.body.user.mustChangePassword).toBe(true);
  // the same file again invites nobody twice
  const again = await admin.call(importUsers, { csv, dryRun: false });
  expect(again.body.invited).toBe(0);
  expect(again.body.lines.map(({ outcome }) => outcome)).toEqual(["exists", "bad_email", "exists"]);
});

test("without a mail server the temporary passwords wait in the users table", async () => {
  const quiet = await startTestApp({ mail: "none" });
  try {
    const { admin } = await buildCompany(quiet);
    const email = address();
    await admin.call(importUsers, { csv: `${header}\n${email},,,Agent,Main`, dryRun: false });
    const find = async () => (await usersOf(admin)).find((user) => user.email === email);
    await expect.poll(async () => (await find())?.hasTempPassword, { timeout: 20_000 }).toBe(true);
    const shown = await admin.call(revealTempPassword, { id: (await find())?.id ?? 0 });
    const { status } = await call(quiet.url, null, login, {
      email,
      password: shown.body.tempPassword,
    });
    expect(status).toBe(200);
  } finally {
    await quiet.close();
  }
});

test("five thousand lines are imported in one call", async () => {
  // without workers: their passwords are created later, fifty per job
  const still = await startTestApp({ worker: false });
  try {
    const { admin } = await buildCompany(still);
    const lines = Array.from(
      { length: 5000 },
      (_, n) => `person${n}@many.example.com,Person,${n},Agent,Main`,
    );
    const csv = [header, ...lines].join("\n");
    const { status, body } = await admin.call(importUsers, { csv, dryRun: false });
    expect([status, body.invited]).toEqual([200, 5000]);
    const page = await admin.call(listUsers, { page: 200, pageSize: 25, sort: "user" });
    expect(Array.isArray(page.body) ? null : [page.body.rows.length, page.body.total]).toEqual([25, 5002]);
    const tooMany = await admin.call(importUsers, {
      csv: `${csv}\nx@example.com,,,Agent,Main`,
      dryRun: true,
    });
    expect(tooMany.error.error).toBe("Import at most 5,000 lines at a time. Split the file.");
  } finally {
    await still.close();
  }
});

test("a super admin names the company; another company's workspaces are unknown", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const { companyId } = await buildCompany(app);
  const csv = `${header}\n${address()},,,Agent,Main`;
  expect((await superAdmin.call(importUsers, { csv, dryRun: true })).error.fields).toEqual({
    companyId: "Choose a company first.",
  });
  const { body } = await superAdmin.call(importUsers, { csv, dryRun: true, companyId });
  expect(body.lines[0]?.outcome).toBe("invite");
});

test("a dry run is on record and reveals nothing about people of other companies", async () => {
  const { admin, agent, companyId } = await buildCompany(app);
  const foreign = await buildCompany(app);
  const csv = [header, `${agent.email},,,Agent,Main`, `${foreign.admin.email},,,Agent,Main`].join("\n");
  const { body } = await admin.call(importUsers, { csv, dryRun: true });
  expect(body.lines.map(({ outcome }) => outcome)).toEqual(["exists", "invite"]);
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ after: unknown }>(
      "select after from audit_events where company_id = $1 and action = 'user.import.try'",
      [companyId],
    ),
  );
  expect(rows).toEqual([{ after: { lines: 2 } }]);
});
