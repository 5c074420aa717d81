import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import pino from "pino";
import { readConfig } from "#server/kernel/config/config.ts";
import { openServices } from "#server/operation/services/open-services.ts";
import { prepareDatabase } from "#server/platform/database/prepare.ts";
import { withClient } from "#server/platform/database/client.ts";
import { startEmbedded } from "#server/platform/database/embedded.ts";
import { urlOf } from "#testing/server-process.ts";

/**
 * A database to which a measurement writes rows directly: a client that bypasses row-level security, and the settings
 * that start the product on it. It belongs to a superuser, whom the program refuses unless named.
 */
export type OwnDatabase = {
  client: pg.Client;
  environment: { DATABASE_URL: string; DATABASE_SUPERUSER: string };
};

/** Runs the work on an empty, migrated database and drops it afterwards. */
export async function withOwnDatabase(work: (database: OwnDatabase) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-bench-database-"));
  const { connection, stop } = await startEmbedded({ folder, fsync: false });
  try {
    await prepareDatabase(connection);
    const url = urlOf(connection);
    const environment = { DATABASE_URL: url, DATABASE_SUPERUSER: new URL(url).username };
    await withClient(connection, (client) => work({ client, environment }));
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program's services on it, in this process. */
export const openServicesOn = ({ environment }: OwnDatabase, folder: string) =>
  openServices(readConfig({ ...environment, DATA_DIR: folder }, ["--web"]), pino({ level: "warn" }));
