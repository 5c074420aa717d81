import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

export async function databaseState(ctx: Context): Promise<{ version: string; size: number }> {
  const { rows } = await sql<{ version: string; size: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size`.execute(
    ctx.db,
  );
  return rows[0] ?? { version: "", size: 0 };
}

/** Names of companies, including deleted ones. */
export async function companyNames(ctx: Context, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom("companies").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
