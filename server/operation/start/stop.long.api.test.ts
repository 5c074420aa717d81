import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getLiveness, getReadiness } from "#contract/operation/health.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { streamAnswer } from "#testing/ask.ts";
import { buildCompany } from "#testing/build.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { call } from "#testing/call.ts";
import { buildTheme } from "#testing/documents.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { withClient } from "#server/platform/database/client.ts";

const key = Buffer.from(Array.from({ length: 32 }, (_byte, at) => at * 7)).toString("base64");

let model: ModelServer;
let app: TestApp;
let place: Parameters<typeof startServerProcess>[0];
let env: Record<string, string>;
beforeAll(async () => {
  model = await startModelServer();
  env = { SECRET_KEY: key, SMART_BASE_URL: model.url, SMART_MODEL: "smart-test" };
  app = await startTestApp({ env });
  const login = await withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ login: string }>("select session_user as login");
    return rows[0]?.login ?? "";
  });
  const { dataDir } = app.services.config;
  place = { connection: app.connection, login, files: `${dataDir}/files`, dataDir };
});
afterAll(async () => {
  await app.close();
  await model.close();
});
beforeEach(() => void (model.calls.length = 0));

/** A person whose question the model has begun to answer on the server. */
async function askOn(url: string, held: Promise<unknown>) {
  const { admin, companyId } = await buildCompany(app);
  await admin.call(updateCompany, { id: companyId, openaiApiKey: "sk-smart" });
  const { theme } = await buildTheme(admin);
  model.behave({
    kind: "answer",
    held,
    reply: () => "A customer may return an unopened product within 30 days of delivery [1].",
  });
  const userQuery = "How many days does a customer have to return an unopened product?";
  const reply = await streamAnswer(url, admin.token, { themeId: theme.id, userQuery, sessionId: "s1" });
  await expect.poll(() => model.calls.length).toBeGreaterThan(0);
  return { admin, text: reply.text() };
}

const readiness = async (url: string) => (await call(url, null, getReadiness)).status;

test("a stopping server is not ready first, serves on, and finishes its answers", async () => {
  const { url, stop } = await startServerProcess(place, "web", {
    ...env,
    STOP_DELAY_SECONDS: "2",
    STOP_GRACE_SECONDS: "60",
  });
  const release = Promise.withResolvers<void>();
  const { text } = await askOn(url, release.promise);
  const stopped = stop();
  await expect.poll(() => readiness(url), { interval: 20 }).toBe(503);
  expect((await call(url, null, getLiveness)).status).toBe(200);
  // after the delay the port is closed, while the answer is still being written
  await expect.poll(() => call(url, null, getLiveness).catch(() => null), { timeout: 10_000 }).toBeNull();
  const released = performance.now();
  release.resolve();
  expect(await text).toContain('"type":"done"');
  await stopped;
  // the grace is a limit: the process ends with its last answer
  expect(performance.now() - released).toBeLessThan(10_000);
});

test("an answer that outlasts the grace ends with the true reason, on the stream and on record", async () => {
  const { url, stop } = await startServerProcess(place, "web", { ...env, STOP_GRACE_SECONDS: "0.5" });
  const release = Promise.withResolvers<void>();
  const { admin, text } = await askOn(url, release.promise);
  await stop();
  release.resolve();
  const reason =
    "The server was restarted before the answer was complete. Your question is saved; ask again.";
  const said = await text;
  expect(said).toContain(`"error":"${reason}"`);
  const id = Number(/"interactionId":(\d+)/.exec(said)?.[1]);
  const { body } = await admin.call(getInteraction, { id });
  expect(JSON.stringify(body)).toContain(reason);
});

test("npm run serve passes the signal on and ends with its server", async () => {
  const npm: [string, ...string[]] = ["npm", "run", "--silent", "serve", "--"];
  const { url, stop } = await startServerProcess(place, "web", env, npm);
  expect(await readiness(url)).toBe(200);
  await stop();
  await expect(call(url, null, getLiveness)).rejects.toThrow();
});
