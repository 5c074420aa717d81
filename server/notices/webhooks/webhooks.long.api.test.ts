import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Webhook as Verifier } from "standardwebhooks";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import { reviewInteraction } from "#contract/answering/interactions.ts";
import { ask } from "#contract/answering/answers.ts";
import { listNotifications } from "#contract/notices/notifications.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  sendWebhookAgain,
  testWebhook,
  updateWebhook,
  WebhookMessage,
  type WebhookEvent,
} from "#contract/notices/webhooks.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import { rotateMasterKey } from "#server/operation/master-key/rotate.ts";
import { isCurrent } from "#server/platform/secrets.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildPerson, type TestPerson } from "#testing/build.ts";
import { formOf } from "#testing/call.ts";
import { withClient } from "#server/platform/database/client.ts";
import { buildTheme } from "#testing/documents.ts";
import { documentIsReady } from "#testing/fixtures/webhook.ts";
import { startReceiver } from "#testing/webhook-receiver.ts";
import { claimDelivery, claimHeldBack, noteOutcome } from "./delivery-store.ts";
import { emit } from "./emit.ts";
import { keepWebhooks } from "./keep.ts";
import { sendWebhook } from "./send.ts";

/** Normal use of a company's webhooks; hostile receivers are in `hostile.long.api.test.ts`. */
let app: TestApp;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let company: Awaited<ReturnType<typeof buildCompany>>;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  receiver = await startReceiver();
  company = await buildCompany(app);
  ({ admin } = company);
});
afterEach(() => receiver.close());

async function newWebhook(events: WebhookEvent[] = ["document.ready"], url = receiver.url) {
  const { body } = await admin.call(createWebhook, { name: "Help desk", url, events });
  return { id: body.webhook.id, secret: body.secret };
}
const nothing = { body: "", headers: {} as Record<string, string> };
const logOf = async (id: number) => (await admin.call(listWebhookDeliveries, { id })).body.rows;
const webhookOf = async (id: number) =>
  (await admin.call(listWebhooks, {})).body.find((one) => one.id === id);
const happens = () => documentIsReady(app, company.companyId);
/** Sessions expire during the test: from then on, a colleague checks. */
async function passes(milliseconds: number) {
  app.clock.advance(milliseconds);
  const { companyId, workspaceId } = company;
  admin = await buildPerson(app, { role: "workspace_admin", companyId, workspaceIds: [workspaceId] });
}
/** By the reference implementation, which uses the machine's clock. */
function verify(secret: string, { body, headers }: { body: string; headers: Record<string, string> }) {
  const clock = vi.spyOn(Date, "now").mockReturnValue(app.services.clock.now().getTime());
  try {
    return new Verifier(secret).verify(body, headers);
  } finally {
    clock.mockRestore();
  }
}
const settled = (id: number, state: string) =>
  expect.poll(async () => (await logOf(id)).map((row) => row.state)).toEqual([state]);

test("a newly read document is sent, with a signature that the reference implementation accepts", async () => {
  const { id, secret } = await newWebhook();
  const { theme } = await buildTheme(admin);
  await expect.poll(() => receiver.received.length).toBe(1);
  const got = receiver.received[0] ?? nothing;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const message = WebhookMessage.parse(verify(secret, got));
  expect(message).toMatchObject({
    type: "document.ready",
    data: {
      companyId: company.companyId,
      themeId: theme.id,
      ...{ version: 1, needsSignOff: false, needsApproval: false },
    },
  });
  expect(() => verify(secret, { ...got, body: got.body.replace("ready", "gone!") })).toThrow(/signature/);
  await settled(id, "delivered");
  expect((await logOf(id))[0]).toMatchObject({ statusCode: 204, attempts: 1, failure: null, body: got.body });
});

test("an unreadable document is sent with its reason", async () => {
  await newWebhook(["document.failed"]);
  const { theme } = await buildTheme(admin);
  await admin.call(
    uploadDocuments,
    { id: theme.id },
    { form: formOf({ name: "Broken.pdf", bytes: "%PDF-1.7 and nothing else" }) },
  );
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(JSON.parse(receiver.received[0]?.body ?? "{}")).toMatchObject({
    type: "document.failed",
    data: { documentName: "Broken.pdf", reason: expect.any(String) as string },
  });
});

