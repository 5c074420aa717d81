import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { Connection } from "#server/platform/database/access.ts";
import { withDatabase } from "./database.ts";
import { withClient } from "#server/platform/database/client.ts";

/** A database without tables; `drop` also removes the logins that the program creates for it. */
export async function createEmptyDatabase(): Promise<{ connection: Connection; drop(): Promise<void> }> {
  const name = `footnote_empty_${randomBytes(4).toString("hex")}`;
  const root = inject("connection");
  await withClient(root, (client) => client.query(`create database ${name}`));
  return {
    connection: withDatabase(root, name),
    drop: () =>
      withClient(root, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        await client.query(`drop role if exists ${name}_app, ${name}_platform`);
      }),
  };
}
