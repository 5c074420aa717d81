import type pg from "pg";
import type { TestApp } from "./app.ts";
import { withClient } from "./database.ts";

/** Acts on the record as whoever holds the database: past every trigger and every foreign key. */
export function tamper<T>(app: TestApp, work: (client: pg.Client) => Promise<T>): Promise<T>;
export function tamper(app: TestApp, statement: string): Promise<unknown>;
export function tamper(
  app: TestApp,
  act: string | ((client: pg.Client) => Promise<unknown>),
): Promise<unknown> {
  return withClient(app.connection, async (client) => {
    await client.query("set session_replication_role = replica");
    return typeof act === "string" ? client.query(act) : act(client);
  });
}
