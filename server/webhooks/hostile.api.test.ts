import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWebhook, listWebhookDeliveries, testWebhook, updateWebhook } from "#contract/webhooks.ts";
import { jobCaller } from "#server/callers.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { makeAuthority } from "#testing/certificates.ts";
import { startReceiver } from "#testing/webhook-receiver.ts";
import { emit } from "./emit.ts";

/** Addresses entered by a company's administrator lead nowhere inside, and no receiver can block or fill the server. */
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
    "https://me:secret@hooks.example.com/in": /user name/,
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

test("a company's hanging receiver holds two attempts, and neither others' deliveries nor its own later ones wait", async () => {
  const [hanging, healthy] = [await startReceiver(), await startReceiver()];
  try {
    const [slow, other] = [await buildCompany(app), await buildCompany(app)];
    const count = 30;
    const open = new Set<ServerResponse>();
    let most = 0;
    hanging.behaves((_request, response) => {
      open.add(response);
      response.once("close", () => open.delete(response));
      most = Math.max(most, open.size);
    });
    const webhook = { name: "W", events: ["document.ready" as const] };
    await slow.admin.call(createWebhook, { ...webhook, url: hanging.url });
    await other.admin.call(createWebhook, { ...webhook, url: healthy.url });
    // in one transaction: all jobs start at the same moment
    const happens = (companyId: number, times: number) =>
      jobCaller(app.services, "test", companyId).transact(async (ctx) => {
        for (let n = 0; n < times; n++)
          await emit(ctx, companyId, {
            type: "document.ready",
            data: {
              documentId: 1,
              documentName: "Returns.pdf",
              version: 1,
              themeId: 1,
              needsSignOff: false,
              link: "/themes?theme=1",
            },
          });
      });
    await happens(slow.companyId, count);
    await expect.poll(() => open.size).toBe(2);
    await happens(other.companyId, 1);
    await expect.poll(() => healthy.received.length, { timeout: 5_000 }).toBe(1);
    expect(most).toBe(2);
    // all are delivered once it answers, without waiting for the minute's check
    hanging.says(200);
    for (const response of open) response.writeHead(200).end();
    await expect.poll(() => hanging.received.length, { timeout: 20_000 }).toBe(count);
  } finally {
    await Promise.all([hanging.close(), healthy.close()]);
  }
});
