import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";

/** `changed_in`: the version and the call in which each field last changed. */
type Held = { version: number; changed_in: Record<string, { version: number; request: string | null }> };
/** Tables with versions (`call versioned` in the migrations). */
export type VersionedTable = {
  [Table in keyof DB]: DB[Table] extends { changed_in: unknown } ? Table : never;
}[keyof DB];
export type RowKey = { table: VersionedTable; key?: "id" | "company_id" | "user_id" | "log"; id: number };

/**
 * Locks the row until the transaction ends, so that two changes of it follow one another. One that doesn't exist yet has
 * version 0. Rows that refer to it may still be written, such as a company's events while it is changed: those who write
 * them hold the log, for which the change waits.
 */
export async function holdRow(ctx: Context, { table, key = "id", id }: RowKey): Promise<Held> {
  await sql`select pg_advisory_xact_lock(hashtext(${table}), ${id}::int)`.execute(ctx.db);
  const row = sql`select version, changed_in from ${sql.table(table)} where ${sql.ref(key)} = ${id}`;
  const held = (await sql<Held>`${row} for no key update`.execute(ctx.db)).rows[0];
  // a row of the platform that a company reads: it is copied, not changed
  const read = held ?? (await sql<Held>`${row}`.execute(ctx.db)).rows[0];
  return read ?? { version: 0, changed_in: {} };
}

/** Who made these calls, by their numbers, as recorded with the row. */
export function whoCalled(
  ctx: Context,
  stream: number,
  target: { type: string; id: number },
  requests: string[],
): Promise<{ request_id: string; at: Date; by: string | null }[]> {
  return ctx.db
    .selectFrom("audit_events")
    .select(["request_id", "at"])
    .select(sql<string | null>`case when actor_type in ('user', 'key') then actor_name end`.as("by"))
    .where("stream", "=", stream)
    .where("target_type", "=", target.type)
    .where("target_id", "=", String(target.id))
    .where(sql<boolean>`request_id = any(${requests})`)
    .execute();
}
