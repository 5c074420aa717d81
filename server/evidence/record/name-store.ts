import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { EventRow } from "./event-store.ts";

/** Kinds of targets with a name. */
const named = [
  "api-key",
  "company",
  "document",
  "group",
  "interaction",
  "theme",
  "user",
  "webhook",
  "workspace",
];

export type NamedEvent = Pick<EventRow, "seq" | "target_type" | "target_id">;

/** Number of a target's events to search for its name; usually the first one has it. */
const mostLookedAt = 200;

/** Characters: a line of the list. */
const longestQuestion = 120;

/**
 * Names of the events' targets, by event number: the log's last name before the event, else the company's current one.
 * People have their current name: an erased one must not come back from the log. Questions and answers have the question.
 */
export async function namesOf(
  ctx: Context,
  stream: number,
  events: NamedEvent[],
): Promise<Map<number, string>> {
  const about = events.filter(({ target_type }) => named.includes(target_type));
  if (about.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; name: string | null }>`
    select r.seq::float8 as seq, case r.type
      when 'user' then (select p.name from person_name(r.number) p)
      when 'interaction' then (select left(regexp_replace(i.question, '\\s+', ' ', 'g'), ${longestQuestion})
        from interactions i where i.company_id = ${stream} and i.id = r.number and i.erased_at is null)
      else coalesce(
      (select n.name from (
          select coalesce(e.after ->> 'name', e.before ->> 'name') as name, e.seq from audit_events e
          where e.stream = ${stream} and e.target_type = r.type and e.target_id = r.id and e.seq <= r.seq
          order by e.seq desc limit ${mostLookedAt}) n
        where n.name is not null order by n.seq desc limit 1),
      case r.type
        when 'theme' then (select t.name from themes t where t.company_id = ${stream} and t.id = r.number)
        when 'document' then (select d.name from documents d where d.company_id = ${stream} and d.id = r.number)
        when 'workspace' then (select w.name from workspaces w where w.company_id = ${stream} and w.id = r.number)
        when 'api-key' then (select k.name from api_keys k where k.company_id = ${stream} and k.id = r.number)
        when 'webhook' then (select w.name from webhooks w where w.company_id = ${stream} and w.id = r.number)
        when 'company' then (select c.name from companies c where c.id = r.number)
      end) end as name
    from (select u.seq, u.type, u.id, number_in(u.id) as number
      from unnest(${about.map(({ seq }) => seq)}::bigint[], ${about.map(({ target_type }) => target_type)}::text[],
        ${about.map(({ target_id }) => target_id)}::text[]) u(seq, type, id)) r`.execute(ctx.db);
  return new Map(rows.flatMap(({ seq, name }) => (name === null ? [] : [[seq, name] as const])));
}
