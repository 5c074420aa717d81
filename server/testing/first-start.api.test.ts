import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillEmpty } from "#seed/scenarios.ts";
import { openServices } from "#server/services.ts";
import type { Services } from "#server/services.ts";
import { startTestApp } from "./app.ts";
import type { TestApp } from "./app.ts";
import { withClient } from "./database.ts";

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), "footnote-second-"));
beforeAll(async () => void (app = await startTestApp({ env: { SCENARIO: "demo" } })));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A second server on the same database with a folder of its own, as on another machine. */
async function openSecond(): Promise<Services> {
  const { services, connection } = app;
  const config = { ...services.config, dataDir: folder };
  return openServices(config, services.log, { connection, clock: services.clock, mail: services.mail });
}

const rowsOf = (text: string) =>
  withClient(app.connection, async (client) => (await client.query<{ n: string }>(text)).rows);

test("two servers that start at once on an empty database make one demo, and one of them prints its sign-ins", async () => {
  const second = await openSecond();
  try {
    const printed = await Promise.all([app.services, second].map(fillEmpty));
    expect(printed.filter((lines) => lines.length > 0)).toHaveLength(1);
    const companies = await rowsOf("select name as n from companies");
    expect(companies).toHaveLength(1);
    const twice = await rowsOf("select name as n from themes group by name having count(*) > 1");
    expect(twice).toEqual([]);
  } finally {
    await second.close();
  }
}, 240_000);
