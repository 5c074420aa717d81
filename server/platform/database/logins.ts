import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { userOf, withLogin, type Access, type Connection } from "./access.ts";
import type { Database } from "./database.ts";
import { DatabaseRefusedError } from "./refused.ts";

/** Logins made by an operator, for an owner that may not create roles. */
export type GivenLogins = { app: Connection; platform: Connection };

/**
 * The two logins the program works under, made or renewed by the owner. Their names derive from the database's, so that
 * installations in one cluster stay apart; their passwords derive from a secret that only the owner can read, so that every
 * server of this database knows them.
 * @throws Error with the statements to run if the owner may not create roles
 */
export async function prepareLogins(
  owner: Database,
  connection: Connection,
  given: GivenLogins | null,
): Promise<Access & { names: Record<"app" | "platform", string> }> {
  const secret = await fenceSecret(owner);
  if (given !== null) {
    const names = { app: userOf(given.app), platform: userOf(given.platform) };
    return { ...given, names, fenceKey: secret };
  }
  const names = await loginNames(owner);
  const passwords = { app: derived(secret, names.app), platform: derived(secret, names.platform) };
  for (const kind of ["app", "platform"] as const) await ensureLogin(owner, names[kind], passwords[kind]);
  return {
    app: withLogin(connection, names.app, passwords.app),
    platform: withLogin(connection, names.platform, passwords.platform),
    fenceKey: secret,
    names,
  };
}

/** The names of the logins that the program makes itself. */
export async function loginNames(owner: Database): Promise<Record<"app" | "platform", string>> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner);
  // PostgreSQL truncates names at 63 bytes
  const base = (rows[0]?.name ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, "_")
    .slice(0, 50);
  return { app: `${base}_app`, platform: `${base}_platform` };
}

async function fenceSecret(owner: Database): Promise<string> {
  const { rows } = await sql<{
    secret: string;
  }>`select encode(secret, 'hex') as secret from fence_secret`.execute(owner);
  const secret = rows[0]?.secret;
  if (secret === undefined)
    throw new DatabaseRefusedError("The database has lost its fence secret. Restore it from a backup.");
  return secret;
}

function derived(secret: string, login: string): string {
  return createHmac("sha256", Buffer.from(secret, "hex")).update(`login ${login}`).digest("base64url");
}

async function ensureLogin(owner: Database, name: string, password: string): Promise<void> {
  const role = sql.id(name);
  const secret = sql.lit(password);
  try {
    const found = await sql`select 1 from pg_roles where rolname = ${name}`.execute(owner);
    // `proveFence` checks the role's other rights: an owner that isn't a superuser may not even revoke them
    if (found.rows.length > 0) await sql`alter role ${role} login password ${secret}`.execute(owner);
    else await sql`create role ${role} login noinherit password ${secret}`.execute(owner);
  } catch (error) {
    // 42710, 23505, XX000 'tuple concurrently updated': another server made or renewed it a moment ago
    if (["42710", "23505", "XX000"].includes((error as { code?: string }).code ?? "")) return;
    throw new DatabaseRefusedError(
      `The database login ${name} is missing and the user of DATABASE_URL may not create it. Have an administrator run\n` +
        `  CREATE ROLE <name>_app LOGIN PASSWORD '…'; CREATE ROLE <name>_platform LOGIN PASSWORD '…';\n` +
        `and set DATABASE_APP_URL and DATABASE_PLATFORM_URL to the same database under these logins.`,
      { cause: error },
    );
  }
}