test("an answer that a reviewer finds wrong is sent without its words", async () => {
  await newWebhook(["answer.corrected"]);
  const { theme } = await buildTheme(admin);
  const userQuery = "How many days to return a product?";
  const asked = await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" });
  const id = asked.body.interactionId;
  const correctedAnswer = "Sixty days since May.";
  const reviewed = await admin.call(reviewInteraction, { id, verdict: "wrong", correctedAnswer });
  expect(reviewed.status).toBe(200);
  await expect.poll(() => receiver.received.length).toBe(1);
  const { body } = receiver.received[0] ?? nothing;
  expect(JSON.parse(body)).toMatchObject({
    type: "answer.corrected",
    data: { interactionId: id, themeId: theme.id, verdict: "wrong" },
  });
  expect(body).not.toContain("days");
});

test("an approaching limit is sent once a day", async () => {
  const { id } = await newWebhook(["spend.near_limit"]);
  const data = { day: "2026-11-24", tokens: 80, limit: 100, link: "/reports?view=spend" };
  for (let n = 0; n < 3; n += 1)
    await jobCaller(app.services, "test", company.companyId).transact((ctx) =>
      emit(ctx, company.companyId, { type: "spend.near_limit", data }, `spend ${data.day}`),
    );
  await settled(id, "delivered");
  expect(receiver.received).toHaveLength(1);
});

test("a rolled-back event is not sent, and a committed one is sent even if its job was lost", async () => {
  const { id } = await newWebhook();
  await expect(
    jobCaller(app.services, "test", company.companyId).transact(async (ctx) => {
      await emit(ctx, company.companyId, {
        type: "document.failed",
        data: { documentId: 1, documentName: "", version: 1, themeId: 1, link: "/", reason: "" },
      });
      throw new Error("the process died");
    }),
  ).rejects.toThrow();
  expect(await logOf(id)).toEqual([]);
  // the state left by a process that died between claim and result
  await systemCaller(app.services, "test").transact(async (ctx) => {
    await ctx.db
      .insertInto("webhook_deliveries")
      .values({
        company_id: company.companyId,
        webhook_id: id,
        message_id: "msg_interrupted",
        event: "document.ready",
        body: "{}",
        state: "waiting",
        attempts: 1,
        next_attempt_at: ctx.now,
        claimed_until: new Date(ctx.now.getTime() + 60_000),
        wake_at: new Date(ctx.now.getTime() + 120_000),
        created_at: ctx.now,
      })
      .execute();
  });
  await keepWebhooks(app.services);
  expect(receiver.received).toEqual([]);
  await passes(125_000);
  await keepWebhooks(app.services);
  await settled(id, "delivered");
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(["msg_interrupted"]);
  expect((await logOf(id))[0]?.attempts).toBe(2);
});

test("two servers that claim the same delivery make one attempt", async () => {
  receiver.behaves((_request, response) => void setTimeout(() => response.writeHead(204).end(), 300));
  const { id } = await newWebhook();
  await happens();
  const [row] = await logOf(id);
  const payload = { companyId: company.companyId, deliveryId: row?.id ?? 0 };
  await Promise.all([1, 2, 3, 4].map(() => sendWebhook(app.services, payload)));
  await settled(id, "delivered");
  expect(receiver.received).toHaveLength(1);
});

