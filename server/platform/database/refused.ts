import type { Connection } from "./access.ts";

/** The program does not work with this database or login; the message says why and what to do. */
export class DatabaseRefusedError extends Error {}

/** PostgreSQL's classes 08, 28, 3D, 53 and 57, and node's codes of sockets. */
const unreachable = /^(?:E[A-Z]{3,}|(?:08|28|3D|53|57)[0-9A-Z]{3})$/;

/**
 * Does a start's own work with the database, whose socket and server are the only ones that can fail here.
 * @throws DatabaseRefusedError if it is not reached or entered; a fault of the program stays as it is
 */
export async function namingDatabase<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string };
    if (typeof code !== "string" || !unreachable.test(code)) throw error;
    throw new DatabaseRefusedError(
      "host" in connection
        ? `The embedded database (DATA_DIR) cannot be used: ${message}. Its log is postgres/postgres.log in that folder.`
        : `The database of DATABASE_URL cannot be reached or refuses the login: ${message}. Correct DATABASE_URL or the server; npm run doctor tries every part.`,
      { cause: error },
    );
  }
}
