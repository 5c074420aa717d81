import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { BackupError, type Manifest } from "./manifest.ts";

export type TableShape = { name: string; columns: string[]; key: string[] };
type Counted = { rows: number; sha256: string };

/** Tables that the program fills itself at each start, or that belong to one database only. */
const left = new Set(["fence_secret", "kysely_migration", "kysely_migration_lock", "throttles"]);

/** Every table of the schema that holds data, with its stored columns and the order of its primary key. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int))
         from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
         where i.indrelid = c.oid and i.indisprimary), '{}') as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  );
  return rows.filter(({ name }) => !left.has(name));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const listed = (names: readonly string[]) => names.map(quoted).join(", ");

/** Text output is the same everywhere, so hashes are comparable. */
export const plainSettings = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1`;

/** Rows in primary key order, as COPY writes them. @returns what was read, once the stream has ended */
export function readTable(
  client: pg.Client,
  { name, columns, key }: TableShape,
): { rows: Readable; counted: () => Counted } {
  const order = key.length > 0 ? key : columns;
  const source = client.query(
    copyTo(`copy (select ${listed(columns)} from ${quoted(name)} order by ${listed(order)}) to stdout`),
  );
  const meter = counter();
  void pipeline(source, meter).catch((error: Error) => meter.destroy(error));
  return { rows: meter, counted: meter.result };
}

/** Passes bytes through and counts rows: each ends with a line break, which COPY uses nowhere else. */
export function counter() {
  const hash = createHash("sha256");
  let rows = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) if (byte === 10) rows += 1;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return Object.assign(meter, { result: (): Counted => ({ rows, sha256: hash.digest("hex") }) });
}

async function countTable(client: pg.Client, table: TableShape): Promise<Counted> {
  const { rows, counted } = readTable(client, table);
  rows.resume();
  await finished(rows);
  return counted();
}

/**
 * Fills empty tables in one transaction of the owner, and checks each against its hash. Foreign keys are dropped and
 * added again, which checks them all; triggers and row-level security, which are meant for the program, are off during
 * the restore.
 */
export async function loadTables(
  client: pg.Client,
  tables: Manifest["tables"],
  bytesOf: (table: string) => Promise<Readable>,
): Promise<void> {
  const references = await client.query<{ on_table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as on_table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  for (const { on_table, name } of references.rows)
    await client.query(`alter table ${on_table} drop constraint ${name}`);
  const fenced = await client.query<{ name: string; forced: boolean }>(
    `select quote_ident(relname) as name, relforcerowsecurity as forced from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  for (const { name, forced } of fenced.rows) {
    await client.query(`alter table ${name} disable trigger user`);
    if (forced) await client.query(`alter table ${name} no force row level security`);
  }
  const shapes = new Map((await listTables(client)).map((table) => [table.name, table]));
  for (const { name, columns, rows, sha256 } of tables) {
    // a migration may have inserted rows
    await client.query(`delete from ${quoted(name)}`);
    await pipeline(
      await bytesOf(name),
      client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`)),
    );
    const found = await countTable(client, { name, columns, key: shapes.get(name)?.key ?? [] });
    if (found.sha256 !== sha256)
      throw new BackupError(
        `The restored table ${name} has ${found.rows} rows, which differ from the ${rows} that were saved.`,
      );
  }
  await continueNumbers(client);
  for (const { on_table, name, definition } of references.rows)
    await client.query(`alter table ${on_table} add constraint ${name} ${definition}`);
  for (const { name, forced } of fenced.rows) {
    await client.query(`alter table ${name} enable trigger user`);
    if (forced) await client.query(`alter table ${name} force row level security`);
  }
}

/** Sets the next identifier after the largest restored one. */
async function continueNumbers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select quote_ident(c.relname) as "table", quote_ident(a.attname) as "column",
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
  );
  for (const { table, column, sequence } of rows)
    await client.query(`select setval($1, coalesce(max(${column}), 0) + 1, false) from ${table}`, [sequence]);
}
