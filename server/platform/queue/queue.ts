import { SpanKind } from "@opentelemetry/api";
import { fromKysely, PgBoss } from "pg-boss";
import { sql, type RawBuilder, type Transaction } from "kysely";
import { withClient } from "#server/platform/database/client.ts";
import type { z } from "zod";
import { type Access, userOf, type Connection } from "#server/platform/database/access.ts";
import { linksTo, traced, traceToStore } from "#server/platform/tracing.ts";
import { failedIds } from "./failed-jobs.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";

/** The jobs of a program: a payload schema for each name. */
type Catalog<Jobs> = { [Name in keyof Jobs]: z.ZodType<object> };
type NameIn<Jobs> = keyof Jobs & string;

export type Workers<Jobs extends Catalog<Jobs>> = {
  [Name in NameIn<Jobs>]: (payload: z.output<Jobs[Name]>) => Promise<void>;
};

/** The one job queue. A job enqueued in a transaction exists if and only if the transaction commits. */
export type Queue<Jobs extends Catalog<Jobs>> = {
  enqueue<Name extends NameIn<Jobs>>(
    tx: Transaction<DB>,
    name: Name,
    payload: z.output<Jobs[Name]>,
    options?: { afterSeconds?: number },
  ): Promise<void>;
  /** Number of a company's waiting jobs of this name, counted up to `most`. */
  waiting(tx: Transaction<DB>, name: NameIn<Jobs>, companyId: number, most: number): Promise<number>;
  /** Number of jobs by name, from the queue's count some seconds ago. */
  depths(): Promise<{ name: string; waiting: number; running: number }[]>;
  /** Runs failed jobs again. @returns how many there were */
  retry(tx: Transaction<DB>, name: NameIn<Jobs>, id?: string): Promise<number>;
  /**
   * Starts running jobs in this process, in two loops for each kind; a failed job is retried with growing delays. A loop
   * takes up to two jobs and waits for both.
   */
  work(workers: Workers<Jobs>): Promise<void>;
  /** Enqueues a job without a payload at the times of a cron expression (UTC), once among all processes. */
  schedule(name: NameIn<Jobs>, cron: string): Promise<void>;
  close(): Promise<void>;
};

const schema = "jobs";

/** As the owner: makes or renews the queue's schema and its queues, and grants the program's logins their rights. */
export async function prepareQueue(
  owner: Connection,
  access: Pick<Access, "app" | "platform">,
  names: readonly string[],
): Promise<void> {
  const boss = new PgBoss({ ...owner, schema, max: 2, supervise: false, schedule: false });
  boss.on("error", () => undefined);
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, {
      retryLimit: 4,
      retryDelay: 2,
      retryBackoff: true,
      // a job without a heartbeat for this long belongs to a killed process and is retried
      heartbeatSeconds: 10,
      expireInSeconds: 300,
      deleteAfterSeconds: 86_400,
      notify: true,
    });
  }
  await boss.stop({ graceful: false });
  await grantRights(owner, access);
}

/**
 * `worksOff`: false for a thread that only enqueues. Maintenance of the queue and its schedule blocks for milliseconds, so
 * it runs where jobs run.
 */
