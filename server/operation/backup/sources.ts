import { existsSync } from "node:fs";
import { join } from "node:path";
import { namingDatabase } from "#server/platform/database/refused.ts";
import { readLedger } from "#server/platform/database/ledger.ts";
import type { Config } from "#server/kernel/config/config.ts";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { runningEmbedded, startEmbedded } from "#server/platform/database/embedded.ts";
import { holdDataFolder } from "#server/kernel/config/data-folder.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { asOwner } from "#server/platform/database/database.ts";
import { prepareLogins } from "#server/platform/database/logins.ts";

type Opened = { connection: Connection; close(): Promise<void> };
const nothing = () => Promise.resolve();

/** The owner's connection: from DATABASE_URL, or to the embedded server, which is started if it is not running. */
export async function openOwner(config: Config): Promise<Opened> {
  if (config.databaseUrl !== null)
    return { connection: { connectionString: config.databaseUrl }, close: nothing };
  const folder = join(config.dataDir, "postgres");
  const running = runningEmbedded(folder);
  if (running !== null) return { connection: running, close: nothing };
  if (!existsSync(join(folder, "cluster", "PG_VERSION")))
    throw new ConfigError(`There is no database in ${config.dataDir}. Set DATA_DIR as for the server.`);
  const unlock = holdDataFolder(config);
  const server = await startEmbedded({ folder });
  return {
    connection: server.connection,
    async close() {
      await server.stop();
      unlock();
    },
  };
}

/**
 * A connection that sees every company's rows: the owner if row-level security allows it, otherwise the platform's
 * login.
 */
export async function readerOf(config: Config, owner: Connection): Promise<Connection> {
  if (config.databaseUrl === null) return owner;
  const { platform } = await asOwner(owner, (db) => prepareLogins(db, owner, config.databaseLogins));
  return platform;
}

/** The newest migration of a database, readable only by its owner. */
export async function newestMigration(owner: Connection): Promise<string> {
  const newest = (await namingDatabase(owner, () => readLedger(owner))).at(-1);
  if (newest === undefined) throw new ConfigError("This database contains no Footnote data.");
  return newest;
}
