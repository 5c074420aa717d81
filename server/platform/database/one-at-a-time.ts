import pg from "pg";
import type { Connection } from "./access.ts";

/**
 * Runs the work while no other server of this database does; the others wait their turn. The lock ends with its connection,
 * and so with a killed process.
 */
export async function oneAtATime<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  // the work itself detects a lost database
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(7205759405)");
    return await work();
  } finally {
    await client.end();
  }
}
