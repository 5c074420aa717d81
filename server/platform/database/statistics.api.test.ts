import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { withClient } from "./client.ts";
import { analyzeChangedTables } from "./statistics.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ worker: false })));
afterAll(() => app.close());

const asOwner = (statement: string) =>
  withClient(
    app.connection,
    async (client) => (await client.query<{ rows: number }>(statement)).rows[0]?.rows,
  );

const knownCompanies = () =>
  asOwner("select reltuples::integer as rows from pg_class where oid = 'companies'::regclass");

const changedCompanies = () =>
  asOwner(
    "select n_mod_since_analyze::integer as rows from pg_stat_user_tables where relid = 'companies'::regclass",
  );

test("a table is analyzed once a tenth of it and fifty rows have changed, and not before", async () => {
  const pool = app.services.pools.of("platform", "calls");
  // PostgreSQL counts changed rows with a delay
  const analyzed = () => analyzeChangedTables(pool).then(knownCompanies);
  const add = (rows: number) =>
    asOwner(
      `insert into companies (name) select 'Company ' || gen_random_uuid() from generate_series(1, ${rows})`,
    );
  await add(200);
  await expect.poll(analyzed).toBe(200);
  await add(70);
  await expect.poll(changedCompanies).toBe(70);
  expect(await analyzed()).toBe(200);
  await add(1);
  await expect.poll(analyzed).toBe(271);
});
