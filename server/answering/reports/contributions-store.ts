import { sql, type RawBuilder } from "kysely";
import { topicsOfTheme, wordsOfQuestion } from "./shared-store.ts";

/** What is counted per day; each one's keys are next to it in `contributions`. */
export type Dimension =
  | "outcome"
  | "slot"
  | "theme"
  | "user"
  | "tag"
  | "document"
  | "seconds"
  | "unanswered"
  | "writer"
  | "tokens"
  | "model";

const onlyCounts = sql`count(*)::int, 0, 0, 0, 0, 0::bigint, 0::bigint`;
const withResults = sql`count(*)::int, count(*) filter (where r.rating = 'good')::int, count(r.rating)::int,
  count(*) filter (where r.claims_unsupported > 0)::int, count(*) filter (where r.outcome = 'abstained')::int, 0::bigint, 0::bigint`;
const withTokens = sql`count(*)::int, 0, 0, 0, 0, coalesce(sum(u.input_tokens), 0)::bigint, coalesce(sum(u.output_tokens), 0)::bigint`;
/** Quarters of an hour: the offsets of all time zones in use are multiples. */
const slot = (at: RawBuilder<unknown>) =>
  sql`(extract(hour from ${at}) * 4 + floor(extract(minute from ${at}) / 15))::int::text`;

/**
 * The rows of `ranges (company_id, a, b)` (null: every company in reach) as counts by UTC day: the only definition of a
 * report's counts. Settled days are stored with it; everything else is counted with it on request.
 * Columns: company_id, dimension, day, key, count, good, rated, unsupported, declined, input_tokens,
 * output_tokens.
 */
export function contributions(
  ranges: RawBuilder<unknown>,
  company: number | null,
  dimensions: readonly Dimension[],
): RawBuilder<unknown> {
  const parts: Record<Dimension, RawBuilder<unknown>> = {
    outcome: sql`select r.company_id, 'outcome', r.day, r.outcome, ${withResults} from asked r group by 1, 3, 4`,
    slot: sql`select r.company_id, 'slot', r.day, ${slot(sql`r.at`)}, ${onlyCounts} from asked r group by 1, 3, 4`,
    theme: sql`select r.company_id, 'theme', r.day, r.theme_id::text, ${withResults} from asked r group by 1, 3, 4`,
    user: sql`select r.company_id, 'user', r.day, r.user_id || ':' || r.user_role, ${withResults} from asked r group by 1, 3, 4`,
    tag: sql`select r.company_id, 'tag', r.day, g.key || ':' || v.tag, ${onlyCounts}
      from asked r, jsonb_each(r.selected_tags) g, jsonb_array_elements_text(g.value) v(tag)
      where r.selected_tags <> '{}' group by 1, 3, 4`,
    // distinct inside: it keeps the planner from reading every source for the few unsettled rows
    document: sql`select r.company_id, 'document', r.day, s.document_id::text, ${onlyCounts}
      from asked r cross join lateral (
        select distinct s.document_id from interaction_sources s
        where s.company_id = r.company_id and s.interaction_id = r.id and s.marker is not null
      ) s group by 1, 3, 4`,
    seconds: sql`select r.company_id, 'seconds', r.day, rounded_ms(r.total_ms)::text, ${onlyCounts}
      from asked r where r.total_ms is not null group by 1, 3, 4`,
    unanswered: sql`select r.company_id, 'unanswered', r.day, coalesce(topic.name, ''), ${onlyCounts}
      from asked r left join lateral (${topicsOf}) topic on true where r.outcome = 'abstained' group by 1, 3, 4`,
    writer: sql`select r.company_id, 'writer', r.day, coalesce(r.model, r.mode), ${onlyCounts} from asked r group by 1, 3, 4`,
    tokens: sql`select u.company_id, 'tokens', u.day, ${slot(sql`u.at`)}, ${withTokens} from spent u group by 1, 3, 4`,
    model: sql`select u.company_id, 'model', u.day, u.provider || '/' || u.model, ${withTokens} from spent u group by 1, 3, 4`,
  };
  // after an offset, so each range is looked up in the index; with a plain join, the planner reads every row
  const inRange = (
    alias: "i" | "e",
  ) => sql`${sql.ref(`${alias}.created_at`)} >= x.a and ${sql.ref(`${alias}.created_at`)} < x.b
      and (x.company_id is null or ${sql.ref(`${alias}.company_id`)} = x.company_id)
      and ${company === null ? sql`true` : sql`${sql.ref(`${alias}.company_id`)} = ${company}`} offset 0`;
  return sql`
    with x as (${ranges}),
    asked as materialized (
      select i.company_id, i.id, i.theme_id, i.user_id, i.user_role, i.outcome, i.rating, i.claims_unsupported, i.total_ms,
        i.selected_tags, i.mode, i.model, case when i.outcome = 'abstained' then ${wordsOfQuestion} end as words,
        i.created_at at time zone 'UTC' as at, (i.created_at at time zone 'UTC')::date as day
      from x cross join lateral (select i.* from interactions i where i.outcome <> 'pending' and ${inRange("i")}) i
    ),
    topics as materialized (
      select t.company_id, t.id as theme_id, lower(known.tag) as name
      from (select distinct company_id, theme_id from asked where words is not null) a
        join themes t on t.company_id = a.company_id and t.id = a.theme_id
        cross join lateral (${topicsOfTheme}) known
    ),
    spent as materialized (
      select e.company_id, e.provider, e.model, e.input_tokens, e.output_tokens,
        e.created_at at time zone 'UTC' as at, (e.created_at at time zone 'UTC')::date as day
      from x cross join lateral (select e.* from usage_entries e where ${inRange("e")}) e
    )
    ${sql.join(
      dimensions.map((dimension) => parts[dimension]),
      sql` union all `,
    )}`;
}

/**
 * Topics of the theme and its documents named in a question (words starting with the topic), and those selected with
 * it.
 */
const topicsOf = sql`
  select known.name from topics known
  where known.company_id = r.company_id and known.theme_id = r.theme_id and strpos(r.words, ' ' || known.name) > 0
  union
  select lower(chosen) from jsonb_array_elements_text(r.selected_tags -> 'topics') chosen`;
