import { afterAll, beforeAll, expect, test } from "vitest";
import { companyProof } from "./database.ts";
import { recordRights } from "./rights.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany, buildSuperAdmin } from "#testing/build.ts";
import { withClient } from "./client.ts";
import { buildTheme } from "#testing/documents.ts";

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

/** Runs under a login of the program with the given settings, and rolls back. */
async function asApplication<T>(
  settings: Record<string, string>,
  work: (query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>) => Promise<T>,
  login: "app" | "platform" = "app",
): Promise<T> {
  const client = await app.services.pools.of(login, "calls").connect();
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

/** Inside a company, as the program proves it. */
const inside = (company: number) => ({
  "app.company": String(company),
  "app.proof": companyProof(app.services.access.fenceKey, company),
});

/** Tables without a company: the schema's own bookkeeping, and counters under hashed keys. */
const unfenced = ["fence_secret", "kysely_migration", "kysely_migration_lock", "throttles"];

test("row-level security is on and forced on every table except those without a company", async () => {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ name: string; on: boolean; forced: boolean }>(
      `select relname as name, relrowsecurity as on, relforcerowsecurity as forced from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    ),
  );
  const open = rows.filter((row) => !row.on || !row.forced).map((row) => row.name);
  expect(open.toSorted()).toEqual(unfenced);
  const fenced = rows.map((row) => row.name).filter((name) => !unfenced.includes(name));
  // the platform's own tables have no company; no login inside one writes them
  const platform = fenced.filter((name) => !tenantTables.includes(name));
  for (const table of platform) {
    await expect(
      asApplication(inside(companyId), (query) => query(`insert into ${table} default values`)),
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
  const own = await asApplication(inside(companyId), (query) => query("select count(*) as n from passages"));
  expect(own.rows[0]?.n).toBeGreaterThan(0);
});

test("inside one company no row of another can be seen or written", async () => {
  for (const table of tenantTables) {
    const column = table === "companies" ? "id" : "company_id";
    const strange = await asApplication(inside(otherId), (query) =>
      query(`select count(*) as n from ${table} where ${column} = ${companyId}`),
    );
    expect(strange.rows[0]?.n, table).toBe(0);
  }
  // row security is checked before all other constraints, so a row without its other columns triggers it
  for (const table of tenantTables) {
    const column = table === "companies" ? "id" : "company_id";
    const values = column === "id" ? "overriding system value values" : "values";
    for (const value of [String(companyId), ...(column === "id" ? [] : ["null"])]) {
      await expect(
        asApplication(inside(otherId), (query) =>
          query(`insert into ${table} (${column}) ${values} (${value})`),
        ),
        `${table} ${value}`,
      ).rejects.toThrow(/row-level security|^nothing is added to a finished answer$/);
    }
  }
  for (const table of tenantTables.filter((name) => !name.startsWith("audit_"))) {
    const column = table === "companies" ? "id" : "company_id";
    const changed = await asApplication(inside(otherId), async (query) => {
      const before = await query(`select count(*) as n from ${table}`);
      const moved = query(`update ${table} set ${column} = ${column === "id" ? "id" : companyId}`).then(
        () => "moved",
        (error: Error) => error.message,
      );
      return Number(before.rows[0]?.n) === 0 || column === "id" ? null : await moved;
    });
    const refusal = table in recordRights ? /permission denied/ : /row-level security/;
    if (changed !== null) expect(changed, table).toMatch(refusal);
  }
  console.info(
    `${tenantTables.length} tenant tables: 0 rows of another company seen, every write with a foreign company refused`,
  );
});

test("a reference from one company into another cannot be stored", async () => {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number }>("select id from workspaces where company_id = $1 limit 1", [companyId]),
  );
  await expect(
    asApplication(inside(otherId), (query) =>
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
    for (const login of ["app", "platform"] as const)
      await expect(
        asApplication(login === "app" ? inside(companyId) : {}, (query) => query(change), login),
      ).rejects.toThrow(/permission denied|append-only/);
  }
  // the trigger stops the owner as well
  await expect(
    withClient(app.connection, (client) => client.query("delete from audit_events")),
  ).rejects.toThrow(/append-only/);
});

test("only the rating of a finished answer can change", async () => {
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
    const columns = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'interactions' and is_nullable = 'YES' and column_name <> 'rating'`,
    );
    const changes = [
      "answer = 'b'",
      "claims_checked = 9",
      "outcome = 'pending'",
      "removed_sentences = '[1]'",
    ].concat(
      columns.rows.map(({ name }) => {
        const other = { finished_at: "now()", erased_at: "now()", parameters: "'{}'" }[name] ?? "'1'";
        return `${name} = ${other}`;
      }),
    );
    for (const change of changes) {
      await client.query("savepoint before");
      await expect(client.query(`update interactions set ${change}`), change).rejects.toThrow(
        /never rewritten/,
      );
      await client.query("rollback to before");
    }
    await client.query("update interactions set rating = 'bad'");
    await client.query("rollback");
  });
});

