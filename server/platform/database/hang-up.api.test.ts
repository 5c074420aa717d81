import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "./client.ts";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import { kyselyOver } from "./database.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ worker: false })));
afterAll(() => app.close());

const sleeping = () =>
  withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'",
    );
    return rows[0]?.count ?? 0;
  });

test("a statement whose caller hangs up is canceled in the database, and the pool continues", async () => {
  const pool = app.services.pools.of("app", "reports");
  const leaving = new AbortController();
  const database = kyselyOver(pool, leaving.signal);
  const work = database.transaction().execute((tx) => sql`select pg_sleep(60)`.execute(tx));
  await expect.poll(sleeping).toBe(1);
  leaving.abort(new Error("the client disconnected"));
  await expect(work).rejects.toThrow();
  await expect.poll(sleeping).toBe(0);
  await expect(database.transaction().execute(() => Promise.resolve())).rejects.toThrow("disconnected");
  const fresh = kyselyOver(pool);
  await expect(sql`select 1 as one`.execute(fresh)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test("statements of calls time out after ten seconds, those of jobs after a minute", async () => {
  const { companyId } = await buildCompany(app);
  const limitIn = async (read: Promise<{ rows: { limit: string }[] }>) => (await read).rows[0]?.limit;
  const shown = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
  expect(await limitIn(shown.execute(kyselyOver(app.services.pools.of("app", "calls"))))).toBe("10s");
  for (const caller of [jobCaller(app.services, "test", companyId), systemCaller(app.services, "test")])
    expect(await limitIn(caller.transact((ctx) => shown.execute(ctx.db)))).toBe("1min");
});
