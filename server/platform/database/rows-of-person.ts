import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { DB } from "./schema.gen.ts";

/** Tables of one noun, each with a `user_id`. */
export type PersonTables = readonly (keyof DB)[];

export async function deleteRowsOf(db: Database, tables: PersonTables, userId: number): Promise<void> {
  for (const table of tables)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db);
}

/** @param companyId null: out of every company */
export async function moveRowsOf(
  db: Database,
  tables: PersonTables,
  { userId, companyId }: { userId: number; companyId: number | null },
): Promise<void> {
  for (const table of tables)
    await sql`update ${sql.table(table)} set company_id = ${companyId} where user_id = ${userId}`.execute(db);
}
