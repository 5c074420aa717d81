import { readFileSync } from "node:fs";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { withClient } from "./client.ts";
import { type Access, type Connection } from "./access.ts";
import { asOwner, type Database } from "./database.ts";
import { listMigrations, pendingMigrations } from "./ledger.ts";
import { prepareLogins, type GivenLogins } from "./logins.ts";
import { proveFence } from "./prove-fence.ts";
import { forPlatform, narrowRights } from "./rights.ts";
import { DatabaseRefusedError } from "./refused.ts";

/**
 * As the owner: updates the schema, makes the program's logins, grants each exactly its rights, and proves that none
 * bypasses the fence. The owner's connections are closed on return. Safe to run from several processes at once: one
 * migrates, the others wait. `folders` holds migrations other than this version's.
 */
export async function prepareDatabase(
  connection: Connection,
  given: GivenLogins | null = null,
  folders?: string[],
): Promise<Access> {
  await pendingMigrations(connection, folders);
  return asOwner(connection, async (owner) => {
    await migrate(owner, listMigrations(folders));
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

/** Migrates an empty database to the schema of a backup. */
export async function migrateTo(connection: Connection, migration: string): Promise<void> {
  const own = listMigrations();
  if (!own.has(migration))
    throw new DatabaseRefusedError(
      `Another version of Footnote made this backup: its newest migration, ${migration}, is not among those of this ` +
        "version. Nothing was changed. Restore it with the version that made it, or with a later one; backups from " +
        "before the first release can only be restored by their own version.",
    );
  await asOwner(connection, (owner) => migrate(owner, own, migration));
}

/** Forward only; Kysely's migrator takes an advisory lock and runs pending migrations in one transaction. */
async function migrate(owner: Database, paths: Map<string, string>, to?: string): Promise<void> {
  const migrations: Record<string, Migration> = Object.fromEntries(
    [...paths].map(([name, path]) => [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(readFileSync(path, "utf8")).execute(db)) },
    ]),
  );
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