test("a delivery is not held back unseen by an attempt that is just ending", async () => {
  const { companyId } = company;
  const { id } = await newWebhook();
  const caller = jobCaller(app.services, "test", companyId);
  const [first, second] = await caller.transact(async (ctx) => {
    // a failing webhook has one place
    await ctx.db.updateTable("webhooks").set({ failing_since: ctx.now }).where("id", "=", id).execute();
    const rows = await ctx.db
      .insertInto("webhook_deliveries")
      .values(
        [1, 2].map((n) => ({
          company_id: companyId,
          webhook_id: id,
          message_id: `msg_ending_${n}`,
          event: "document.ready",
          body: "{}",
          state: "waiting",
          attempts: 0,
          next_attempt_at: ctx.now,
          wake_at: new Date(ctx.now.getTime() + 600_000),
          created_at: ctx.now,
        })),
      )
      .returning("id")
      .execute();
    return rows.map((row) => row.id);
  });
  const claim = (delivery = 0) =>
    caller.transact((ctx) => claimDelivery(ctx, { companyId, id: delivery }, () => true));
  const running = await claim(first);
  if (running === null) throw new Error("the first delivery was not claimed");
  let next: ReturnType<typeof claim> | undefined;
  await caller.transact(async (ctx) => {
    await noteOutcome(ctx, running, { status_code: 200, response: "", failure: null }, null);
    expect(await claimHeldBack(ctx, companyId, () => true)).toBeNull();
    next = claim(second);
    await Promise.race([next, wait(300)]);
  });
  // it waited for the end, and found the place free
  expect(await next).toMatchObject({ id: second });
});

test("a failed delivery is attempted eight times within about a day, under one message id, then given up", async () => {
  receiver.says(503, "<b>later</b>\0");
  const { id } = await newWebhook();
  await happens();
  const started = app.services.clock.now().getTime();
  let last = started;
  // an attempt counts once it begins; it is over when the next one is scheduled, or there is none
  const attemptsOver = async () => {
    const [row] = await logOf(id);
    const next = row?.nextAttemptAt ?? null;
    return next !== null && Date.parse(next) <= app.services.clock.now().getTime() ? null : row?.attempts;
  };
  for (let attempts = 1; attempts <= 8; attempts += 1) {
    await expect.poll(attemptsOver, { timeout: 15_000 }).toBe(attempts);
    expect((await logOf(id))[0]?.failure).toBe("The receiver answered 503.");
    const next = (await logOf(id))[0]?.nextAttemptAt ?? null;
    if (next === null) break;
    last = Date.parse(next);
    await passes(Math.max(0, last - app.services.clock.now().getTime()) + 1000);
    await keepWebhooks(app.services);
  }
  const [row] = await logOf(id);
  expect(row).toMatchObject({ state: "failed", attempts: 8, statusCode: 503, response: "<b>later</b>" });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect((last - started) / 3_600_000).toBeGreaterThan(24);
  expect((last - started) / 3_600_000).toBeLessThan(36);
  expect((await webhookOf(id))?.failingSince).not.toBeNull();
  receiver.says(200, "taken");
  await admin.call(sendWebhookAgain, { id: row?.id ?? 0 });
  await settled(id, "delivered");
  expect((await logOf(id))[0]).toMatchObject({ attempts: 1, response: "taken" });
  expect((await webhookOf(id))?.failingSince).toBeNull();
});

test("410 switches a webhook off, and the administrators are notified", async () => {
  receiver.says(410);
  const { id } = await newWebhook();
  await happens();
  await settled(id, "failed");
  expect(await webhookOf(id)).toMatchObject({ isActive: false, offReason: expect.any(String) as string });
  const { rows } = (await admin.call(listNotifications, {})).body;
  expect(rows[0]).toMatchObject({ kind: "webhook_off", title: "The webhook 'Help desk' was switched off" });
  await happens();
  expect(await logOf(id)).toHaveLength(1);
  expect((await admin.call(testWebhook, { id })).status).toBe(409);
  receiver.says(204);
  expect((await admin.call(updateWebhook, { id, isActive: true })).body.offReason).toBeNull();
  await admin.call(testWebhook, { id });
  await expect.poll(() => receiver.received.length).toBe(2);
});

test("a receiver that accepts nothing for five days is switched off", async () => {
  receiver.says(500);
  const { id } = await newWebhook();
  await happens();
  await expect.poll(async () => (await webhookOf(id))?.failingSince ?? null).not.toBeNull();
  await passes(5 * 86_400_000);
  await happens();
  await expect.poll(async () => (await webhookOf(id))?.isActive).toBe(false);
  expect((await webhookOf(id))?.offReason).toBe("No delivery has succeeded for five days.");
  expect((await logOf(id)).map(({ state }) => state)).toEqual(["failed", "failed"]);
});

