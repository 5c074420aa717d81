import { observedIn } from "#server/operation/metrics/observed.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostname } from "node:os";
import { getOperation, listFailedJobs, retryJobs } from "#contract/operation/operation.ts";
import { systemCaller } from "#server/kernel/callers.ts";
import { openMetrics } from "#server/platform/metrics/metrics.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { withClient } from "#server/platform/database/client.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ worker: false })));
afterAll(() => app.close());

const secret = "A letter that only its reader may see";

/** Jobs of two kinds that have failed on their last attempt. */
async function failJobs(companyId: number): Promise<void> {
  await systemCaller(app.services, "test").transact(async (ctx) => {
    await ctx.enqueue("send-mail", { to: "ada@example.com", subject: "Hello", text: secret });
    await ctx.enqueue("send-mail", { to: "bob@example.com", subject: "Hello", text: secret });
    await ctx.enqueue("erase", { companyId });
  });
  await withClient(app.connection, (client) =>
    client.query(`update jobs.job set state = 'failed', completed_on = now(), retry_count = 4,
      output = jsonb_build_object('message', repeat('The mail server is away. ', 40))
      where name in ('send-mail', 'erase') and state = 'created'`),
  );
}

test("only a super admin sees the installation's status", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const { admin } = await buildCompany(app);
  expect((await admin.call(getOperation)).status).toBe(403);
  expect((await admin.call(listFailedJobs)).status).toBe(403);
  const { status, body } = await superAdmin.call(getOperation);
  expect(status).toBe(200);
  expect(body.process).toMatchObject({ node: process.versions.node, roles: ["web", "worker"] });
  expect(body.process.memory).toBeGreaterThan(10_000_000);
  expect(Number.parseInt(body.database.version, 10)).toBeGreaterThanOrEqual(15);
  expect(body.database.size).toBeGreaterThan(1_000_000);
  expect(body.database.mostConnections).toBe(22);
  expect(body.disk?.free).toBeLessThanOrEqual(body.disk?.size ?? 0);
  // null until the thread that searches has started
  await expect
    .poll(async () => (await superAdmin.call(getOperation)).body.index)
    .toMatchObject({ themes: 0, bytes: 0 });
  expect(body.process).toMatchObject({ host: hostname(), pid: process.pid });
  expect(body.reading).toEqual({ places: 2, running: 0, waiting: 0 });
  expect(body.stalls).toMatchObject([{ thread: "calls" }]);
});

test("the figures of a jobs thread are added, as in the metrics, even while the search is stuck", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const thread = openMetrics({ watchesProcess: false, thread: "jobs", readsFiles: true });
  const extraction = { load: () => ({ running: 1, waiting: 3, places: 2 }) };
  app.services.metrics.addThread(async () => [
    await thread.collect({ ...observedIn(app.services), extraction }),
  ]);
  const stuck = { call: () => new Promise<never>(() => undefined) };
  await app.services.metrics.read({ ...observedIn(app.services), indexes: stuck });
  const { body } = await superAdmin.call(getOperation);
  // this test's own thread reads files, too
  expect(body.reading).toEqual({ places: 4, running: 1, waiting: 3 });
  expect(body.stalls.map((stall) => stall.thread)).toEqual(["calls", "jobs"]);
  thread.close();
});

test("failed jobs are listed without their payload, and can be run again one at a time or all of a kind", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const { companyId, admin } = await buildCompany(app);
  await failJobs(companyId);
  const counted = (await superAdmin.call(getOperation)).body.queues;
  expect(counted.find(({ name }) => name === "send-mail")).toMatchObject({ failed: 2, running: 0 });
  const listed = await superAdmin.call(listFailedJobs);
  expect(listed.body.map(({ name, tries }) => `${name}: ${tries}`).toSorted()).toEqual([
    "erase: 5",
    "send-mail: 5",
    "send-mail: 5",
  ]);
  expect(listed.body.find(({ name }) => name === "erase")?.company?.id).toBe(companyId);
  expect(listed.body[0]?.reason).toHaveLength(300);
  expect(JSON.stringify(listed.body)).not.toContain(secret);

  const letter = listed.body.find(({ name }) => name === "send-mail");
  const one = { name: "send-mail" as const, id: letter?.id };
  expect((await admin.call(retryJobs, one)).status).toBe(403);
  expect((await superAdmin.call(retryJobs, one)).body).toEqual({ retried: 1 });
  // it is no longer among the failed ones
  expect((await superAdmin.call(retryJobs, one)).status).toBe(404);
  expect((await superAdmin.call(retryJobs, { name: "erase", id: one.id })).status).toBe(404);
  expect((await superAdmin.call(retryJobs, { name: "send-mail" })).body).toEqual({ retried: 1 });
  const after = (await superAdmin.call(getOperation)).body.queues;
  expect(after.find(({ name }) => name === "send-mail")).toMatchObject({ failed: 0, waiting: 2 });
  expect((await superAdmin.call(listFailedJobs)).body.map(({ name }) => name)).toEqual(["erase"]);
});

test("running jobs again is on record under the super admin's name", async () => {
  const superAdmin = await buildSuperAdmin(app);
  await superAdmin.call(retryJobs, { name: "check-records" });
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ after: unknown }>(
      "select after from audit_events where action = 'job.retry' and actor_id = $1 and company_id is null",
      [superAdmin.id],
    ),
  );
  expect(rows).toEqual([{ after: { name: "check-records", retried: 0 } }]);
});
