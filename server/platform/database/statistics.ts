import { sql } from "kysely";
import type pg from "pg";
import { repeat } from "#server/platform/repeat.ts";
import { jobStatementMs, kyselyOver } from "./database.ts";

/** Thirty uploads a second make 150 rows in this time, few enough for any plan. */
const everyMs = 5_000;

/** Has PostgreSQL analyze each table of which a tenth changed since it was last analyzed. */
export function analyzeChangedTables(pool: pg.Pool): Promise<void> {
  return kyselyOver(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(jobStatementMs)}`.execute(tx);
      await sql`select analyze_changed_tables()`.execute(tx);
    });
}

/** @returns a function that stops it */
export const scheduleAnalyze = (pool: pg.Pool, onError: (error: unknown) => void) =>
  repeat(everyMs, () => analyzeChangedTables(pool), onError);
