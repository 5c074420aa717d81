import type { Connection } from "./access.ts";
import { withClient } from "./client.ts";

/**
 * Runs the work while no other server of this database does; the others wait their turn. The lock ends with its connection,
 * and so with a killed process.
 */
export function oneAtATime<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  return withClient(connection, async (client) => {
    await client.query("select pg_advisory_lock(7205759405)");
    return work();
  });
}
