import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { entryOf, saltBytes } from "#server/platform/log/entry.ts";
import type { Entry } from "#server/platform/log/entry.ts";
import { GrowingTree, leafHash } from "#server/platform/log/merkle.ts";
import { storedLevels } from "#server/platform/log/tree.ts";

const batchSize = 2_000;

/**
 * Builds the log for events from before it existed: computes salt and leaf of each from the stored data, and the nodes
 * above them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // in databases older than the logins, this setting lets the owner see rows
  await sql`select set_config('app.scope', 'platform', true)`.execute(db);
  await sql`alter table audit_events disable trigger audit_events_append_only`.execute(db);
  const { rows } = await sql<{ stream: number }>`select stream from record_sizes order by stream`.execute(db);
  for (const { stream } of rows) await layOver(db, stream);
  await sql`alter table audit_events enable trigger audit_events_append_only`.execute(db);
  await sql`update record_sizes s set at = (select max(e.at) from audit_events e where e.stream = s.stream)`.execute(
    db,
  );
}

type Row = Omit<Entry, "salt" | "at" | "clock"> & { at: Date };

async function layOver(db: Kysely<unknown>, stream: number): Promise<void> {
  const tree = new GrowingTree();
  for (let last = 0; ;) {
    const { rows } = await sql<Row>`
      select stream, seq, at, actor_type, actor_id, actor_role, actor_name, action, target_type, target_id,
             before, after, result, address, request_id, manifest
      from audit_events where stream = ${stream} and seq > ${last} order by seq limit ${batchSize}`.execute(
      db,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
    const salts = rows.map(() => randomBytes(saltBytes));
    const leaves = rows.map((row, n) =>
      leafHash(
        entryOf({ ...row, at: row.at.toISOString(), clock: null, salt: salts[n] ?? randomBytes(saltBytes) }),
      ),
    );
    await sql`update audit_events e set salt = r.salt, leaf = r.leaf
      from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${salts}::bytea[], ${leaves}::bytea[]) r(seq, salt, leaf)
      where e.stream = ${stream} and e.seq = r.seq`.execute(db);
    for (const leaf of leaves) {
      for (const { level, hash } of tree.append(leaf)) {
        if (!storedLevels.includes(level)) continue;
        await sql`insert into record_nodes (stream, company_id, level, place, hash)
          values (${stream}, nullif(${stream}::int, 0), ${level}, ${tree.size / 2 ** level - 1}, ${hash})`.execute(
          db,
        );
      }
    }
  }
}
