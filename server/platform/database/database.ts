import { createHash } from "node:crypto";
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type Driver,
  type PostgresPool,
  type Transaction,
} from "kysely";
import pg from "pg";
import type { Access, Connection } from "./access.ts";
import type { Connections } from "./connections.ts";
import type { DB } from "./schema.gen.ts";

export type Database = Kysely<DB>;
export type DatabaseTransaction = Transaction<DB>;

// 8-byte integers (counters, sequence numbers) stay far below 2^53 here
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool's purpose: calls, or reports and exports, which take long and must not block calls. */
export type Purpose = "calls" | "reports";

type Login = "app" | "platform";

/** Pools of one thread, by login and purpose. A call by a signed-in person takes a connection of the platform's, then of the app's. */
export type Pools = {
  of(login: Login, purpose: Purpose): pg.Pool;
  all: { login: Login; purpose: Purpose; pool: pg.Pool }[];
  close(): Promise<void>;
};

/** A call that gets no connection in this time is asked to retry rather than kept in the queue. */
const longestWaitMs = 5_000;

/** Time limit of a call's statements; jobs may take longer (`jobStatementMs`). */
const statementMs = 10_000;
export const jobStatementMs = 60_000;

export function openPools(
  access: Access,
  sizes: Pick<Connections, "app" | "platform">,
  onLost: (message: string) => void,
): Pools {
  const open = (login: Login, purpose: Purpose) => {
    const pool = openPool(access[login], sizes[login][purpose]);
    pool.on("error", ({ message }) => {
      // `end` doesn't wait until its connections are closed: a database that stops then cuts them off
      if (!pool.ending) onLost(message);
    });
    return pool;
  };
  const pools = {
    app: { calls: open("app", "calls"), reports: open("app", "reports") },
    platform: { calls: open("platform", "calls"), reports: open("platform", "reports") },
  };
  const all = (["app", "platform"] as const).flatMap((login) =>
    (["calls", "reports"] as const).map((purpose) => ({ login, purpose, pool: pools[login][purpose] })),
  );
  return {
    of: (login, purpose) => pools[login][purpose],
    all,
    async close() {
      await Promise.all(all.map(({ pool }) => pool.end()));
    },
  };
}

/**
 * `client_connection_check_interval`: PostgreSQL cancels a statement whose client has hung up (Linux, macOS). `jit`: a
 * report over many days is costly by estimate only, and compiling it takes longer than running it.
 */
export function openPool(connection: Connection, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: longestWaitMs,
    options: `-c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=120000 -c client_connection_check_interval=500 -c timezone=UTC -c jit=off`,
  });
  return survivingConnectionLoss(pool);
}

/** A replica that does not answer is given up sooner than the primary, which then answers instead. */
export function openReplicaPool(connection: Connection, max: number): pg.Pool {
  const pool = openPool(connection, max);
  pool.options.connectionTimeoutMillis = 1_000;
  pool.options.query_timeout = statementMs + 1_000;
  return pool;
}

/** As the owner, for the duration of `work`: statements without a time limit, one or two at a time. */
export async function asOwner<T>(connection: Connection, work: (db: Database) => Promise<T>): Promise<T> {
  const pool = survivingConnectionLoss(new pg.Pool({ ...connection, max: 2 }));
  try {
    return await work(kyselyOver(pool));
  } finally {
    await pool.end();
  }
}

/**
 * A connection that ends between two statements, or while its pool closes, emits an error without a listener, which would
 * crash the program.
 */
function survivingConnectionLoss(pool: pg.Pool): pg.Pool {
  return pool.on("connect", (client) => void client.on("error", () => undefined));
}

/**
 * @param signal aborting it closes the connection in use, which cancels the statement in the database
 * @param opening statements that begin each transaction, in the same trip to the database
 */
export function kyselyOver(pool: pg.Pool, signal?: AbortSignal, opening = ""): Database {
  if (signal !== undefined) return openKysely(hangingUp(pool, signal), opening);
  if (opening !== "") return openKysely(pool, opening);
  const kept = databases.get(pool) ?? openKysely(pool, "");
  databases.set(pool, kept);
  return kept;
}

/** One per pool, for statements that neither a signal ends nor an opening precedes. */
const databases = new WeakMap<pg.Pool, Database>();

function openKysely(pool: PostgresPool, opening: string): Database {
  const dialect = new PostgresDialect({ pool });
  if (opening !== "") dialect.createDriver = () => openingWith(opening, new PostgresDriver({ pool }));
  return new Kysely<DB>({ dialect });
}

function openingWith(opening: string, driver: Driver): Driver {
  driver.beginTransaction = async (connection, { accessMode = "read write" }) => {
    try {
      await connection.executeQuery(CompiledQuery.raw(`start transaction ${accessMode}; ${opening}`));
    } catch (error) {
      // it may have begun
      await driver.rollbackTransaction(connection);
      throw error;
    }
  };
  return driver;
}

function hangingUp(pool: pg.Pool, signal: AbortSignal): PostgresPool {
  return {
    options: {},
    end: () => Promise.resolve(),
    async connect() {
      signal.throwIfAborted();
      const client = await pool.connect();
      const hangUp = () => void client.connection.stream.destroy();
      const { release } = client;
      signal.addEventListener("abort", hangUp, { once: true });
      client.release = (error) => {
        signal.removeEventListener("abort", hangUp);
        client.release = release;
        // a closed connection isn't handed to the next call
        release.call(client, error ?? (signal.aborted ? true : undefined));
      };
      return client;
    },
  };
}

/** Proves to the database that this program, which holds the key, named the company. */
export function companyProof(fenceKey: string, company: number): string {
  const key = Buffer.from(fenceKey, "hex");
  const hash = (body: Buffer) => createHash("sha256").update(key).update(body).digest();
  return hash(hash(Buffer.from(String(company)))).toString("hex");
}