test("after a rotation, both secrets sign for a day, then only the new one", async () => {
  const { id, secret: old } = await newWebhook();
  const { secret, webhook } = (await admin.call(rotateWebhookSecret, { id })).body;
  expect(webhook.previousUntil).not.toBeNull();
  const last = async () => {
    const before = receiver.received.length;
    await admin.call(testWebhook, { id });
    await expect.poll(() => receiver.received.length).toBe(before + 1);
    return receiver.received[before] ?? nothing;
  };
  const both = await last();
  for (const one of [old, secret]) verify(one, both);
  await passes(24 * 3_600_000 + 1000);
  const later = await last();
  expect(later.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  verify(secret, later);
  expect(() => verify(old, later)).toThrow(/signature/);
  expect((await webhookOf(id))?.previousUntil).toBeNull();
});

test("secrets are stored sealed, and a new master key reseals them", async () => {
  const { id, secret } = await newWebhook();
  await admin.call(rotateWebhookSecret, { id });
  const read = () =>
    withClient(app.connection, async (client) => {
      const { rows } = await client.query<{ sealed: Buffer; previous_sealed: Buffer; all: string }>(
        "select sealed, previous_sealed, w::text as all from webhooks w where id = $1",
        [id],
      );
      return rows[0] ?? { sealed: Buffer.alloc(0), previous_sealed: Buffer.alloc(0), all: "" };
    });
  const stored = await read();
  expect(stored.all).not.toContain(secret.slice(6));
  const { secretKeys } = app.services.config;
  const next = { id: Buffer.from("next"), key: Buffer.alloc(32, 7) };
  app.services.config.secretKeys = { current: next, previous: [secretKeys.current] };
  await rotateMasterKey(app.services);
  const { sealed, previous_sealed } = await read();
  for (const one of [sealed, previous_sealed])
    expect(isCurrent(app.services.config.secretKeys, one)).toBe(true);
  const { body } = await admin.call(testWebhook, { id });
  await expect.poll(() => receiver.received.length).toBe(1);
  const got = receiver.received[0] ?? nothing;
  verify(secret, got);
  expect(got.headers["webhook-id"]).toBe(body.messageId);
});

test("another company sees no webhook, and none receives its events", async () => {
  const { id } = await newWebhook();
  const other = await buildCompany(app);
  await jobCaller(app.services, "test", other.companyId).transact((ctx) =>
    emit(ctx, other.companyId, {
      type: "document.ready",
      data: {
        documentId: 1,
        documentName: "",
        version: 1,
        themeId: 1,
        needsSignOff: false,
        needsApproval: false,
        link: "/",
      },
    }),
  );
  expect((await other.admin.call(listWebhooks, {})).body).toEqual([]);
  expect(await logOf(id)).toEqual([]);
  const refusals = [
    await other.admin.call(listWebhookDeliveries, { id }),
    await other.admin.call(updateWebhook, { id, name: "Mine" }),
    await other.admin.call(rotateWebhookSecret, { id }),
    await other.admin.call(testWebhook, { id }),
    await other.admin.call(deleteWebhook, { id }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test("a deleted webhook gets none of its waiting deliveries", async () => {
  receiver.says(500);
  const { id } = await newWebhook();
  await happens();
  await expect.poll(() => receiver.received.length).toBe(1);
  await admin.call(deleteWebhook, { id });
  await passes(3_600_000);
  await keepWebhooks(app.services);
  await happens();
  expect((await admin.call(listWebhookDeliveries, { id })).status).toBe(404);
  expect(receiver.received).toHaveLength(1);
});

test("deliveries are removed after 30 days", async () => {
  const { id } = await newWebhook();
  await happens();
  await settled(id, "delivered");
  await passes(29 * 86_400_000);
  await keepWebhooks(app.services);
  expect(await logOf(id)).toHaveLength(1);
  await passes(2 * 86_400_000);
  await keepWebhooks(app.services);
  expect(await logOf(id)).toEqual([]);
});
