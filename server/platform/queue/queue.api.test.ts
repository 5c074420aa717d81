import { afterAll, beforeAll, expect, test } from "vitest";
import { workersOf } from "#server/operation/jobs/jobs.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";

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

test("a company's jobs run as they came, and another company's single job waits for one of each at most", async () => {
  const idle = await startTestApp({ worker: false });
  const read = (companyId: number, versionId: number) =>
    systemCaller(idle.services, "test").transact((ctx) =>
      ctx.enqueue("read-document", { companyId, versionId }),
    );
  const platform = idle.services.pools.of("platform", "calls");
  const next = async (): Promise<number> => {
    const { rows } = await platform.query<{ version: number }>(
      `delete from jobs.job where id = (select id from jobs.job where name = 'read-document'
        order by priority desc, created_on limit 1) returning (data ->> 'versionId')::integer as version`,
    );
    return rows[0]?.version ?? 0;
  };
  for (const version of [1, 2, 3, 4, 5, 6]) await read(1, version);
  const begun = [await next(), await next(), await next()];
  // fewer wait now than when the last ones came
  await read(1, 7);
  await read(2, 100);
  const rest: number[] = [];
  for (let version = await next(); version !== 0; version = await next()) rest.push(version);
  await idle.close();
  expect([begun, rest]).toEqual([
    [1, 2, 3],
    [4, 100, 5, 6, 7],
  ]);
});