export async function openQueue<Jobs extends Catalog<Jobs>>(
  connection: Connection,
  jobs: Jobs,
  options: { worksOff: boolean; connections: number; onError: (error: Error) => void },
): Promise<Queue<Jobs>> {
  const { worksOff, onError } = options;
  const boss = new PgBoss({
    ...connection,
    schema,
    // the queue's own listener is one of them
    max: worksOff ? options.connections - 1 : options.connections,
    migrate: false,
    createSchema: false,
    useListenNotify: worksOff,
    supervise: worksOff,
    schedule: worksOff,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on("error", onError);
  await boss.start();
  return {
    async enqueue(tx, name, payload, { afterSeconds = 0 } = {}) {
      const priority = await turnOf(tx, name, payload);
      const options = { db: fromKysely(tx), priority, startAfter: afterSeconds };
      await boss.send(name, { ...jobs[name].parse(payload), ...traceToStore() }, options);
    },
    waiting: (tx, name, companyId, most) => waitingOf(tx, { name, companyId, most }),
    async depths() {
      const queues = await boss.getQueues(Object.keys(jobs));
      return queues.map(({ name, queuedCount, activeCount }) => ({
        name,
        waiting: queuedCount,
        running: activeCount,
      }));
    },
    async retry(tx, name, id) {
      const ids = await failedIds(tx, name, id);
      if (ids.length > 0) await boss.retry(name, ids, { db: fromKysely(tx) });
      return ids.length;
    },
    async work(workers) {
      for (const [name, payload] of Object.entries(jobs) as [NameIn<Jobs>, Jobs[NameIn<Jobs>]][])
        await workOff(boss, name, { payload, work: workers[name], onError });
    },
    schedule: (name, cron) => boss.schedule(name, cron, jobs[name].parse({}), { tz: "UTC" }),
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Of each kind: jobs compute, and the machine has few processors. */
const loops = 2;

/**
 * A company's next job of a kind comes after its own waiting ones, and a company without any begins with the job that is next:
 * one company's thousand files don't delay another's single file, and none of a company's is overtaken by a later one.
 */
async function turnOf(tx: Transaction<DB>, name: string, payload: object): Promise<number> {
  if (!("companyId" in payload)) return 0;
  const { rows } = await sql<{ turn: number }>`select ${sql.table(`${schema}.turn_of_company`)}(${name},
    ${payload.companyId}) as turn`.execute(tx);
  return rows[0]?.turn ?? 0;
}

async function waitingOf(
  tx: Transaction<DB>,
  { name, companyId, most }: { name: string; companyId: unknown; most: number },
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select ${sql.table(`${schema}.waiting_of_company`)}(${name},
    ${companyId}, ${most}) as waiting`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

/** SQL condition: a waiting job of this name whose payload has this value in a field. */
export function isWaiting(name: string, field: string, value: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${sql.table(`${schema}.is_waiting`)}(${name}, ${field}, (${value})::text)`;
}

async function workOff<Payload extends z.ZodType<object>>(
  boss: PgBoss,
  name: string,
  {
    payload,
    work,
    onError,
  }: {
    payload: Payload;
    work(payload: z.output<Payload>): Promise<void>;
    onError(error: Error): void;
  },
): Promise<void> {
  // batchSize 1 would take only one job per wake-up
  const options = {
    batchSize: 2,
    localConcurrency: loops,
    burstWhenBatchFull: true,
    perJobResults: true as const,
    // new jobs wake the worker at once; this poll finds retries and jobs of killed processes
    notifyPollingIntervalSeconds: 2,
  };
  await boss.work<object, void, typeof options>(name, options, (batch) =>
    Promise.all(
      batch.map(async (job) => {
        try {
          const how = { kind: SpanKind.CONSUMER, root: true, links: linksTo(job.data) };
          await traced(`job ${name}`, how, () => work(payload.parse(job.data)));
          return { id: job.id, status: "completed" as const };
        } catch (error) {
          onError(error instanceof Error ? error : new Error(String(error)));
          return { id: job.id, status: "failed" as const, output: { message: String(error) } };
        }
      }),
    ),
  );
}

/**
 * The platform's login runs the queue. A company's login adds jobs inside its own transactions and reads no payload:
 * payloads include mails and names of other companies.
 */
async function grantRights(owner: Connection, logins: Pick<Access, "app" | "platform">): Promise<void> {
  const [app, platform] = [logins.app, logins.platform].map(
    (connection) => `"${userOf(connection).replaceAll('"', '""')}"`,
  );
  await withClient(owner, async (client) => {
    await client.query(`
      begin;
      select pg_advisory_xact_lock(7205759404);
      grant usage on schema ${schema} to ${app}, ${platform};
      grant select, insert, update, delete on all tables in schema ${schema} to ${platform};
      grant usage, select on all sequences in schema ${schema} to ${platform};
      grant execute on all functions in schema ${schema} to ${app}, ${platform};
      revoke all on all tables in schema ${schema} from ${app};
      grant select on ${schema}.queue, ${schema}.version to ${app};
      ${tables.map((table) => rowRules(table, app, platform)).join("")}
      create or replace function ${schema}.waiting_of_company(job text, company integer, most integer) returns integer
        language sql stable security definer set search_path = pg_catalog
        return (select count(*)::integer from (
          select 1 from ${schema}.job j where j.name = job and j.state in ('created', 'retry')
            and j.data ->> 'companyId' = company::text
            and (public.app_company() = company or session_user = ${literal(userOf(logins.platform))}) limit most) own);
      create or replace function ${schema}.turn_of_company(job text, company integer) returns integer
        language sql stable security definer set search_path = pg_catalog
        return coalesce(
          (select j.priority - 1 from ${schema}.job j where j.name = job and j.state < 'active' and not j.blocked
            and j.data ->> 'companyId' = company::text
            and (public.app_company() = company or session_user = ${literal(userOf(logins.platform))})
            order by j.priority, j.created_on desc limit 1),
          (select j.priority from ${schema}.job j where j.name = job and j.state < 'active' and not j.blocked
            order by j.priority desc, j.created_on limit 1),
          0);
      create or replace function ${schema}.is_waiting(job text, field text, value text) returns boolean
        language sql stable security definer set search_path = pg_catalog
        return exists (
          select 1 from ${schema}.job j where j.name = job and j.state in ('created', 'retry')
            and j.data ->> field = value
            and (session_user = ${literal(userOf(logins.platform))}
              or j.data ->> 'companyId' = public.app_company()::text));
      grant execute on function ${schema}.waiting_of_company(text, integer, integer),
        ${schema}.turn_of_company(text, integer), ${schema}.is_waiting(text, text, text) to ${app}, ${platform};
      commit`);
  });
}

/** The queue inserts into the partition itself, and reads through the parent table. */
const tables = [`${schema}.job`, `${schema}.job_common`];

function rowRules(table: string, app = "", platform = ""): string {
  return `
      grant insert, select (id, name, state, start_after) on ${table} to ${app};
      alter table ${table} enable row level security;
      drop policy if exists platform on ${table};
      create policy platform on ${table} to ${platform} using (true) with check (true);
      drop policy if exists added on ${table};
      create policy added on ${table} for insert to ${app}
        with check (data ->> 'companyId' is null or (data ->> 'companyId')::integer = app_company());
      drop policy if exists named on ${table};
      create policy named on ${table} for select to ${app} using (true);`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
