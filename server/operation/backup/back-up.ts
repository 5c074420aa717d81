import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import { withClient } from "#server/platform/database/client.ts";
import type { Connection } from "#server/platform/database/access.ts";
import type { Files } from "#server/platform/files/files.ts";
import { measure } from "#server/platform/files/measure.ts";
import { BackupError, Manifest, manifestName, nameOfFile, nameOfTable } from "./manifest.ts";
import { readingPart, type Archive } from "./archive.ts";
import { through } from "./sealed-archive.ts";
import { counter, listTables, plainSettings, readTable } from "./tables.ts";

type Source = {
  /** Sees every company's rows. */
  connection: Connection;
  files: Files;
  version: string;
  migration: string;
  now: Date;
};

/**
 * Writes a backup while the program serves: all tables from one snapshot, then every file that their rows name. Files
 * are never overwritten or removed while a row names them, so both match.
 */
export async function backUp(
  archive: Archive,
  { connection, files, version, migration, now }: Source,
): Promise<Manifest> {
  return withClient(connection, async (client) => {
    await client.query(plainSettings);
    await client.query("begin isolation level repeatable read read only");
    const tables: Manifest["tables"] = [];
    for (const table of await listTables(client)) {
      const { rows, counted } = readTable(client, table);
      await archive.write(nameOfTable(table.name), through(rows, createGzip()));
      tables.push({ name: table.name, columns: table.columns, ...counted() });
    }
    const named = await client.query<{ key: string; size: string; sha256: string }>(
      `select file_key as key, file_size as size, sha256 from document_versions where erased_at is null
       union all select file_key, file_size, sha256 from questionnaires order by 1`,
    );
    await client.query("commit");
    const kept = new Set<string>();
    const gone = new Set<string>();
    for (const { key, size } of named.rows) {
      if (kept.has(key)) continue;
      kept.add(key);
      try {
        await archive.write(nameOfFile(key), through(await files.read(key), measure(Number(size))));
      } catch (error) {
        if (!(await wasDeleted(client, key))) throw error;
        gone.add(key);
      }
    }
    const manifest = Manifest.parse({
      format: 1,
      version,
      migration,
      createdAt: now.toISOString(),
      tables,
      files: named.rows
        .filter(({ key }) => !gone.has(key))
        .map(({ key, size, sha256 }) => ({ key, size: Number(size), sha256 })),
    });
    // last: a backup without it is incomplete
    await archive.write(manifestName, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]));
    return manifest;
  });
}

/** A person deleted the questionnaire while the backup was made. */
async function wasDeleted(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from document_versions where file_key = $1
     union all select 1 from questionnaires where file_key = $1`,
    [key],
  );
  return rows.length === 0;
}

export async function readManifest(archive: Archive): Promise<Manifest> {
  if (!(await archive.has(manifestName)))
    throw new BackupError(`There is no finished backup in ${archive.describe}.`);
  return readingPart(archive, manifestName, async () =>
    Manifest.parse(JSON.parse((await buffer(await archive.read(manifestName))).toString("utf8"))),
  );
}

export const openTable = async (archive: Archive, table: string): Promise<Readable> =>
  through(await archive.read(nameOfTable(table)), createGunzip());

/**
 * Reads an entire backup and checks every part against its hash. @throws BackupError naming the first part that differs
 */
export async function checkBackup(archive: Archive): Promise<Manifest> {
  const manifest = await readManifest(archive);
  for (const { name, rows, sha256 } of manifest.tables) {
    const meter = counter();
    await readingPart(archive, nameOfTable(name), async () =>
      drain(through(await openTable(archive, name), meter)),
    );
    const found = meter.result();
    if (found.sha256 !== sha256 || found.rows !== rows)
      throw new BackupError(
        `The table ${name} of the backup in ${archive.describe} differs from what was written.`,
      );
  }
  for (const { key, sha256 } of manifest.files) {
    const hash = createHash("sha256");
    await readingPart(archive, nameOfFile(key), async () => {
      for await (const chunk of await archive.read(nameOfFile(key))) hash.update(chunk as Buffer);
    });
    if (hash.digest("hex") !== sha256)
      throw new BackupError(
        `The file ${key} of the backup in ${archive.describe} differs from what was written.`,
      );
  }
  return manifest;
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream) continue;
}
