import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Input } from "#contract/endpoint.ts";
import type { exportRecord } from "#contract/record.ts";
import type { Context } from "#server/context.ts";
import { searchPattern } from "#server/platform/database/list.ts";

export type RecordFilters = Omit<Input<typeof exportRecord>, "companyId" | "format">;

/** Events of a log that the filters show. Times are found as numbers: in a log one order is the other. */
function narrowed(ctx: Context, stream: number, filters: RecordFilters) {
  let query = ctx.db.selectFrom("audit_events as e").where("e.stream", "=", stream);
  if (filters.actorId !== undefined) query = query.where("e.actor_id", "=", filters.actorId);
  if (filters.action) query = query.where("e.action", "=", filters.action);
  if (filters.targetType) query = query.where("e.target_type", "=", filters.targetType);
  if (filters.targetId) query = query.where("e.target_id", "=", filters.targetId);
  if (filters.result !== undefined) query = query.where("e.result", "=", filters.result);
  if (filters.from !== undefined)
    query = query.where("e.seq", ">=", firstFrom(stream, startOf(filters.from, filters.timeZone, 0)));
  if (filters.to !== undefined)
    query = query.where("e.seq", "<", firstFrom(stream, startOf(filters.to, filters.timeZone, 1)));
  if (filters.text) {
    const pattern = searchPattern(filters.text);
    query = query.where((eb) =>
      eb.or([
        eb("e.actor_name", "ilike", pattern),
        eb("e.target_id", "ilike", pattern),
        eb(sql<string>`e.after::text`, "ilike", pattern),
        eb(sql<string>`e.before::text`, "ilike", pattern),
      ]),
    );
  }
  return query;
}

/** Midnight of a day of the zone, so many days later. */
function startOf(day: string, timeZone: string, later: number) {
  return sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`;
}

/** The number of the first event at this time or later; past the end where there is none. */
function firstFrom(stream: number, time: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select f.seq from audit_events f where f.stream = ${stream} and f.at >= ${time}
    order by f.at, f.seq limit 1), 9223372036854775807)`;
}

const columns = [
  "e.seq",
  "e.at",
  "e.clock",
  "e.actor_type",
  "e.actor_id",
  "e.actor_role",
  "e.actor_name",
  "e.action",
  "e.target_type",
  "e.target_id",
  "e.before",
  "e.after",
  "e.result",
  "e.address",
  "e.request_id",
  "e.manifest",
] as const;

/** A page of events, newest first. */
export function listEvents(
  ctx: Context,
  stream: number,
  filters: RecordFilters & { before?: number | undefined; limit: number },
) {
  let query = narrowed(ctx, stream, filters).select(columns);
  if (filters.before !== undefined) query = query.where("e.seq", "<", filters.before);
  return query.orderBy("e.seq", "desc").limit(filters.limit).execute();
}

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number];

/** The same for exports, oldest first. */
export function nextEventsShown(
  ctx: Context,
  stream: number,
  filters: RecordFilters,
  { after, limit }: { after: number; limit: number },
): Promise<EventRow[]> {
  return narrowed(ctx, stream, filters)
    .select(columns)
    .where("e.seq", ">", after)
    .orderBy("e.seq")
    .limit(limit)
    .execute();
}

/** Actions of a log, each found by one step through the index. */
export async function listActions(ctx: Context, stream: number): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive known(action) as (
      (select e.action from audit_events e where e.stream = ${stream} order by e.action limit 1)
      union all
      select (select e.action from audit_events e where e.stream = ${stream} and e.action > k.action
              order by e.action limit 1) from known k where k.action is not null)
    select action from known where action is not null order by action limit 500`.execute(ctx.db);
  return rows.map(({ action }) => action);
}

/** The event with which an answer went on record; null for one that is not there or out of reach. */
export async function answerEvent(
  ctx: Context,
  interactionId: number,
): Promise<{ stream: number; seq: number } | null> {
  let query = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("audit_events as e", (join) =>
      join
        .onRef("e.stream", "=", "i.company_id")
        .on("e.target_type", "=", "interaction")
        .on("e.target_id", "=", String(interactionId))
        .on("e.manifest", "is not", null),
    )
    .select(["e.stream", "e.seq"])
    .where("i.id", "=", interactionId);
  if (ctx.company !== null) query = query.where("i.company_id", "=", ctx.company);
  return (await query.limit(1).executeTakeFirst()) ?? null;
}
