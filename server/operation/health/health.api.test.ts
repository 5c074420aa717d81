import disks from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { getHealth, getLiveness, getReadiness } from "#contract/operation/health.ts";
import packageJson from "#package.json" with { type: "json" };
import { startTestApp, type TestApp } from "#testing/app.ts";
import { getOperation } from "#contract/operation/operation.ts";
import { buildSuperAdmin } from "#testing/build.ts";
import { call } from "#testing/call.ts";
import { watchTroubles } from "./troubles.ts";

/** A disk with so few free blocks that nothing can be saved. */
async function fillDisk() {
  const room = await disks.statfs("/");
  return vi.spyOn(disks, "statfs").mockResolvedValue({ ...room, bavail: 100 });
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => app.close());

test("a working program is alive and ready, and reports its version", async () => {
  expect((await call(app.url, null, getLiveness)).body).toEqual({ status: "ok" });
  expect((await call(app.url, null, getReadiness)).body).toEqual({ status: "ok" });
  expect((await call(app.url, null, getHealth)).body.version).toBe(packageJson.version);
});

test("without its database it is alive but not ready, and says when to retry", async () => {
  vi.spyOn(app.services.pools, "of").mockImplementation(() => {
    throw new Error("connect ECONNREFUSED");
  });
  expect((await call(app.url, null, getLiveness)).status).toBe(200);
  for (const spec of [getReadiness, getHealth]) {
    const { status, error, headers } = await call(app.url, null, spec);
    expect([status, error.code, error.error]).toEqual([503, "unavailable", "The database does not respond."]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test.each([-40, 40])("a clock %i s off the database's is said, and calls are served", async (seconds) => {
  const superAdmin = await buildSuperAdmin(app);
  expect((await call(app.url, null, getHealth)).body.troubles).toEqual([]);
  expect((await superAdmin.call(getOperation)).body.troubles).toEqual([]);
  vi.spyOn(app.services.clock, "now").mockImplementation(() => new Date(Date.now() + seconds * 1000));
  expect((await call(app.url, null, getHealth)).body.troubles).toEqual(["clock"]);
  expect((await call(app.url, null, getReadiness)).status).toBe(200);
  expect((await superAdmin.call(getOperation)).body.troubles).toEqual([
    {
      part: "clock",
      says: expect.stringMatching(/^The database's clock and this machine's are (39|40|41) s apart\. Synch/),
    },
  ]);
});

test("a full disk below the database takes the server out of service, with the cause", async () => {
  const superAdmin = await buildSuperAdmin(app);
  await fillDisk();
  // the test's own database counts as external
  const { databaseUrl } = app.services.config;
  Object.assign(app.services.config, { databaseUrl: null });
  onTestFinished(() => void Object.assign(app.services.config, { databaseUrl }));
  for (const spec of [getReadiness, getHealth]) {
    const { status, error } = await call(app.url, null, spec);
    expect([status, error.error]).toEqual([
      503,
      "The disk is full: nothing can be saved. An operator has to free up space.",
    ]);
  }
  expect((await call(app.url, null, getLiveness)).status).toBe(200);
  expect((await superAdmin.call(getOperation)).body.troubles).toEqual([
    {
      part: "disk",
      says: expect.stringMatching(
        /^The disk under .* is full: what is stored there can be read, but nothing/,
      ),
    },
  ]);
});

test("a trouble is logged when it begins and when it ends, once", async () => {
  const said: string[] = [];
  const note = (_: object, message: string) => void said.push(message);
  const log = Object.assign(Object.create(app.services.log), { warn: note, info: note });
  const stop = watchTroubles({ ...app.services, log }, 20);
  await expect.poll(() => said).toEqual([]);
  const full = await fillDisk();
  await expect.poll(() => said).toEqual([expect.stringMatching(/^The disk under/)]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  full.mockRestore();
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/^The disk under/), "the disk has room again"]);
  stop();
});
