import pg from "pg";
import type { Connection } from "./access.ts";

/**
 * Opens one connection outside the pools, for the time of the work.
 *
 * A connection lost between two statements emits an error, which would end the process without a listener; the statement
 * that needs the connection next fails with the same reason.
 */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
