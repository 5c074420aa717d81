import { afterAll, beforeAll, expect, test } from "vitest";
import {
  listNotificationPreferences,
  listNotifications,
  readAllNotifications,
  readNotification,
  setNotificationPreference,
} from "#contract/notices/notifications.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { sendDigests } from "./digest.ts";
import { notify } from "./notify.ts";
import type { Notice } from "./notice.ts";
import { notifySpendNearLimit } from "./spend.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const notice: Notice = { kind: "bad_rating", title: "Rated bad", body: "", link: "/admin" };
const tell = (ids: number[], values: Partial<Notice> = {}) =>
  systemCaller(app.services, "test").transact((ctx) => notify(ctx, ids, { ...notice, ...values }));
const lettersTo = (email: string) => app.mail.sent.filter(({ to }) => to === email);

test("a notification is unread until it is read; only your own, one or all", async () => {
  const { admin, agent } = await buildCompany(app);
  await tell([admin.id, agent.id]);
  await tell([admin.id], { title: "Again" });
  const list = async () => (await admin.call(listNotifications, {})).body;
  expect(await list()).toMatchObject({
    unread: 2,
    rows: [{ title: "Again", isRead: false, link: "/admin" }, { title: "Rated bad" }],
  });
  const id = (await list()).rows[0]?.id ?? 0;
  expect((await agent.call(readNotification, { id })).status).toBe(404);
  await admin.call(readNotification, { id });
  expect((await list()).unread).toBe(1);
  await admin.call(readAllNotifications, {});
  expect((await list()).unread).toBe(0);
  expect((await agent.call(listNotifications, {})).body.unread).toBe(1);
});

test("the unread count is the number of unread entries in the bell", async () => {
  const { admin } = await buildCompany(app);
  const failed = { kind: "document_failed", link: "/themes?theme=1" } as const;
  const unread = async () => (await admin.call(listNotifications, {})).body.unread;
  await tell([admin.id], failed);
  await tell([admin.id], failed);
  await tell([admin.id], failed);
  expect(await unread()).toBe(1);
  await tell([admin.id], { ...failed, link: "/themes?theme=2" });
  expect(await unread()).toBe(2);
  await tell([admin.id]);
  await tell([admin.id]);
  await tell([admin.id], failed);
  expect(await unread()).toBe(5);
  // a read one between them separates the first from the third
  const { rows } = (await admin.call(listNotifications, {})).body;
  await admin.call(readNotification, { id: rows[5]?.id ?? 0 });
  expect(await unread()).toBe(6);
});

test("a person gets no notifications they switched off, and others still do", async () => {
  const { admin, agent } = await buildCompany(app);
  await admin.call(setNotificationPreference, { kind: "bad_rating", delivery: "off" });
  await tell([admin.id, agent.id]);
  await tell([admin.id], { kind: "document_failed" });
  expect((await admin.call(listNotifications, {})).body.rows.map(({ kind }) => kind)).toEqual([
    "document_failed",
  ]);
  expect((await agent.call(listNotifications, {})).body.unread).toBe(1);
});

test("each role chooses among its own events, in the bell by default", async () => {
  const { admin, agent } = await buildCompany(app);
  const superAdmin = await buildSuperAdmin(app);
  const kindsOf = async (person: typeof admin) =>
    (await person.call(listNotificationPreferences, {})).body.rows.map(({ kind }) => kind);
  expect(await kindsOf(agent)).toEqual([
    "answer_corrected",
    "question_answered",
    "expert_asked",
    "rule_changed",
    "theme_assigned",
  ]);
  expect(await kindsOf(superAdmin)).toEqual([
    "new_lead",
    "invitation_accepted",
    "answer_corrected",
    "rule_changed",
    "model_retiring",
  ]);
  expect(await kindsOf(admin)).toContain("spend_near_limit");
  const { body } = await admin.call(listNotificationPreferences, {});
  expect(body.mailIsConfigured).toBe(true);
  expect(body.rows.every(({ delivery }) => delivery === "bell")).toBe(true);
  const foreign = await agent.call(setNotificationPreference, { kind: "new_lead", delivery: "off" });
  expect(foreign.status).toBe(400);
});

test("the daily email lists new and unread events, once, for people who chose it", async () => {
  const { admin, agent } = await buildCompany(app);
  await admin.call(setNotificationPreference, { kind: "bad_rating", delivery: "digest" });
  await tell([admin.id, agent.id], { title: "The first answer" });
  await tell([admin.id], { title: "The second answer" });
  await tell([admin.id], { title: "Not in the letter", kind: "document_failed" });
  await tell([admin.id], { title: "Read before" });
  const [newest] = (await admin.call(listNotifications, {})).body.rows;
  await admin.call(readNotification, { id: newest?.id ?? 0 });
  await sendDigests(app.services);
  await expect.poll(() => lettersTo(admin.email).length, { timeout: 10_000 }).toBe(1);
  const [letter] = lettersTo(admin.email);
  expect(letter?.subject).toBe("Footnote: 2 updates");
  expect(letter?.text).toContain("- The second answer\n  http");
  expect(letter?.text).toContain("/admin");
  expect(letter?.text).not.toMatch(/Not in the letter|Read before/);
  expect(lettersTo(agent.email)).toEqual([]);
  // nothing new, no email
  await sendDigests(app.services);
  // emails are sent after the call that creates them
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(lettersTo(admin.email)).toHaveLength(1);
});

test("a company is notified once a day that its model tokens are running out, from four fifths on", async () => {
  const { admin, companyId } = await buildCompany(app);
  const spend = (tokens: number) =>
    systemCaller(app.services, "test").transact((ctx) =>
      notifySpendNearLimit(ctx, companyId, { tokens, limit: 1000 }),
    );
  const list = async () => (await admin.call(listNotifications, {})).body.rows;
  await spend(799);
  expect(await list()).toEqual([]);
  await spend(800);
  await spend(950);
  expect(await list()).toMatchObject([{ kind: "spend_near_limit", link: "/reports?view=spend" }]);
});

test("a session opens at most twenty event streams, and closing one makes room", async () => {
  const strict = await startTestApp({ env: { LIMIT_FACTOR: "1" }, worker: false });
  try {
    const { agent } = await buildCompany(strict);
    const open = (leaving: AbortController) =>
      fetch(`${strict.url}/api/events`, {
        headers: { authorization: `Bearer ${agent.token}` },
        signal: leaving.signal,
      });
    const pages = Array.from({ length: 20 }, () => new AbortController());
    for (const page of pages) expect((await open(page)).status).toBe(200);
    const refused = await open(new AbortController());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const page of pages) page.abort();
    await expect
      .poll(async () => {
        const again = new AbortController();
        const { status } = await open(again);
        again.abort();
        return status;
      })
      .toBe(200);
  } finally {
    await strict.close();
  }
});
