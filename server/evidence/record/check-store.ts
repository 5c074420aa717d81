import { sql, type RawBuilder } from "kysely";
import type { Context } from "#server/kernel/context.ts";

const columns = [
  "id",
  "stream",
  "asked_by",
  "started_at",
  "finished_at",
  "size",
  "checked",
  "outcome",
  "problem",
  "outside",
  "erased",
] as const;

export async function insertCheck(ctx: Context, stream: number, askedBy: number | null): Promise<number> {
  const { id } = await ctx.db
    .insertInto("record_checks")
    .values({
      stream,
      company_id: stream === 0 ? null : stream,
      asked_by: askedBy,
      started_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function newestCheck(ctx: Context, stream: number) {
  const row = await ctx.db
    .selectFrom("record_checks")
    .select(columns)
    .where("stream", "=", stream)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findCheck(ctx: Context, id: number) {
  const row = await ctx.db
    .selectFrom("record_checks")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export type CheckRow = NonNullable<Awaited<ReturnType<typeof findCheck>>>;

export async function noteProgress(
  ctx: Context,
  id: number,
  progress: { size: number; checked: number },
): Promise<void> {
  await ctx.db.updateTable("record_checks").set(progress).where("id", "=", id).execute();
}

export async function finishCheck(
  ctx: Context,
  id: number,
  result: {
    outcome: "intact" | "altered" | "failed";
    problem: object | null;
    outside: object | null;
    erased: number;
    checked: number;
  },
): Promise<void> {
  await ctx.db
    .updateTable("record_checks")
    .set({
      ...result,
      problem: result.problem === null ? null : JSON.stringify(result.problem),
      outside: result.outside === null ? null : JSON.stringify(result.outside),
      finished_at: ctx.now,
    })
    .where("id", "=", id)
    .execute();
}

/** Logs with any events. */
export async function listLogs(ctx: Context): Promise<number[]> {
  const rows = await ctx.db.selectFrom("record_sizes").select("stream").orderBy("stream").execute();
  return rows.map(({ stream }) => stream);
}

/** The highest number, whatever the stored count. */
export async function extentOf(
  ctx: Context,
  stream: number,
): Promise<{ counted: number; last: number; nodes: number; head: number }> {
  const { rows } = await sql<{ counted: number; last: number; nodes: number; head: number }>`select
      coalesce((select seq from record_sizes where stream = ${stream}), 0) as counted,
      coalesce((select max(seq) from audit_events where stream = ${stream}), 0) as last,
      coalesce((select max((place + 1) * (1::bigint << level::int)) from record_nodes where stream = ${stream}), 0) as nodes,
      coalesce((select max(size) from record_heads where stream = ${stream}), 0) as head`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) throw new Error("one row is always there");
  return row;
}

/** Times and JSON as text, so that no stored value is rounded before the comparison. */
export type StoredEvent = {
  stream: number;
  seq: number;
  company_id: number | null;
  at: string;
  actor_type: string;
  actor_id: number | null;
  actor_role: string | null;
  actor_name: string;
  action: string;
  target_type: string;
  target_id: string;
  before: string | null;
  after: string | null;
  result: string;
  address: string;
  request_id: string;
  manifest: Buffer | null;
  clock: string | null;
  salt: Buffer | null;
  /** For erased details: the commitment in the line. */
  details: Buffer | null;
  leaf: Buffer;
};

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

function selectStored(stream: number, condition: RawBuilder<unknown>) {
  return sql<StoredEvent>`
    select stream, seq, company_id, ${iso("at")} as at, actor_type, actor_id, actor_role, actor_name, action,
      target_type, target_id, before::text as before, after::text as after, result, address, request_id, manifest,
      ${iso("clock")} as clock, salt, details, leaf
    from audit_events where stream = ${stream} and ${condition} order by seq`;
}

export async function nextEvents(
  ctx: Context,
  stream: number,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<StoredEvent[]> {
  const { rows } =
    await sql<StoredEvent>`${selectStored(stream, sql`seq > ${after} and seq <= ${to}`)} limit ${limit}`.execute(
      ctx.db,
    );
  return rows;
}

/** Stored nodes that end within (from, to]. */
export async function nodesWithin(
  ctx: Context,
  stream: number,
  { from, to }: { from: number; to: number },
): Promise<{ level: number; place: number; hash: Buffer }[]> {
  const { rows } = await sql<{ level: number; place: number; hash: Buffer }>`
    select n.level, n.place, n.hash from unnest(array[8, 16, 24]) l(level)
    join record_nodes n on n.stream = ${stream} and n.level = l.level
      and n.place >= (${from}::bigint >> l.level) and n.place < (${to}::bigint >> l.level)`.execute(ctx.db);
  return rows;
}

/** Heads of sizes within (from, to], smallest first. */
export async function headsWithin(
  ctx: Context,
  stream: number,
  { from, to }: { from: number; to: number },
): Promise<{ size: number; root: Buffer; note: string; public_key: Buffer }[]> {
  return ctx.db
    .selectFrom("record_heads")
    .select(["size", "root", "note", "public_key"])
    .where("stream", "=", stream)
    .where("size", ">", from)
    .where("size", "<=", to)
    .orderBy("size")
    .orderBy("id")
    .execute();
}

/** Events by their numbers, in order. */
export async function eventsAt(ctx: Context, stream: number, numbers: number[]): Promise<StoredEvent[]> {
  const { rows } = await selectStored(stream, sql`seq = any (${numbers}::bigint[])`).execute(ctx.db);
  return rows;
}
