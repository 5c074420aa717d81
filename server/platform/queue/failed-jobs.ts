import { sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/database/schema.gen.ts";

export type QueueCounts = {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  /** Of those that may run already; null where none waits. */
  oldestSeconds: number | null;
};

/** Jobs of all processes by name, counted now; names without a job are left out. */
export async function countJobs(tx: Transaction<DB>): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    select name,
      count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed,
      extract(epoch from now() - min(greatest(created_on, start_after))
        filter (where state in ('created', 'retry') and start_after <= now()))::integer as "oldestSeconds"
    from jobs.job where state in ('created', 'retry', 'active', 'failed')
    group by name`.execute(tx);
  return rows;
}

export type Failed = {
  id: string;
  name: string;
  companyId: number | null;
  failedAt: Date;
  tries: number;
  reason: string;
};

/** Jobs that failed after their last try, newest first. Of what a job carries only its company is read. */
export async function listFailed(tx: Transaction<DB>, most: number): Promise<Failed[]> {
  const { rows } = await sql<Failed>`
    select id, name, (data ->> 'companyId')::integer as "companyId", completed_on as "failedAt",
      retry_count + 1 as tries, coalesce(output ->> 'message', '') as reason
    from jobs.job where state = 'failed' and completed_on is not null
    order by completed_on desc, id limit ${most}`.execute(tx);
  return rows;
}

/** Ids of failed jobs of a name: all of them, or the one that was asked for. */
export async function failedIds(
  tx: Transaction<DB>,
  name: string,
  id: string | undefined,
): Promise<string[]> {
  const only = id === undefined ? sql`true` : sql`id = ${id}`;
  const { rows } = await sql<{ id: string }>`
    select id from jobs.job where name = ${name} and state = 'failed' and ${only} for update`.execute(tx);
  return rows.map((row) => row.id);
}
