import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findTags, getTheme } from "#contract/knowledge/themes.ts";
import { openLog } from "#server/platform/log.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";

const written: string[] = [];
const log = openLog("info", new Writable({ write: (line, _, done) => (written.push(String(line)), done()) }));
let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ worker: false, log, env: { ACCESS_LOG: "on" } })));
afterAll(() => app.close());

type Line = Record<string, unknown>;
const calls = () => written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === "call");

test("each call is a line with ids and the route's pattern, without any user input", async () => {
  const { admin, companyId } = await buildCompany(app);
  const before = calls().length;
  await admin.call(getTheme, { id: 987_654 });
  await admin.call(findTags, { search: "redundancy-plan" });
  const response = await fetch(`${app.url}/api/a-word-of-somebody`);
  await expect.poll(() => calls().length).toBe(before + 3);
  const [missed, found, stranger] = calls().slice(before);
  expect(missed).toMatchObject({ method: "GET", route: "/api/themes/:id", status: 404, companyId });
  expect(missed?.ms).toBeGreaterThan(0);
  expect(found).toMatchObject({ status: 200, userId: missed?.userId });
  expect(stranger).toMatchObject({ route: "none", status: 404, address: "127.0.0.1" });
  expect(stranger?.requestId).toBe(response.headers.get("x-request-id"));
  expect(stranger).not.toHaveProperty("userId");
  expect(written.join("")).not.toMatch(/987654|redundancy-plan|a-word-of-somebody/);
});
