import { sql, type RawBuilder } from "kysely";
import type { Input } from "#contract/kernel/endpoint.ts";
import type { exportRecord } from "#contract/evidence/record.ts";
import type { Context } from "#server/kernel/context.ts";
import { withinFilters } from "./bundle-store.ts";
import { sizeOf } from "#server/kernel/log-store.ts";
import { startOfDay } from "#server/platform/database/days.ts";
import { holdsText } from "#server/platform/database/list.ts";

export type RecordFilters = Omit<Input<typeof exportRecord>, "companyId" | "format">;

/** Numbers of events: from `first` on, before `end`; null: no limit. `actor`: type and id. */
type Bounds = { first: number | null; end: number | null; actor: { type: string; id: number } | null };

/** Events of a log that match the filters; days and the person are bounds by now. */
function narrowed(ctx: Context, stream: number, filters: RecordFilters, { first, end, actor }: Bounds) {
  let query = ctx.db.selectFrom("audit_events as e").select(columns).where("e.stream", "=", stream);
  if (first !== null) query = query.where("e.seq", ">=", first);
  if (end !== null) query = query.where("e.seq", "<", end);
  if (actor !== null) query = query.where("e.actor_id", "=", actor.id).where("e.actor_type", "=", actor.type);
  if (filters.action) query = query.where("e.action", "=", filters.action);
  if (filters.targetType) query = query.where("e.target_type", "=", filters.targetType);
  if (filters.targetId) query = query.where("e.target_id", "=", filters.targetId);
  if (filters.result !== undefined) query = query.where("e.result", "=", filters.result);
  if (filters.text) {
    const typed = filters.text;
    query = query.where((eb) =>
      eb.or([
        holdsText(sql`e.actor_name`, typed),
        holdsText(sql`e.target_id`, typed),
        holdsText(sql`e.after::text`, typed),
        holdsText(sql`e.before::text`, typed),
        // an event has only the hash of a question, which its list shows
        eb.exists(
          eb
            .selectFrom("interactions as i")
            .select("i.id")
            .where("i.company_id", "=", stream)
            .where(
              "i.id",
              "=",
              sql<number>`case when e.target_type = 'interaction' then e.target_id::int end`,
            )
            .where(holdsText(sql`i.question`, typed)),
        ),
      ]),
    );
  }
  return query;
}

/**
 * Days as event numbers: within a log, numbers and times have the same order. Computed beforehand, since behind row-level
 * security an index accepts only known values. null: no limit. The person as the log names them.
 */
async function boundsOf(
  ctx: Context,
  stream: number,
  { from, to, timeZone, actorId }: RecordFilters,
): Promise<Bounds> {
  return {
    actor: actorId === undefined ? null : await actorOf(ctx, actorId),
    first: from === undefined ? null : await firstFrom(ctx, stream, startOfDay(from, timeZone)),
    end: to === undefined ? null : await firstFrom(ctx, stream, startOfDay(to, timeZone, 1)),
  };
}

/** What a program does is recorded under its key, whose number may be that of a person too. */
async function actorOf(ctx: Context, userId: number): Promise<{ type: string; id: number }> {
  const key = await ctx.db
    .selectFrom("api_keys")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return key === undefined ? { type: "user", id: userId } : { type: "key", id: key.id };
}

/** The number of the first event at this time or later; past every number if there is none. */
async function firstFrom(ctx: Context, stream: number, time: RawBuilder<Date>): Promise<number> {
  const row = await ctx.db
    .selectFrom("audit_events as e")
    .select("e.seq")
    .where("e.stream", "=", stream)
    .where("e.at", ">=", time)
    .orderBy("e.at")
    .orderBy("e.seq")
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? Number.MAX_SAFE_INTEGER;
}

const columns = [
  "e.seq",
  "e.at",
  "e.clock",
  "e.actor_type",
  "e.actor_id",
  "e.actor_role",
  // for an erased event, the current name of the person or key: a pseudonym if the person was erased
  sql<string>`case when e.salt is not null then e.actor_name else coalesce(case e.actor_type
    when 'user' then (select p.name from person_name(e.actor_id) p)
    when 'key' then (select k.name from api_keys k where k.id = e.actor_id) end, '') end`.as("actor_name"),
  sql<boolean>`e.salt is null`.as("is_erased"),
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

/**
 * A search compares words event by event, since no index helps behind row-level security. This many take 35 ms at the
 * median and 58 ms at p95, measured on two cores shared with other work.
 */
const searchedAtOnce = 20_000;

/**
 * A page of events, newest first. A search by words looks through a part of the log, and may find nothing in it.
 * @returns `next`: the number before which the next page begins; null: this is the last
 */
export async function listEvents(
  ctx: Context,
  stream: number,
  filters: RecordFilters & { before?: number | undefined; limit: number },
): Promise<{ rows: EventRow[]; next: number | null }> {
  const { first, end, actor } = await boundsOf(ctx, stream, filters);
  const last = Math.min(end ?? Infinity, filters.before ?? Infinity, (await sizeOf(ctx, stream)) + 1);
  const lowest = first ?? 1;
  const from = filters.text ? Math.max(lowest, last - searchedAtOnce) : lowest;
  const rows = await newestOf(
    narrowed(ctx, stream, filters, { first: from, end: last, actor }),
    filters.limit,
  );
  const oldest = rows.length === filters.limit ? rows.at(-1)?.seq : undefined;
  return { rows, next: oldest ?? (from > lowest ? from : null) };
}

const newestOf = (query: ReturnType<typeof narrowed>, limit: number) =>
  query.orderBy("e.seq", "desc").limit(limit).execute();

export type EventRow = Awaited<ReturnType<typeof newestOf>>[number];

/** The same, limited to a bundle's filters. */
export function listEventsWithin(
  ctx: Context,
  companyId: number,
  filters: Parameters<typeof withinFilters>[1],
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<EventRow[]> {
  let query = ctx.db
    .selectFrom("audit_events as e")
    .select(columns)
    .where("e.stream", "=", companyId)
    .where(withinFilters(companyId, filters));
  if (before !== undefined) query = query.where("e.seq", "<", before);
  return query.orderBy("e.seq", "desc").limit(limit).execute();
}

/** The same for exports, oldest first. */
export async function nextEventsShown(
  ctx: Context,
  stream: number,
  filters: RecordFilters,
  { after, limit }: { after: number; limit: number },
): Promise<EventRow[]> {
  const query = narrowed(ctx, stream, filters, await boundsOf(ctx, stream, filters));
  return query.where("e.seq", ">", after).orderBy("e.seq").limit(limit).execute();
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

/** The event that recorded an answer; null if it doesn't exist or is out of reach. */
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
  return (await query.orderBy("e.seq").limit(1).executeTakeFirst()) ?? null;
}
