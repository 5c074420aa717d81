import { afterAll, beforeAll, expect, test } from "vitest";
import { updateCompany } from "#contract/companies.ts";
import { startTestApp } from "#server/testing/app.ts";
import type { TestApp } from "#server/testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#server/testing/build.ts";
import { withClient } from "#server/testing/database.ts";
import { buildTheme } from "#server/testing/documents.ts";

let app: TestApp;
let companyId: number;
let otherId: number;
let tenantTables: string[];

beforeAll(async () => {
  app = await startTestApp();
  const company = await buildCompany(app);
  await buildTheme(company.admin);
  companyId = company.companyId;
  otherId = (await buildCompany(app)).companyId;
  tenantTables = await withClient(app.connection, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c
       where c.table_schema = 'public' and c.column_name = 'company_id' order by 1`,
    );
    return [...rows.map((row) => row.name), "companies"];
  });
});
afterAll(() => app.close());

/** Runs as the application's role, with the settings given, and rolls back. */
async function asApplication<T>(
  settings: Record<string, string>,
  work: (query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>) => Promise<T>,
): Promise<T> {
  const client = await app.services.pool.connect();
  try {
    await client.query("begin");
    for (const [name, value] of Object.entries(settings))
      await client.query("select set_config($1, $2, true)", [name, value]);
    return await work((text) => client.query(text));
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** What belongs to nobody: the schema's own book-keeping, and counters under hashed keys. */
const unfenced = ["kysely_migration", "kysely_migration_lock", "throttles"];

test("row-level security is on and forced on every table but those that belong to nobody", async () => {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ name: string; on: boolean; forced: boolean }>(
      `select relname as name, relrowsecurity as on, relforcerowsecurity as forced from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    ),
  );
  const open = rows.filter((row) => !row.on || !row.forced).map((row) => row.name);
  expect(open.toSorted()).toEqual(unfenced);
  const fenced = rows.map((row) => row.name).filter((name) => !unfenced.includes(name));
  // the platform's own tables have no company; nobody inside one writes them
  const platform = fenced.filter((name) => !tenantTables.includes(name));
  for (const table of platform) {
    await expect(
      asApplication({ "app.company": String(companyId) }, (query) =>
        query(`insert into ${table} default values`),
      ),
      table,
    ).rejects.toThrow(/row-level security/);
  }
  expect(platform).toContain("leads");
});

test("without a company the application's role sees no row of any tenant table", async () => {
  expect(tenantTables.length).toBeGreaterThan(20);
  for (const table of tenantTables) {
    const seen = await asApplication({}, (query) => query(`select count(*) as n from ${table}`));
    expect(seen.rows[0]?.n, table).toBe(0);
  }
  const inside = await asApplication({ "app.company": String(companyId) }, (query) =>
    query("select count(*) as n from passages"),
  );
  expect(inside.rows[0]?.n).toBeGreaterThan(0);
});

test("inside one company no row of another is seen, and none can be written", async () => {
  for (const table of tenantTables) {
    const column = table === "companies" ? "id" : "company_id";
    const strange = await asApplication({ "app.company": String(otherId) }, (query) =>
      query(`select count(*) as n from ${table} where ${column} = ${companyId}`),
    );
    expect(strange.rows[0]?.n, table).toBe(0);
  }
  // row security is asked before any other rule of a table, so that a row without its other columns shows it
  for (const table of tenantTables) {
    const column = table === "companies" ? "id" : "company_id";
    const values = column === "id" ? "overriding system value values" : "values";
    for (const value of [String(companyId), ...(column === "id" ? [] : ["null"])]) {
      await expect(
        asApplication({ "app.company": String(otherId) }, (query) =>
          query(`insert into ${table} (${column}) ${values} (${value})`),
        ),
        `${table} ${value}`,
      ).rejects.toThrow(/row-level security/);
    }
  }
  for (const table of tenantTables.filter((name) => !name.startsWith("audit_"))) {
    const column = table === "companies" ? "id" : "company_id";
    const changed = await asApplication({ "app.company": String(otherId) }, async (query) => {
      const before = await query(`select count(*) as n from ${table}`);
      const moved = query(`update ${table} set ${column} = ${column === "id" ? "id" : companyId}`).then(
        () => "moved",
        (error: Error) => error.message,
      );
      return Number(before.rows[0]?.n) === 0 || column === "id" ? null : await moved;
    });
    if (changed !== null) expect(changed, table).toMatch(/row-level security/);
  }
  console.info(
    `${tenantTables.length} tenant tables: 0 rows of another company seen, every write with a foreign company refused`,
  );
});

test("a pointer from one company into another cannot be stored", async () => {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number }>("select id from workspaces where company_id = $1 limit 1", [companyId]),
  );
  await expect(
    asApplication({ "app.company": String(otherId) }, (query) =>
      query(
        `insert into themes (company_id, workspace_id, name) values (${otherId}, ${rows[0]?.id}, 'planted')`,
      ),
    ),
  ).rejects.toThrow(/foreign key/);
});

test("the record can be added to and read, never changed", async () => {
  for (const change of [
    "update audit_events set action = 'x'",
    "delete from audit_events",
    "truncate audit_events",
  ]) {
    await expect(asApplication({ "app.scope": "platform" }, (query) => query(change))).rejects.toThrow(
      /permission denied|append-only/,
    );
  }
  // the owner is stopped by the trigger as well
  await expect(
    withClient(app.connection, (client) => client.query("delete from audit_events")),
  ).rejects.toThrow(/append-only/);
});

test("a finished answer cannot be rewritten", async () => {
  await withClient(app.connection, async (client) => {
    await client.query("begin");
    const theme = await client.query<{ id: number; company_id: number }>(
      "select id, company_id from themes limit 1",
    );
    const user = await client.query<{ id: number }>("select id from users limit 1");
    await client.query(
      `insert into interactions (company_id, theme_id, user_id, user_role, session_id, question, answer, mode, outcome)
       values ($1, $2, $3, 'agent', 's', 'q', 'a', 'extractive', 'answered')`,
      [theme.rows[0]?.company_id, theme.rows[0]?.id, user.rows[0]?.id],
    );
    await expect(client.query("update interactions set answer = 'b'")).rejects.toThrow(/never rewritten/);
    await client.query("rollback");
  });
});

test("a name is told inside a company of its own people, and of a super admin who did something there", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const stranger = await buildSuperAdmin(app);
  const other = await buildCompany(app);
  await superAdmin.call(updateCompany, { id: companyId, description: "Looked after" });
  const nameIn = async (settings: Record<string, string>, person: number) =>
    (await asApplication(settings, (query) => query(`select email from person_name(${person})`))).rows.map(
      (row) => row.email,
    );
  const here = { "app.company": String(companyId) };
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number; email: string }>("select id, email from users where company_id = $1 limit 1", [
      companyId,
    ]),
  );
  expect(await nameIn(here, rows[0]?.id ?? 0)).toEqual([rows[0]?.email]);
  expect(await nameIn(here, superAdmin.id)).toEqual([superAdmin.email]);
  expect(await nameIn(here, stranger.id)).toEqual([]);
  expect(await nameIn(here, other.admin.id)).toEqual([]);
  expect(await nameIn({ "app.company": String(otherId) }, superAdmin.id)).toEqual([]);
  expect(await nameIn({}, superAdmin.id)).toEqual([]);
  expect(await nameIn({ "app.scope": "platform" }, stranger.id)).toEqual([stranger.email]);
});
