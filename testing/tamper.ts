import type pg from "pg";
import type { TestApp } from "./app.ts";
import { withClient } from "#server/platform/database/client.ts";

/** Changes the record like someone with full access to the database: bypasses every trigger and foreign key. */
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
