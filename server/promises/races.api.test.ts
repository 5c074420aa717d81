import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, rateAnswer } from "#contract/answering/answers.ts";
import { forgotPassword, login, resetPassword } from "#contract/identity/sessions.ts";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import { createTheme, getTheme, updateTheme } from "#contract/knowledge/themes.ts";
import { deactivateUser, inviteUser } from "#contract/identity/users.ts";
import type { RuleName } from "#server/kernel/config/limit-rules.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { call, formOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildEmptyTheme, buildTheme } from "#testing/documents.ts";

/** P28: one below a limit, exactly one of many simultaneous calls passes. */
let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ env: { LIMIT_FACTOR: "1" } })));
afterAll(() => app.close());

const at = 50;
const repeats = 20;
const points: Partial<Record<RuleName, number>> = {
  "sign-in": 60,
  reset: 20,
  lead: 20,
  export: 30,
  "failures-pair": 10,
  "failures-account": 50,
  "failures-device": 10,
  "failures-code": 10,
  "failures-session": 10,
  "reset-account": 5,
};

test("each limit, one below its maximum, lets one of fifty simultaneous calls through, twenty times in a row", async () => {
  const lines: string[] = [];
  for (const [rule, limit] of Object.entries(points) as [RuleName, number][]) {
    let wrong = 0;
    for (let n = 0; n < repeats; n++) {
      const key = `race ${n} ${crypto.randomUUID()}`;
      for (let used = 0; used < limit - 1; used++) await app.services.limits.consume(rule, key);
      const tries = await Promise.allSettled(
        Array.from({ length: at }, () => app.services.limits.consume(rule, key)),
      );
      if (tries.filter((result) => result.status === "fulfilled").length !== 1) wrong += 1;
    }
    lines.push(`${rule} ${wrong}/${repeats}`);
    expect(wrong, rule).toBe(0);
  }
  console.info(`${at} at once at the limit less one, wrong of ${repeats}: ${lines.join(", ")}`);
});

test("one address invited fifty times at once becomes one user, and the other calls report that it exists", async () => {
  const { admin, workspaceId } = await buildCompany(app);
  const email = `once-${crypto.randomUUID()}@example.com`;
  const replies = await Promise.all(
    Array.from({ length: at }, () => admin.call(inviteUser, { email, role: "agent", workspaceId })),
  );
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
  for (const reply of replies.filter((other) => other.status !== 201)) {
    expect(reply.status).toBe(409);
    expect(reply.error.error).toBe("A user with this email already exists.");
  }
});

test("a temporary password and a reset link work for one of fifty simultaneous calls", async () => {
  const lifted = await startTestApp();
  try {
    const { admin, workspaceId } = await buildCompany(lifted);
    const email = "race@example.com";
    await admin.call(inviteUser, { email, role: "agent", workspaceId });
    const letter = () => lifted.mail.sent.findLast((mail) => mail.to === email)?.text ?? "";
    const password = /^\s{4}(\S+)$/m.exec(letter())?.[1] ?? "";
    const signIns = await Promise.all(
      Array.from({ length: at }, () => call(lifted.url, null, login, { email, password })),
    );
    expect(signIns.filter((reply) => reply.status === 200)).toHaveLength(1);
    await call(lifted.url, null, forgotPassword, { email: admin.email });
    const link = () => lifted.mail.sent.findLast((mail) => mail.to === admin.email)?.text ?? "";
    await expect.poll(link).toContain("token=");
    const token = /token=(\S+)/.exec(link())?.[1] ?? "";
    const resets = await Promise.all(
      Array.from({ length: at }, (_, n) =>
        call(lifted.url, null, resetPassword, { token, newPassword: `nine tall chimneys ${n}` }),
      ),
    );
    expect(resets.filter((reply) => reply.status === 200)).toHaveLength(1);
  } finally {
    await lifted.close();
  }
});

test("when the last two super admins remove each other at the same moment, one stays", async () => {
  for (let n = 0; n < 10; n++) {
    const [first, second] = [await buildSuperAdmin(app), await buildSuperAdmin(app)];
    await withClient(app.connection, (client) =>
      client.query("update users set is_active = false where role = 'super_admin' and id <> all($1)", [
        [first.id, second.id],
      ]),
    );
    await Promise.all([
      first.call(deactivateUser, { id: second.id }),
      second.call(deactivateUser, { id: first.id }),
    ]);
    const { rows } = await withClient(app.connection, (client) =>
      client.query<{ n: number }>(
        "select count(*)::int as n from users where role = 'super_admin' and is_active",
      ),
    );
    expect(rows[0]?.n).toBe(1);
  }
});

test("an upload accepts no more files than allowed, whatever their number", async () => {
  const { admin } = await buildCompany(app);
  const theme = (await admin.call(createTheme, { name: "Many" })).body;
  const files = Array.from({ length: 11 }, (_, n) => ({ name: `${n}.txt`, bytes: `File ${n}.` }));
  const reply = await admin.call(uploadDocuments, { id: theme.id }, { form: formOf(...files) });
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ n: number }>("select count(*)::int as n from documents where theme_id = $1", [theme.id]),
  );
  expect(rows[0]?.n).toBeLessThanOrEqual(10);
  expect(reply.status).toBeLessThan(500);
});

test("limits return 429 with the seconds to wait", async () => {
  const { admin } = await buildCompany(app);
  let limited = await call(app.url, null, forgotPassword, { email: admin.email });
  for (let n = 0; n < 25 && limited.status !== 429; n++)
    limited = await call(app.url, null, forgotPassword, { email: admin.email });
  expect(limited.status).toBe(429);
  expect(limited.error.code).toBe("limit_exceeded");
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("fifty simultaneous bad ratings of one answer notify the administrators once", async () => {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin);
  const question = { themeId: theme.id, userQuery: "How many days to return a product?", sessionId: "s" };
  const { interactionId } = (await admin.call(ask, question)).body;
  await Promise.all(
    Array.from({ length: at }, () => admin.call(rateAnswer, { interactionId, rating: "bad" })),
  );
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ n: number }>(
      "select count(*)::int as n from notifications where kind = 'bad_rating' and link like '%interaction=' || $1",
      [String(interactionId)],
    ),
  );
  expect(rows[0]?.n).toBe(1);
});

test("of two changes of the same version at the same moment, one is refused", async () => {
  const { admin, theme } = await buildEmptyTheme(app, "Fees");
  const { id, version } = (await admin.call(getTheme, { id: theme.id })).body;
  const both = ["One", "Two"].map((purpose) => admin.call(updateTheme, { id, purpose, version }));
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
});

test("two changes of different fields at the same moment both stay", async () => {
  const { admin, theme } = await buildEmptyTheme(app, "Fees");
  const change = { purpose: "Both", guidingInstructions: "stay" };
  await Promise.all(
    Object.entries(change).map(([field, value]) => admin.call(updateTheme, { id: theme.id, [field]: value })),
  );
  expect((await admin.call(getTheme, { id: theme.id })).body).toMatchObject(change);
});
