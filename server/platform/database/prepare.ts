import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import { withClient } from "./client.ts";
import type { Access } from "./access.ts";
import { asOwner } from "./database.ts";
import type { Database } from "./database.ts";
import type { Connection } from "./access.ts";
import { prepareLogins } from "./logins.ts";
import type { GivenLogins } from "./logins.ts";
import { proveFence } from "./prove-fence.ts";
import { forPlatform, narrowRights } from "./rights.ts";
import { DatabaseRefusedError } from "./refused.ts";

/**
 * As the owner: updates the schema, makes the program's logins, grants each exactly its rights, and proves that none
 * bypasses the fence. The owner's connections are closed on return. Safe to run from several processes at once: one
 * migrates, the others wait.
 */
export async function prepareDatabase(
  connection: Connection,
  given: GivenLogins | null = null,
): Promise<Access> {
  return asOwner(connection, async (owner) => {
    await migrate(owner);
    const { names, ...access } = await prepareLogins(owner, connection, given);
    await grantRights(owner, names);
    await proveFence(access);
    return access;
  });
}

/**
 * A superuser bypasses every fence, so the program migrates under one only if it is named explicitly.
 * @throws Error with the remedy
 */
export async function refuseSuperuser(connection: Connection, named: string | null): Promise<void> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ login: string; super: boolean }>(
      "select rolname as login, rolsuper as super from pg_roles where rolname = session_user",
    );
    const row = rows[0];
    if (row === undefined || !row.super || row.login === named) return;
    throw new DatabaseRefusedError(
      `DATABASE_URL logs in as ${row.login}, a superuser. Nothing was changed. Use the owner of the database instead ` +
        `(CREATE ROLE footnote LOGIN CREATEROLE PASSWORD '…'; CREATE DATABASE footnote OWNER footnote;), or allow this ` +
        `login for migrations with DATABASE_SUPERUSER=${row.login}.`,
    );
  });
}

function listMigrations(): { name: string; path: string }[] {
  const folder = join(import.meta.dirname, "migrations");
  return readdirSync(folder)
    .filter((file) => /\.(?:sql|ts)$/.test(file))
    .toSorted()
    .map((file) => ({ name: file.replace(/\.(?:sql|ts)$/, ""), path: join(folder, file) }));
}

/** Migrations newer than the newest one of a database. */
export function pendingMigrations(newest: string): string[] {
  return listMigrations().flatMap(({ name }) => (name > newest ? [name] : []));
}

/** Migrates an empty database to the schema of a backup. */
export function migrateTo(connection: Connection, migration: string): Promise<void> {
  return asOwner(connection, (owner) => migrate(owner, migration));
}

/** Forward only; Kysely's migrator takes an advisory lock and runs pending migrations in one transaction. */
async function migrate(owner: Database, to?: string): Promise<void> {
  const migrations: Record<string, Migration> = Object.fromEntries(
    listMigrations().map(({ name, path }) => [name, { up: (db: Kysely<unknown>) => runMigration(db, path) }]),
  );
  await refuseNewer(owner, Object.keys(migrations));
  const migrator = new Migrator({
    db: owner,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error)
    throw new DatabaseRefusedError(
      `The database could not be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
}

/** An earlier version must not start on tables it does not know: it would write rows that the later one does not expect. */
async function refuseNewer(owner: Database, known: string[]): Promise<void> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(owner);
  if (!found[0]?.exists) return;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all (${known}) order by name desc limit 1`.execute(owner);
  if (rows[0] === undefined) return;
  throw new DatabaseRefusedError(
    `A later version of Footnote has migrated this database (${rows[0].name}). Nothing was changed. Start that version, ` +
      "or restore a backup made before the upgrade into an empty database.",
  );
}

/** SQL, or a module if rows need a computation that SQL can't express. */
async function runMigration(db: Kysely<unknown>, path: string): Promise<void> {
  if (path.endsWith(".sql")) {
    await sql.raw(readFileSync(path, "utf8")).execute(db);
    return;
  }
  const { up } = (await import(pathToFileURL(path).href)) as Migration;
  await up(db);
}

/** Rights are a list, not a history: revoked and granted again at each start, by one starter at a time. */
async function grantRights(owner: Database, names: Record<"app" | "platform", string>): Promise<void> {
  const [app, platform] = [names.app, names.platform].map((name) => `"${name.replaceAll('"', '""')}"`);
  await owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7205759403)`.execute(tx);
    await sql
      .raw(
        `
      grant usage on schema public to ${app}, ${platform};
      grant select, insert, update, delete on all tables in schema public to ${app}, ${platform};
      grant usage, select on all sequences in schema public to ${app}, ${platform};
      ${narrowRights(`${app}, ${platform}`)}
      revoke all on fence_secret, kysely_migration, kysely_migration_lock from ${app}, ${platform};
      revoke execute on function app_company() from public;
      grant execute on function app_company() to ${app}, ${platform};
      revoke execute on function ${forPlatform.join(", ")} from public, ${app};
      grant execute on function ${forPlatform.join(", ")} to ${platform};
    `,
      )
      .execute(tx);
    await sql`call name_platform(${names.platform})`.execute(tx);
  });
}
