import { afterAll, beforeAll, expect, test } from "vitest";
import { startJobsThread, type JobsThread } from "./thread.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildEmptyTheme, refundPolicy, untilRead, upload } from "#testing/documents.ts";

let app: TestApp;
let jobs: JobsThread;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  const env = { DATA_DIR: app.services.config.dataDir, LOG_LEVEL: "silent" };
  jobs = await startJobsThread(app.services, env);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

test("the job thread reads a document, and so does its replacement after a crash", async () => {
  const { admin, theme } = await buildEmptyTheme(app, "Refunds");
  await upload(admin, theme.id, "Refund Policy.txt", refundPolicy);
  expect(await untilRead(admin, theme.id)).toMatchObject([{ status: "ready" }]);
  const first = jobs.current();
  await first.terminate();
  await upload(admin, theme.id, "Refund Policy 2.txt", `${refundPolicy}\nSecond edition.`);
  expect(await untilRead(admin, theme.id)).toMatchObject([{ status: "ready" }, { status: "ready" }]);
  expect(jobs.current()).not.toBe(first);
});

test("stopping works even when the thread has just crashed", async () => {
  const env = { DATA_DIR: app.services.config.dataDir, LOG_LEVEL: "silent" };
  const other = await startJobsThread(app.services, env);
  const stopped = other.stop();
  await other.current().terminate();
  await stopped;
});
