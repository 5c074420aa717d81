import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import pg from "pg";
import type { DB } from "./schema.gen.ts";

/** How to reach a PostgreSQL: a URL, or the embedded server's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; user: string; password: string; database: string };

export type Database = Kysely<DB>;

/** The role the application works as: it owns nothing and cannot pass row-level security. */
export const applicationRole = "footnote_app";

// 8-byte integers (counters, sequence numbers) stay far below 2^53 here
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Brings the schema up to date and makes sure that the application's role exists, has exactly the rights it
 * needs, and cannot pass row-level security. Safe to run from several processes at once: one migrates, the others wait.
 */
export async function prepareDatabase(connection: Connection): Promise<void> {
  const owner = openKysely(connection, { max: 2 });
  try {
    await migrate(owner);
    await grantRights(owner);
    await proveFence(connection);
  } finally {
    await owner.destroy();
  }
}

/** Pool of the application: every connection works as the fenced role. */
export function openApplicationPool(connection: Connection, max: number): pg.Pool {
  return new pg.Pool({
    ...connection,
    max,
    options: `-c role=${applicationRole} -c statement_timeout=60000 -c idle_in_transaction_session_timeout=120000 -c timezone=UTC`,
  });
}

export function kyselyOver(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

function openKysely(connection: Connection, { max }: { max: number }): Database {
  return kyselyOver(new pg.Pool({ ...connection, max }));
}

/** Forward only; Kysely's migrator takes an advisory lock and runs what is pending in one transaction. */
async function migrate(owner: Database): Promise<void> {
  const folder = join(import.meta.dirname, "migrations");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  const migrations: Record<string, Migration> = Object.fromEntries(
    files.map((name) => [
      name.replace(/\.sql$/, ""),
      {
        up: (db: Kysely<unknown>) =>
          sql
            .raw(readFileSync(join(folder, name), "utf8"))
            .execute(db)
            .then(() => undefined),
      },
    ]),
  );
  const migrator = new Migrator({
    db: owner,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error)
    throw new Error(`The database could not be brought up to date: ${describe(error)}`, { cause: error });
}

async function grantRights(owner: Database): Promise<void> {
  await createRole(owner);
  await owner.transaction().execute(async (tx) => {
    // Rights are a list, not a history: taken and given anew at each start, one starter at a time.
    await sql`select pg_advisory_xact_lock(7205759403)`.execute(tx);
    await sql
      .raw(`
      grant usage on schema public to ${applicationRole};
      grant select, insert, update, delete on all tables in schema public to ${applicationRole};
      grant usage, select on all sequences in schema public to ${applicationRole};
      revoke update, delete, truncate on audit_events from ${applicationRole};
      revoke insert, update, delete, truncate on kysely_migration, kysely_migration_lock from ${applicationRole};
    `)
      .execute(tx);
  });
}

async function createRole(owner: Database): Promise<void> {
  const found = await sql`select 1 from pg_roles where rolname = ${applicationRole}`.execute(owner);
  if (found.rows.length === 0) {
    try {
      await sql.raw(`create role ${applicationRole} nologin`).execute(owner);
    } catch (error) {
      // 42710, 23505: another server made it a moment ago
      if (!["42710", "23505"].includes((error as { code?: string }).code ?? "")) {
        throw new Error(
          `The database role ${applicationRole} is missing and cannot be made by this user. Run: CREATE ROLE ${applicationRole} NOLOGIN; GRANT ${applicationRole} TO <the user of DATABASE_URL>;`,
          { cause: error },
        );
      }
    }
  }
  const member = await sql<{
    ok: boolean;
  }>`select pg_has_role(current_user, ${applicationRole}, 'member') as ok`.execute(owner);
  if (!member.rows[0]?.ok) await sql.raw(`grant ${applicationRole} to current_user`).execute(owner);
}

/** Refuses to start when the role that answers requests could read past the fence. */
async function proveFence(connection: Connection): Promise<void> {
  const pool = openApplicationPool(connection, 1);
  try {
    const { rows } = await pool.query<{ role: string; passes: boolean; owns: boolean }>(
      `select current_user as role, rolsuper or rolbypassrls as passes,
              pg_get_userbyid((select relowner from pg_class where oid = 'companies'::regclass)) = current_user as owns
       from pg_roles where rolname = current_user`,
    );
    const row = rows[0];
    if (row === undefined || row.passes || row.owns || row.role !== applicationRole) {
      throw new Error(
        `The role ${row?.role ?? "unknown"} could pass row-level security. Footnote does not start like that.`,
      );
    }
  } finally {
    await pool.end();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
