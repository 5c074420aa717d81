import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { withClient } from "./client.ts";
import type { Connection } from "./access.ts";
import { DatabaseRefusedError } from "./refused.ts";

/** Folder of this version's migrations. */
export const ownMigrations = join(import.meta.dirname, "migrations");

/** Paths of the migrations in these folders by their names, in the order in which they run. */
export function listMigrations(folders = [ownMigrations]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".sql"))
      .map((file) => [basename(file, ".sql"), join(folder, file)] as const),
  );
  return new Map(files.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Names of the migrations that a database has had, in their order; readable only by its owner. */
export function readLedger(owner: Connection): Promise<string[]> {
  return withClient(owner, async (client) => {
    const { rows: found } = await client.query<{ exists: boolean }>(
      "select to_regclass('kysely_migration') is not null as exists",
    );
    if (found[0]?.exists !== true) return [];
    const { rows } = await client.query<{ name: string }>(
      "select name from kysely_migration order by timestamp, name",
    );
    return rows.map(({ name }) => name);
  });
}

/**
 * Migrations that a database still needs.
 * @throws DatabaseRefusedError if it has had others: the program would write rows that the version which made them does
 *   not expect
 */
export async function pendingMigrations(owner: Connection, folders?: string[]): Promise<string[]> {
  const known = listMigrations(folders);
  const ledger = await readLedger(owner);
  const pending = [...known.keys()].filter((name) => !ledger.includes(name));
  const unknown = ledger.findLast((name) => !known.has(name));
  if (unknown === undefined) return pending;
  throw new DatabaseRefusedError(
    pending.length === 0
      ? `A later version of Footnote has migrated this database (${unknown}). Nothing was changed. Start that version, or ` +
          "restore a backup made before the upgrade into an empty database."
      : `A version of Footnote from before the first release made this database (${unknown}), and no release can migrate ` +
          "it. Nothing was changed. Start the version that made it, or give this one an empty database and upload the " +
          "documents again.",
  );
}
