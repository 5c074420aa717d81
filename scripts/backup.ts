import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { backUp, checkBackup } from "#server/operation/backup/back-up.ts";
import { below, openArchive } from "#server/operation/backup/archive.ts";
import { openSealed, sealArchive } from "#server/operation/backup/sealed-archive.ts";
import { newestMigration, openOwner, readerOf } from "#server/operation/backup/sources.ts";
import { ConfigError } from "#server/kernel/config/config-error.ts";
import { readConfig } from "#server/kernel/config/config.ts";
import { openFiles } from "#server/platform/files/open.ts";
import manifest from "#package.json" with { type: "json" };
import { startupFailure } from "#server/operation/start/startup-failure.ts";

// `npm run backup -- PLACE`: saves the current database and files into a new folder under PLACE (a folder or s3://…),
// while the server runs. With BACKUP_PASSPHRASE everything in it is encrypted. `npm run backup -- --check BACKUP`
// verifies a whole backup.

const usage = "npm run backup -- PLACE, or npm run backup -- --check BACKUP";
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" } },
  });
  const [url] = positionals;
  if (url === undefined) throw new ConfigError(usage);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const passphrase = process.env.BACKUP_PASSPHRASE || null;
  if (values.check === true) {
    const checked = await checkBackup(await openSealed(openArchive(url), passphrase));
    say(`Every part of ${url} is unchanged since it was written on ${checked.createdAt}.`);
  } else await write(url, passphrase);
} catch (error) {
  process.stderr.write(`${startupFailure(error)}\n`);
  process.exitCode = 1;
}

async function write(url: string, passphrase: string | null): Promise<void> {
  const config = readConfig();
  const began = performance.now();
  const now = new Date();
  const name = `footnote-${now
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "")}`;
  const place = await sealArchive(openArchive(below(url, name)), passphrase);
  const owner = await openOwner(config);
  const files = openFiles(config);
  try {
    const migration = await newestMigration(owner.connection);
    const connection = await readerOf(config, owner.connection);
    const made = await backUp(place, { connection, files, version: manifest.version, migration, now });
    await checkBackup(place);
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `Saved and read back: ${made.tables.length} tables with ${rows.toLocaleString("en")} rows, ${made.files.length.toLocaleString("en")} files, in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
    );
    say(below(url, name));
    say(
      "The master key is not part of it: without SECRET_KEY (or DATA_DIR/secret.key) stored model keys, second factors and signing keys cannot be opened. Keep it elsewhere.",
    );
    if (passphrase === null) say("It is not encrypted. Set BACKUP_PASSPHRASE to encrypt the next one.");
  } finally {
    await files.close();
    await owner.close();
  }
}
