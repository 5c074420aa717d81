import { existsSync } from "node:fs";
import { join } from "node:path";
import { openArchive } from "#server/operation/backup/archive.ts";
import { restore } from "#server/operation/backup/restore.ts";
import { openSealed } from "#server/operation/backup/sealed-archive.ts";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { holdDataFolder } from "#server/kernel/config/data-folder.ts";
import { startEmbedded } from "#server/platform/database/embedded.ts";
import { openFiles } from "#server/platform/files/open.ts";
import { startupFailure } from "#server/operation/start/startup-failure.ts";

// `npm run restore -- BACKUP`: restores into the empty database and store named by the environment of `npm run serve`.

const [url] = process.argv.slice(2);
try {
  if (url === undefined) throw new ConfigError("npm run restore -- BACKUP");
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig();
  const place = await openSealed(openArchive(url), process.env.BACKUP_PASSPHRASE || null);
  const unlock = holdDataFolder(config);
  const embedded =
    config.databaseUrl === null ? await startEmbedded({ folder: join(config.dataDir, "postgres") }) : null;
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? "" };
  const files = openFiles(config);
  try {
    const restored = await restore(place, { connection, files });
    const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `Restored what was saved on ${restored.createdAt}: ${restored.tables.length} tables with ${rows.toLocaleString("en")} rows, ${restored.files.length.toLocaleString("en")} files, each read back against its hash.\n` +
        `Start the server with the master key of that time (SECRET_KEY, or secret.key in ${config.dataDir}).\n`,
    );
  } finally {
    await files.close();
    await embedded?.stop();
    unlock();
  }
} catch (error) {
  process.stderr.write(`${startupFailure(error)}\n`);
  process.exitCode = 1;
}
