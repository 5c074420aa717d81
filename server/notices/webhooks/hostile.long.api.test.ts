import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createWebhook,
  listWebhookDeliveries,
  testWebhook,
  updateWebhook,
} from "#contract/notices/webhooks.ts";
import { outboundPlaces, outboundPlacesOfHost, type OutboundLane } from "#server/kernel/fair-use.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { makeAuthority } from "#testing/certificates.ts";
import { withClient } from "#server/platform/database/client.ts";
import { documentIsReady } from "#testing/fixtures/webhook.ts";
import { startReceiver } from "#testing/webhook-receiver.ts";
import { keepWebhooks } from "./keep.ts";

/** Addresses entered by administrators reach no internal host, and no receiver can block or fill the server. */
let app: TestApp;
let admin: Awaited<ReturnType<typeof buildCompany>>["admin"];
beforeAll(async () => {
  app = await startTestApp();
  ({ admin } = await buildCompany(app));
});
afterAll(() => app.close());

/** The result of the first attempt at an address. */
async function firstAttempt(url: string) {
  const made = await admin.call(createWebhook, { name: "Hostile", url, events: ["document.ready"] });
  const { id } = made.body.webhook;
  await admin.call(testWebhook, { id });
  const rows = async () => (await admin.call(listWebhookDeliveries, { id })).body.rows;
  await expect
    .poll(async () => (await rows())[0]?.failure ?? (await rows())[0]?.statusCode ?? null, {
      timeout: 40_000,
    })
    .not.toBeNull();
  const [row] = await rows();
  return row;
}

test("internal addresses are refused on entry", async () => {
  const refused = {
    "http://hooks.example.com/in": "Only addresses with https:// are called.",
    "https://10.0.0.7/in": /10\.0\.0\.7 is not a public address/,
    "https://169.254.169.254/latest/meta-data": /is not a public address/,
    "https://167772167/in": /10\.0\.0\.7 is not a public address/,
    "https://[::1]/in": /is not a public address/,
    "https://[::ffff:10.0.0.7]/in": /is not a public address/,
    "https://me:secret@hooks.example.com/in": /^Leave out the user name and password\./,
    "javascript:alert(1)": /full address/,
    "hooks.example.com": /full address/,
  };
  for (const [url, reason] of Object.entries(refused)) {
    const made = await admin.call(createWebhook, { name: "Inside", url, events: ["document.ready"] });
    expect(made.status, url).toBe(400);
    expect(made.error.fields?.url, url).toMatch(reason);
  }
  const made = await admin.call(createWebhook, {
    name: "Outside",
    url: "https://hooks.example.com/in?token=very-secret",
    events: ["document.ready"],
  });
  const moved = await admin.call(updateWebhook, { id: made.body.webhook.id, url: "https://10.0.0.7/" });
  expect(moved.error.fields?.url).toMatch(/is not a public address/);
});

test("a name that resolves to this machine is refused at the connection", async () => {
  const receiver = await startReceiver();
  try {
    const row = await firstAttempt(`https://localhost:${receiver.port}/in`);
    expect(row?.failure).toMatch(/^localhost is not a public address/);
    expect(receiver.received).toEqual([]);
  } finally {
    await receiver.close();
  }
});

