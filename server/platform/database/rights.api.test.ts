import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { withClient } from "./client.ts";
import { buildTheme } from "#testing/documents.ts";
import { userOf } from "./access.ts";
import { forPlatform, recordRights } from "./rights.ts";

/** P14: a login that serves calls can't change the record, whatever statement it sends. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ownersOnly = ["fence_secret", "kysely_migration", "kysely_migration_lock"];

type Row = {
  login: string;
  table: string;
  update: string[];
  whole: boolean;
  delete: boolean;
  truncate: boolean;
};

/** Table × right × column, from the catalog, for both logins. */
async function rightsInCatalog(): Promise<Row[]> {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<Row>(
      `select l.login, c.relname as table,
              coalesce(array_agg(a.attname::text order by a.attname)
                filter (where has_column_privilege(l.login, c.oid, a.attnum, 'update')), '{}') as update,
              has_table_privilege(l.login, c.oid, 'update') as whole,
              has_table_privilege(l.login, c.oid, 'delete') as delete,
              has_table_privilege(l.login, c.oid, 'truncate') as truncate
       from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         cross join unnest(array[$1, $2]::text[]) as l(login)
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       group by l.login, c.oid, c.relname order by c.relname, l.login`,
      [userOf(app.services.access.app), userOf(app.services.access.platform)],
    ),
  );
  return rows;
}

/** The published table (docs/security/table-rights.md): what a login may do to existing rows. */
const head = `# Rights on tables

What the program's two logins may do to existing rows, read from the catalog of a migrated database. Both may read every table and add
rows; neither may truncate one. \`server/platform/database/rights.ts\` restricts the tables of the record, and says why; a table that it
does not name holds current state. A test fails when a right differs from this table;
\`vitest run --project api server/platform/database/rights.api.test.ts -u\` renews it, and a review decides whether the new right is meant.

| table | columns that may change | rows may be deleted |
| --- | --- | --- |
`;

test("each login has exactly the rights of the published table, on every table and column", async () => {
  const rows = await rightsInCatalog();
  expect(rows.filter((row) => row.truncate)).toEqual([]);
  for (const row of rows) {
    const where = `${row.table} ${row.login}`;
    const listed = recordRights[row.table];
    const isOwners = ownersOnly.includes(row.table);
    expect(row.whole, where).toBe(listed === undefined && !isOwners);
    expect(row.delete, where).toBe(listed?.delete ?? !isOwners);
    if (listed !== undefined || isOwners)
      expect(row.update, where).toEqual([...(listed?.update ?? [])].toSorted());
  }
  const found = [...new Set(rows.map((row) => row.table))];
  expect(found).toEqual(expect.arrayContaining([...Object.keys(recordRights), ...ownersOnly]));
  // both logins have the same rights, as the loop has shown
  const lines = found.map((table) => lineOf(rows.find((row) => row.table === table)));
  const file = join(import.meta.dirname, "../../../docs/security/table-rights.md");
  await expect(`${head}${lines.join("\n")}\n`).toMatchFileSnapshot(file);
  const columns = Object.values(recordRights).flatMap(({ update }) => update).length;
  console.info(
    `${found.length} tables × 2 logins: ${Object.keys(recordRights).length} tables of the record, in which ${columns} columns may change`,
  );
});

function lineOf(row: Row | undefined): string {
  if (row === undefined) throw new Error("a table without rights");
  const columns = row.whole ? "all" : row.update.map((name) => `\`${name}\``).join(", ") || "none";
  return `| \`${row.table}\` | ${columns} | ${row.delete ? "yes" : "no"} |`;
}

test("changing the record's wording is refused before a row is read", async () => {
  const refused = [
    "update interaction_sources set passage_text = 'other'",
    "update claims set verdict = 'supported'",
    "update ratings set rating = 'good'",
    "update reviews set verdict = 'correct'",
    "update pages set text = 'other'",
    "update passages set text = 'other'",
    "update document_versions set sha256 = 'other'",
    "update interactions set question = 'other'",
    "update interactions set user_id = 1",
    ...["interaction_sources", "claims", "ratings", "reviews", "interactions", "document_versions"].map(
      (table) => `delete from ${table}`,
    ),
    ...Object.keys(recordRights).map((table) => `truncate ${table} cascade`),
  ];
  for (const kind of ["app", "platform"] as const)
    for (const statement of refused)
      await expect(
        app.services.pools.of(kind, "calls").query(statement),
        `${kind}: ${statement}`,
      ).rejects.toThrow(/permission denied/);
});

test("the ingested text of an answering document stays, whatever a login does to reopen it", async () => {
  const { admin } = await buildCompany(app);
  const { document } = await buildTheme(admin);
  const version = `version_id = (select id from document_versions where document_id = ${document.id})`;
  const statements = [
    `delete from pages where ${version}`,
    `delete from passages where ${version}`,
    `insert into pages select company_id, version_id, 99, null, null, 'never read' from pages where ${version} limit 1`,
    `insert into passages (company_id, version_id, ordinal, text, page_from, page_to, start_offset, end_offset)
       select company_id, version_id, 99, 'never read', 0, 0, 0, 1 from pages where ${version} limit 1`,
    `update segments set bytes = '\\x00' where ${version}`,
    `update document_versions set status = 'processing' where document_id = ${document.id}`,
    `update document_versions set ocr = 'waiting' where document_id = ${document.id}`,
  ];
  const { pools } = app.services;
  for (const statement of statements)
    await expect(pools.of("platform", "calls").query(statement), statement).rejects.toThrow(
      /stays as it is|not read again/,
    );
});

test("only the platform's login calls functions that erase or analyze, and every function with the owner's rights is known", async () => {
  const { rows } = await withClient(app.connection, (client) =>
    client.query<{ name: string; app: boolean; platform: boolean }>(
      `select replace(p.oid::regprocedure::text, ',', ', ') as name,
              has_function_privilege($1, p.oid, 'execute') as app,
              has_function_privilege($2, p.oid, 'execute') as platform
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`,
      [userOf(app.services.access.app), userOf(app.services.access.platform)],
    ),
  );
  expect(rows.filter(({ app: mayCall }) => !mayCall)).toEqual(
    forPlatform.toSorted().map((name) => ({ name, app: false, platform: true })),
  );
  // each reads a single fact from beyond the company
  expect(rows.flatMap(({ name, app: mayCall }) => (mayCall ? [name] : []))).toEqual([
    "app_company()",
    "email_taken(text)",
    "guest_name(integer)",
  ]);
  await expect(app.services.pools.of("app", "calls").query("select erase_answers(1, '{1}')")).rejects.toThrow(
    /permission denied/,
  );
});
