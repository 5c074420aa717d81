import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { getHealth, getLiveness, getReadiness } from "#contract/operation/health.ts";
import packageJson from "#package.json" with { type: "json" };
import { startTestApp } from "#testing/app.ts";
import type { TestApp } from "#testing/app.ts";
import { call } from "#testing/call.ts";

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
