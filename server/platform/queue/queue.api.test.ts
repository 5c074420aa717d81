import { afterAll, beforeAll, expect, test } from "vitest";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";

let app: TestApp;
const done: string[] = [];
let faults = 0;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  await app.services.queue.work({
    ...workersOf(app.services),
    "send-mail": async ({ subject }) => {
      if (subject === "fails once" && faults++ === 0) throw new Error("a fault");
      done.push(subject);
    },
  });
});
afterAll(() => app.close());

const put = (subject: string, fail = false) =>
  systemCaller(app.services, "test").transact(async (ctx) => {
    await ctx.enqueue("send-mail", { to: "x@example.com", subject, text: "" });
    if (fail) throw new Error("rolled back");
  });

test("a job runs soon after its transaction commits, and never when it rolls back", async () => {
  await expect(put("never", true)).rejects.toThrow("rolled back");
  const started = Date.now();
  await put("committed");
  await expect.poll(() => done.includes("committed"), { timeout: 5000, interval: 10 }).toBe(true);
  expect(Date.now() - started).toBeLessThan(4000);
  expect(done).not.toContain("never");
});

test("three hundred jobs all run, each once", async () => {
  await systemCaller(app.services, "test").transact(async (ctx) => {
    for (let n = 0; n < 300; n++)
      await ctx.enqueue("send-mail", { to: "x@example.com", subject: `many ${n}`, text: "" });
  });
  await expect
    .poll(() => done.filter((subject) => subject.startsWith("many")).length, { timeout: 30_000 })
    .toBe(300);
  expect(new Set(done.filter((subject) => subject.startsWith("many"))).size).toBe(300);
});

test("a failed job is retried", async () => {
  await put("fails once");
  await expect.poll(() => done.includes("fails once"), { timeout: 30_000 }).toBe(true);
  expect(faults).toBe(2);
});

test("a payload of the wrong shape is refused before it is queued", async () => {
  await expect(
    systemCaller(app.services, "test").transact((ctx) =>
      ctx.enqueue("read-document", { companyId: 0, versionId: -1 }),
    ),
  ).rejects.toThrow();
});
