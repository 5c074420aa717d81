import pg from "pg";
import type { Connection } from "./access.ts";
import { DatabaseRefusedError } from "./refused.ts";

/** A pooler without a free connection lets the second transaction wait. */
const longestWaitMs = 5_000;

/**
 * The program's locks, notices and time limits belong to a connection. A pooler in transaction mode (PgBouncer, RDS Proxy)
 * hands each transaction to another one, and they would fail silently.
 * `setting`: the one that named the address. @throws Error with the remedy
 */
export async function refusePooler(connection: Connection, setting: string): Promise<void> {
  if (await mixesConnections(connection))
    throw new DatabaseRefusedError(
      `${setting} leads to a connection pooler in transaction mode. Nothing was changed. Footnote keeps locks and notices ` +
        "on its connections: give the address of PostgreSQL itself, or a pool in session mode, and limit the connections with " +
        "DATABASE_CONNECTIONS.",
    );
  if (!(await passesOptions(connection)))
    throw new DatabaseRefusedError(
      `${setting} leads to a connection pooler that drops the options of a connection, and with them the time limits of ` +
        "statements. Nothing was changed. Give the address of PostgreSQL itself, and limit the connections with " +
        "DATABASE_CONNECTIONS.",
    );
}

/** Two transactions at once hold two connections of the server; afterwards the first client must still have its own. */
async function mixesConnections(connection: Connection): Promise<boolean> {
  const clients = [open(connection), open(connection)] as const;
  const [first] = clients;
  try {
    for (const client of clients) await client.connect();
    for (const client of clients) await client.query("begin");
    const [own] = await Promise.all(clients.map(backendOf));
    for (const client of clients) await client.query("commit");
    // a pooler hands out the connection given back last, or the one given back first: asked twice, it shows both
    const later = [await backendOf(first), await backendOf(first)];
    return later.some((backend) => backend !== own);
  } catch (error) {
    // in statement mode there are no transactions
    if (isRefusal(error)) return true;
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function passesOptions(connection: Connection): Promise<boolean> {
  const client = open(connection, "-c statement_timeout=12345");
  try {
    await client.connect();
    const { rows } = await client.query<{ limit: string }>(
      "select current_setting('statement_timeout') as limit",
    );
    return rows[0]?.limit === "12345ms";
  } catch (error) {
    // a parameter that a pooler does not know, unless told to ignore it
    if (isRefusal(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function open(connection: Connection, options?: string): pg.Client {
  const client = new pg.Client({
    ...connection,
    options,
    connectionTimeoutMillis: longestWaitMs,
    query_timeout: longestWaitMs,
  });
  return client.on("error", () => undefined);
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

/** Protocol violation: PgBouncer's code for messages it doesn't forward. */
const isRefusal = (error: unknown) => (error as { code?: string }).code === "08P01";
