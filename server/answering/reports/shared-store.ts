import { sql } from "kysely";

/** A question's words between single spaces; its topic must appear within the first 1,000 characters. */
export const wordsOfQuestion = sql`' ' || regexp_replace(lower(left(i.question, 1000)), '[^[:alnum:]]+', ' ', 'g')`;

/** Topics of a theme (t) and its documents. */
export const topicsOfTheme = sql`
  select unnest(t.topic_tags) as tag
  union
  select dt.tag from documents d join document_tags dt on dt.company_id = d.company_id and dt.document_id = d.id
    and dt.category = 'topic'
  where d.company_id = t.company_id and d.theme_id = t.id and d.deleted_at is null`;

/** Whether a question (i) counts for the topic, as in a report; `-`: for none. */
export function isAboutTopic(topic: string) {
  const topics = sql`(
    select lower(known.tag) as name from themes t cross join lateral (${topicsOfTheme}) known
    where t.company_id = i.company_id and t.id = i.theme_id
      and strpos(${wordsOfQuestion}, ' ' || lower(known.tag)) > 0
    union
    select lower(chosen) from jsonb_array_elements_text(i.selected_tags -> 'topics') chosen)`;
  return topic === "-"
    ? sql<boolean>`not exists (select from ${topics} topic)`
    : sql<boolean>`exists (select from ${topics} topic where topic.name = ${topic})`;
}
