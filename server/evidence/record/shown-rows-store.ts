import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";

/** An event whose row in the product is no longer as the event says. */
type Deviation = { seq: number };

async function first(ctx: Context, statement: ReturnType<typeof sql<Deviation>>): Promise<number | null> {
  const { rows } = await statement.execute(ctx.db);
  return rows[0]?.seq ?? null;
}

/** Each rating with the latest event about it; one without an event deviates at the event of its answer. */
export function firstDeviantRating(ctx: Context, companyId: number): Promise<number | null> {
  return first(
    ctx,
    sql<Deviation>`
    with rated as (
      select distinct on (target_id) target_id::integer as id, seq, after from audit_events
      where stream = ${companyId} and action = 'answer.rate' and target_type = 'interaction' and result = 'done'
      order by target_id, seq desc)
    select coalesce(rated.seq, (select min(e.seq) from audit_events e where e.stream = ${companyId}
        and e.target_type = 'interaction' and e.target_id = i.id::text), 1)::float8 as seq
    from interactions i left join rated on rated.id = i.id
    where i.company_id = ${companyId}
      and case when rated.seq is null then i.rating is not null
        -- an erased event no longer says what the rating was
        else rated.after is not null and i.rating is distinct from (rated.after ->> 'rating') end
    order by 1 limit 1`,
  );
}

/** Holds set and lifted, with those that are gone. */
export function firstDeviantHold(ctx: Context, companyId: number): Promise<number | null> {
  return first(
    ctx,
    sql<Deviation>`
    with set_ as (select target_id::integer as id, seq, after from audit_events
        where stream = ${companyId} and action = 'hold.set' and target_type = 'hold' and result = 'done'),
      lifted as (select target_id::integer as id, seq, after from audit_events
        where stream = ${companyId} and action = 'hold.lift' and target_type = 'hold' and result = 'done')
    select coalesce(lifted.seq, set_.seq, 1)::float8 as seq
    from (select * from holds where company_id = ${companyId}) h
      full join set_ on set_.id = h.id left join lifted on lifted.id = coalesce(h.id, set_.id)
    where h.id is null or set_.id is null
      or (lifted.id is null) <> (h.lifted_at is null)
      or (lifted.after is not null and h.lift_reason is distinct from (lifted.after ->> 'reason'))
      or (set_.after is not null and set_.after is distinct from jsonb_strip_nulls(jsonb_build_object(
        'userId', h.user_id, 'themeId', h.theme_id, 'documentId', h.document_id,
        'from', h.first_day::text, 'to', h.last_day::text, 'reason', h.reason)))
    order by 1 limit 1`,
  );
}

export function firstDeviantPeriods(ctx: Context, companyId: number): Promise<number | null> {
  return first(
    ctx,
    sql<Deviation>`
    with said as (select seq, after from audit_events
        where stream = ${companyId} and action = 'retention.set' and target_type = 'retention' and result = 'done'
        order by seq desc limit 1),
      shown as (select jsonb_build_object('interactions', r.interactions, 'documents', r.documents, 'events', r.events) as periods
        from (select 1) one left join retention_periods r on r.company_id = ${companyId})
    select coalesce(said.seq, 1)::float8 as seq from shown left join said on true
    where case when said.seq is null then jsonb_strip_nulls(shown.periods) <> '{}'
      else said.after is not null and said.after <> shown.periods end`,
  );
}

/**
 * Approved answers with the latest event about their words, and the latest about their state. An erased event no longer says
 * what they were.
 */
export function firstDeviantApproved(ctx: Context, companyId: number): Promise<number | null> {
  return first(
    ctx,
    sql<Deviation>`
    with events as (select target_id::integer as id, seq, action, after from audit_events
        where stream = ${companyId} and target_type = 'approved-answer' and result = 'done'),
      worded as (select distinct on (id) * from events where action <> 'approved-answer.suspend' order by id, seq desc),
      stood as (select distinct on (id) * from events order by id, seq desc)
    select coalesce(worded.seq, stood.seq, 1)::float8 as seq
    from (select a.*, (select coalesce(jsonb_agg(jsonb_build_object('marker', k.marker, 'documentId', k.document_id,
          'version', k.version, 'page', k.page_number, 'passage', k.passage_ordinal, 'quote', k.quote,
          'sha256', encode(sha256(convert_to(k.quote, 'UTF8')), 'hex')) order by k.marker), '[]')
        from approved_citations k where k.company_id = a.company_id and k.approved_answer_id = a.id) as citations
      from approved_answers a where a.company_id = ${companyId}) a
      full join worded on worded.id = a.id left join stood on stood.id = coalesce(a.id, worded.id)
    where a.id is null or worded.id is null
      or (worded.after is not null and (
        a.question is distinct from (worded.after ->> 'question') or a.answer is distinct from (worded.after ->> 'answer')
        or to_jsonb(a.other_questions) <> worded.after -> 'otherQuestions' or a.selected_tags <> worded.after -> 'tags'
        or a.approver_id is distinct from (worded.after ->> 'approverId')::integer
        -- the words of a retired answer go with the version that they are from
        or (a.state <> 'retired' and a.citations <> worded.after -> 'citations')))
      or (stood.after is not null and a.state is distinct from (stood.after ->> 'state'))
    order by 1 limit 1`,
  );
}

/** Roles of the company's people, with the latest event that names one. */
export function firstDeviantRole(ctx: Context, companyId: number): Promise<number | null> {
  return first(
    ctx,
    sql<Deviation>`
    with said as (
      select distinct on (target_id) target_id, seq, after ->> 'role' as role from audit_events
      where stream = ${companyId} and target_type = 'user' and result = 'done' and after ? 'role'
      order by target_id, seq desc)
    select said.seq::float8 as seq from users u join said on said.target_id = u.id::text
    where u.company_id = ${companyId} and u.role <> said.role order by 1 limit 1`,
  );
}

export type ReadText = { seq: number; versionId: number; isAsRead: boolean | null };

/**
 * Stored texts of the next versions beside the hash in the latest event that they were read; versions whose event has
 * no hash, or whose text was erased, are left out.
 */
export async function textsAsRead(
  ctx: Context,
  companyId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ReadText[]> {
  const { rows } = await sql<ReadText>`
    select v.id as "versionId", said.seq::float8 as seq, said.hash = hash_of_text(v.company_id, v.id) as "isAsRead"
    from (select * from document_versions where company_id = ${companyId} and id > ${after}
      and status = 'ready' and erased_at is null order by id limit ${limit}) v
    left join lateral (
      select e.seq, e.after ->> 'text' as hash from audit_events e
      where e.stream = ${companyId} and e.target_type = 'document' and e.target_id = v.document_id::text
        and e.after ? 'text' and (e.after ->> 'version')::integer = v.version and e.actor_type = 'job'
      order by e.seq desc limit 1) said on true
    order by v.id`.execute(ctx.db);
  return rows;
}
