import { sql } from "kysely";
import { mostChangedRules } from "#contract/knowledge/look-back.ts";
import { headingsOf } from "#engine/text/rows.ts";
import type { Context } from "#server/kernel/context.ts";
import { answeringVersions } from "#server/knowledge/documents/shared-store.ts";
import type { LookedAt } from "./store.ts";

/** The version in force; null for a document that is deleted or not yet read. */
export async function findInForce(
  ctx: Context,
  { company_id, id }: LookedAt,
): Promise<{ id: number; version: number } | null> {
  const row = await answeringVersions(ctx.db)
    .select(["v.id", "v.version"])
    .where("d.company_id", "=", company_id)
    .where("d.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export type ChangeRow = {
  version_id: number;
  version: number;
  passage: number;
  section: string;
  page: number | null;
  before: string;
  after: string | null;
  people: number;
  told: number;
};

/**
 * If a passage shares less than this of the quoted words, by trigrams, it is another rule: PostgreSQL's own default for
 * entire texts (pg_trgm.similarity_threshold).
 */
const leastSimilarity = 0.3;

/**
 * Words that answers quote from earlier versions and no passage of the version in force contains, each with the closest
 * passage; most recently given first. A difference in white space is not a change.
 */
export async function listChanges(
  ctx: Context,
  { company_id, id }: LookedAt,
  inForce: { id: number; version: number },
): Promise<ChangeRow[]> {
  const plain = (text: ReturnType<typeof sql>) => sql`trim(regexp_replace(${text}, '\\s+', ' ', 'g'))`;
  const { rows } = await sql<ChangeRow>`
    with given as (
      select s.version_id, s.passage_ordinal, s.interaction_id, i.user_id, i.created_at, s.version, s.section, s.page_number,
        s.quote
      from interaction_sources s
        join interactions i on i.company_id = s.company_id and i.id = s.interaction_id
      where s.company_id = ${company_id} and s.document_id = ${id} and s.marker is not null and s.quote <> ''
        and s.version < ${inForce.version} and i.outcome = 'answered' and i.erased_at is null
    ), rules as (
      select version_id, passage_ordinal, version, max(section) as section, max(page_number) as page,
        (array_agg(quote order by created_at desc, interaction_id desc))[1] as quote, max(created_at) as last_at
      from given group by version_id, passage_ordinal, version
    ), texts as materialized (
      select ordinal, text, ${plain(sql`text`)} as plain from passages
      where company_id = ${company_id} and version_id = ${inForce.id}
    ), changed as (
      select r.* from rules r
      where not exists (select 1 from texts t where strpos(t.plain, ${plain(sql`r.quote`)}) > 0)
      order by r.last_at desc, r.version_id, r.passage_ordinal limit ${mostChangedRules}
    )
    select c.version_id, c.version, c.passage_ordinal as passage, c.section, c.page, c.quote as before,
      (select t.text from (select x.text, word_similarity(c.quote, x.text) as likeness, x.ordinal from texts x) t
        where t.likeness >= ${leastSimilarity} order by t.likeness desc, t.ordinal limit 1) as after,
      p.people, p.told
    from changed c
      cross join lateral (
        select count(distinct g.user_id)::int as people, count(distinct n.user_id)::int as told
        from given g
          join users u on u.id = g.user_id and u.is_active and not u.is_key
          left join changed_rule_notices n on n.company_id = ${company_id} and n.document_id = ${id}
            and n.version_id = g.version_id and n.passage_ordinal = g.passage_ordinal
            and n.later_version_id = ${inForce.id} and n.user_id = g.user_id
        where g.version_id = c.version_id and g.passage_ordinal = c.passage_ordinal
      ) p
    order by c.last_at desc, c.version_id, c.passage_ordinal`.execute(ctx.db);
  return rows.map((row) => ({ ...row, section: headingsOf(row.section) }));
}

export type Untold = { user_id: number; interaction_id: number; at: Date };

/**
 * Records which active people who received these words have not been notified yet, each with the last answer that
 * contained them. The same transaction must notify them.
 */
export async function takeUnnotified(
  ctx: Context,
  { company_id, id }: LookedAt,
  laterVersionId: number,
  change: Pick<ChangeRow, "version_id" | "passage">,
): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    with given as (
      select distinct on (i.user_id) i.user_id, i.id as interaction_id, i.created_at as at
      from interaction_sources s
        join interactions i on i.company_id = s.company_id and i.id = s.interaction_id
        join users u on u.id = i.user_id and u.is_active and not u.is_key
      where s.company_id = ${company_id} and s.document_id = ${id} and s.version_id = ${change.version_id}
        and s.passage_ordinal = ${change.passage} and s.marker is not null
        and i.outcome = 'answered' and i.erased_at is null
      order by i.user_id, i.created_at desc, i.id desc
    ), noted as (
      insert into changed_rule_notices
        (company_id, document_id, version_id, passage_ordinal, later_version_id, user_id, told_at)
      select ${company_id}, ${id}, ${change.version_id}, ${change.passage}, ${laterVersionId}, user_id, ${ctx.now}
      from given on conflict do nothing returning user_id
    )
    select g.* from given g join noted n on n.user_id = g.user_id order by g.user_id`.execute(ctx.db);
  return rows;
}
