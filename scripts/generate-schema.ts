import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "#server/platform/database/prepare.ts";
import { startEmbedded } from "#server/platform/database/embedded.ts";

/** Writes `schema.gen.ts` from the migrated database: the SQL files are the only definition of the schema. */
const target = process.argv[2] ?? "server/platform/database/schema.gen.ts";
const folder = mkdtempSync(join(tmpdir(), "footnote-schema-"));
const server = await startEmbedded({ folder, fsync: false });
try {
  await prepareDatabase(server.connection);
  const { host, user, password, database } = server.connection as Record<string, string>;
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host ?? "")}`;
  execFileSync(
    "node_modules/.bin/kysely-codegen",
    [
      ...["--dialect", "postgres", "--url", url, "--out-file", target],
      ...["--exclude-pattern", "public.kysely_*", "--singularize", "false"],
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  // database.ts reads int8 as a number
  const text = readFileSync(target, "utf8").replace(
    /export type Int8 = .*;/,
    "export type Int8 = ColumnType<number, number | bigint, number | bigint>;",
  );
  writeFileSync(target, text);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
