import { withClient } from "#server/platform/database/client.ts";
import type { Connection } from "#server/platform/database/access.ts";
import { namingDatabase } from "#server/platform/database/refused.ts";
import { migrateTo } from "#server/platform/database/prepare.ts";
import type { Files } from "#server/platform/files/files.ts";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { checkBackup, openTable } from "./back-up.ts";
import { type Manifest, nameOfFile } from "./manifest.ts";
import type { Archive } from "./archive.ts";
import { loadTables, plainSettings } from "./tables.ts";

/**
 * Restores a backup into an empty database and store: everything is checked before anything is written, and every table
 * is read back and checked against its hash before the transaction ends. The next start runs newer migrations.
 * @throws ConfigError if the database is not empty
 */
export async function restore(
  archive: Archive,
  { connection, files }: { connection: Connection; files: Files },
): Promise<Manifest> {
  await refuseUsed(connection);
  const manifest = await checkBackup(archive);
  await namingDatabase(connection, () => migrateTo(connection, manifest.migration));
  return withClient(connection, async (client) => {
    try {
      await client.query(plainSettings);
      // files first: rows that name them must not exist before them
      for (const { key, size } of manifest.files)
        await files.store(await archive.read(nameOfFile(key)), size, key);
      await client.query("begin");
      await loadTables(client, manifest.tables, (table) => openTable(archive, table));
      await client.query("commit");
      return manifest;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}

async function refuseUsed(connection: Connection): Promise<void> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ used: boolean }>(
      "select to_regclass('public.companies') is not null as used",
    );
    if (rows[0]?.used !== false)
      throw new ConfigError("This database is in use. Restore into an empty one: nothing was changed.");
  });
}