test("inside a company, names of its own people are visible, and of a super admin who acted there", async () => {
  const superAdmin = await buildSuperAdmin(app);
  const stranger = await buildSuperAdmin(app);
  const other = await buildCompany(app);
  await superAdmin.call(updateCompany, { id: companyId, description: "Looked after" });
  const nameIn = async (settings: Record<string, string>, person: number) =>
    (await asApplication(settings, (query) => query(`select email from person_name(${person})`))).rows.map(
      (row) => row.email,
    );
  const here = inside(companyId);
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ id: number; email: string }>("select id, email from users where company_id = $1 limit 1", [
      companyId,
    ]),
  );
  expect(await nameIn(here, rows[0]?.id ?? 0)).toEqual([rows[0]?.email]);
  expect(await nameIn(here, superAdmin.id)).toEqual([superAdmin.email]);
  expect(await nameIn(here, stranger.id)).toEqual([]);
  expect(await nameIn(here, other.admin.id)).toEqual([]);
  expect(await nameIn(inside(otherId), superAdmin.id)).toEqual([]);
  expect(await nameIn({}, superAdmin.id)).toEqual([]);
  const seen = await asApplication(
    {},
    (query) => query(`select email from person_name(${stranger.id})`),
    "platform",
  );
  expect(seen.rows.map((row) => row.email)).toEqual([stranger.email]);
});

test("a login that serves calls cannot assume another role, and no session setting opens a company", async () => {
  const forged: Record<string, string>[] = [
    { "app.scope": "platform" },
    { "app.company": String(companyId) },
    { "app.company": String(companyId), "app.proof": companyProof("00".repeat(32), companyId) },
    // the proof of one company is invalid for another
    { ...inside(otherId), "app.company": String(companyId) },
    { ...inside(otherId), "app.company": ` ${companyId}` },
  ];
  for (const settings of forged) {
    const seen = await asApplication(settings, (query) =>
      query(`select count(*) as n from passages where company_id = ${companyId}`),
    );
    expect(seen.rows[0]?.n, JSON.stringify(settings)).toBe(0);
  }
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ owner: string }>(
      "select tableowner as owner from pg_tables where tablename = 'companies'",
    ),
  );
  for (const login of ["app", "platform"] as const)
    for (const way of [
      `set role "${rows[0]?.owner}"`,
      `set session authorization "${rows[0]?.owner}"`,
      `select set_config('role', '${rows[0]?.owner}', false)`,
      "select set_config('session_replication_role', 'replica', true)",
      "copy (select 1) to program 'true'",
      "select pg_read_file('PG_VERSION')",
      "select secret from fence_secret",
      "alter table companies disable row level security",
      "create or replace function app_platform() returns boolean language sql return true",
      "call name_platform(session_user)",
    ])
      await expect(
        asApplication({}, (query) => query(way), login),
        `${login}: ${way}`,
      ).rejects.toThrow(/permission denied|must be (?:owner|able|superuser)/);
});

test("a company's login adds jobs of its own company and reads no payload", async () => {
  const add = (company: number) =>
    `insert into jobs.job (name, data) values ('read-document', '{"companyId": ${company}, "versionId": 1}')`;
  await expect(asApplication(inside(companyId), (query) => query(add(otherId)))).rejects.toThrow(
    /row-level security/,
  );
  await asApplication(inside(companyId), (query) => query(add(companyId)));
  await expect(
    asApplication(inside(companyId), (query) => query("select data from jobs.job")),
  ).rejects.toThrow(/permission denied/);
});