test("a redirect is reported and not followed", async () => {
  const inside = await startReceiver();
  const receiver = await startReceiver();
  try {
    receiver.behaves((_request, response) => void response.writeHead(307, { location: inside.url }).end());
    const row = await firstAttempt(receiver.url);
    expect(row).toMatchObject({ statusCode: 307, state: "waiting" });
    expect(row?.failure).toMatch(/Redirects are not followed/);
    receiver.behaves(
      (_request, response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    );
    expect((await firstAttempt(receiver.url))?.statusCode).toBe(302);
    expect(inside.received).toEqual([]);
  } finally {
    await Promise.all([inside.close(), receiver.close()]);
  }
});

test("a receiver with an untrusted certificate is refused", async () => {
  const authority = await makeAuthority();
  const receiver = await startReceiver(await authority.issue("127.0.0.1"));
  try {
    const row = await firstAttempt(receiver.url);
    expect(row?.failure).toMatch(/^The certificate of 127\.0\.0\.1:\d+ is not trusted/);
    expect(receiver.received).toEqual([]);
  } finally {
    await receiver.close();
  }
});

test("only the beginning of a large or endless response is fetched, and a missing one times out", async () => {
  const large = await startReceiver();
  const endless = await startReceiver();
  const silent = await startReceiver();
  try {
    let sent = 0;
    large.behaves((_request, response) => {
      response.writeHead(500);
      const more = () => {
        while (sent < 200_000_000) {
          sent += 100_000;
          if (!response.write("x".repeat(100_000))) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    endless.behaves((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("y"), 50);
      response.once("close", () => clearInterval(drip));
    });
    silent.behaves(() => undefined);
    const started = Date.now();
    const memory = process.memoryUsage().rss;
    const [big, drip, none] = await Promise.all([large, endless, silent].map(({ url }) => firstAttempt(url)));
    expect(big).toMatchObject({ statusCode: 500, response: "x".repeat(1000) });
    expect(sent).toBeLessThan(50_000_000);
    expect(drip?.state).toBe("delivered");
    expect(drip?.response).toMatch(/^y{10,1000}$/);
    expect(none?.failure).toMatch(/did not answer within 15 seconds/);
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000);
  } finally {
    await Promise.all([large, endless, silent].map((one) => one.close()));
  }
});

const happens = (companyId: number, times: number) => documentIsReady(app, companyId, times);

/** A receiver that answers nothing, and its open requests. */
async function startHanging() {
  const receiver = await startReceiver();
  const open = new Set<ServerResponse>();
  receiver.behaves((_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return { receiver, open };
}

async function subscribe(company: Awaited<ReturnType<typeof buildCompany>>, url: string) {
  const webhook = { name: "W", url, events: ["document.ready" as const] };
  return (await company.admin.call(createWebhook, webhook)).body.webhook.id;
}

async function markFailing(webhookId: number) {
  await withClient(app.connection, (client) =>
    client.query("update webhooks set failing_since = now() where id = $1", [webhookId]),
  );
}

test("twelve companies' hanging receivers hold two attempts each, and another company's delivery does not wait for any", async () => {
  const { receiver: hanging, open } = await startHanging();
  const healthy = await startReceiver();
  try {
    const [other, ...slow] = await Promise.all(Array.from({ length: 13 }, () => buildCompany(app)));
    if (other === undefined) throw new Error("no company");
    for (const company of slow) await subscribe(company, hanging.url);
    await subscribe(other, healthy.url);
    for (const { companyId } of slow) await happens(companyId, 3);
    await expect.poll(() => open.size, { timeout: 10_000 }).toBe(24);
    await happens(other.companyId, 1);
    await expect.poll(() => healthy.received.length).toBe(1);
    // none has ended to make room, and no third one of a company began
    expect(hanging.received).toHaveLength(24);
    expect(open.size).toBe(24);
    // the rest is delivered once it answers, without waiting for the minute's check
    hanging.says(200);
    for (const response of open) response.writeHead(200).end();
    await expect.poll(() => hanging.received.length, { timeout: 10_000 }).toBe(36);
  } finally {
    await Promise.all([hanging.close(), healthy.close()]);
  }
});

test("a failing webhook is tried one delivery at a time, and the company's other webhooks continue", async () => {
  const { receiver: hanging, open } = await startHanging();
  const healthy = await startReceiver();
  try {
    const company = await buildCompany(app);
    await markFailing(await subscribe(company, hanging.url));
    await happens(company.companyId, 5);
    await expect.poll(() => open.size).toBe(1);
    // slow enough that deliveries are held back behind it too
    healthy.behaves((_request, response) => void setTimeout(() => response.writeHead(200).end(), 700));
    await subscribe(company, healthy.url);
    await happens(company.companyId, 3);
    await expect.poll(() => healthy.received.length, { timeout: 5_000 }).toBe(3);
    expect(hanging.received).toHaveLength(1);
  } finally {
    await Promise.all([hanging.close(), healthy.close()]);
  }
});

test("when a receiver that many companies share hangs, others' deliveries do not wait", async () => {
  await fillAndPass("webhooks", outboundPlacesOfHost.webhooks, async () => undefined);
});

test("when failing webhooks fill their lane, more of them wait, and others' deliveries do not", async () => {
  await fillAndPass("failingWebhooks", outboundPlaces.failingWebhooks, markFailing);
});

/** Fills a receiver's places: a delivery to it waits until they end, and one to another receiver does not. */
async function fillAndPass(
  lane: OutboundLane,
  places: number,
  prepare: (webhook: number) => Promise<unknown>,
) {
  const [full, healthy] = [await startReceiver(), await startReceiver()];
  const end = Promise.withResolvers<void>();
  try {
    const [one, other] = [await buildCompany(app), await buildCompany(app)];
    const id = await subscribe(one, full.url);
    await prepare(id);
    await subscribe(other, healthy.url);
    for (let n = 0; n < places; n++)
      app.services.outbound.begin(lane, () => end.promise, new URL(full.url).host);
    await happens(one.companyId, 1);
    await happens(other.companyId, 1);
    await expect.poll(() => healthy.received.length).toBe(1);
    const [row] = (await one.admin.call(listWebhookDeliveries, { id })).body.rows;
    expect(row).toMatchObject({ state: "waiting", attempts: 0 });
    end.resolve();
    app.clock.advance(61_000);
    await keepWebhooks(app.services);
    await expect.poll(() => full.received.length).toBe(1);
  } finally {
    end.resolve();
    await Promise.all([full.close(), healthy.close()]);
  }
}
