import type pg from "pg";
import { withClient } from "./client.ts";
import { type Access, type Connection } from "./access.ts";

/** The first attempts of an injected statement, and PostgreSQL's required refusals. */
const ways: { what: string; statement: string }[] = [
  { what: "become the owner of the tables", statement: "select set_config('role', $1, true)" },
  {
    what: "switch triggers off",
    statement: "select set_config('session_replication_role', 'replica', true)",
  },
  { what: "run a program", statement: "copy (select 1) to program 'true'" },
  { what: "read files of the server", statement: "select pg_read_file('PG_VERSION')" },
  { what: "read the fence's secret", statement: "select secret from fence_secret" },
  { what: "change a policy", statement: "alter table companies disable row level security" },
];

/**
 * Refuses to start if a login that serves calls could bypass the fence: by its attributes, by its memberships, or by any of
 * `ways`. A session setting must not open a company either.
 */
export async function proveFence(access: Access): Promise<void> {
  await proveLogin(access.app, "app");
  await proveLogin(access.platform, "platform");
}

async function proveLogin(connection: Connection, kind: "app" | "platform"): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ login: string; owner: string; strong: boolean; member: boolean }>(
      `select session_user as login,
              pg_get_userbyid((select relowner from pg_class where oid = 'public.companies'::regclass)) as owner,
              r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication
                or current_user <> session_user as strong,
              exists (select 1 from pg_auth_members m where m.member = r.oid) as member
       from pg_roles r where r.rolname = session_user`,
    );
    const row = rows[0];
    if (row === undefined) throw refusal("unknown", "log in");
    if (row.strong) throw refusal(row.login, "use rights beyond its tables");
    if (row.owner === row.login) throw refusal(row.login, "alter the tables it owns");
    if (row.member) throw refusal(row.login, "assume another role");
    for (const { what, statement } of ways) {
      const values = statement.includes("$1") ? [row.owner] : [];
      if (!(await isRefused(client, statement, values))) throw refusal(row.login, what);
    }
    if (kind === "app" && (await seesRowsUnproved(client)))
      throw refusal(row.login, "enter a company through a session setting");
  });
}

async function isRefused(client: pg.Client, statement: string, values: string[]): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(statement, values);
    return false;
  } catch {
    return true;
  } finally {
    await client.query("rollback");
  }
}

async function seesRowsUnproved(client: pg.Client): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(
      "select set_config('app.scope', 'platform', true), set_config('app.company', '1', true), set_config('app.proof', '', true)",
    );
    const { rows } = await client.query<{ sees: boolean }>(
      "select app_company() is not null or app_platform() or exists (select 1 from users) as sees",
    );
    return rows[0]?.sees !== false;
  } finally {
    await client.query("rollback");
  }
}

function refusal(login: string, what: string): Error {
  return new Error(`The database login ${login} could ${what}. Footnote does not start with such a login.`);
}
