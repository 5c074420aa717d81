import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Context } from "#server/kernel/context.ts";

type Key = { company_id: number; id: number };

/** The theme's test set, at most this many questions: active approved answers, then the latest questions rated good. */
export async function testSetOf(
  ctx: Context,
  theme: Key,
  most: number,
): Promise<{ approvedIds: number[]; interactionIds: number[] }> {
  const approved = await ctx.db
    .selectFrom("approved_answers")
    .select("id")
    .where("company_id", "=", theme.company_id)
    .where("theme_id", "=", theme.id)
    .where("state", "=", "active")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  const rated = await ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom("interactions as i")
        .select("i.id")
        // asked often, it counts once
        .distinctOn(sql`lower(i.question)`)
        .where("i.company_id", "=", theme.company_id)
        .where("i.theme_id", "=", theme.id)
        .where("i.rating", "=", "good")
        .where("i.outcome", "in", ["answered", "abstained"])
        .where("i.mode", "!=", "approved")
        .where("i.erased_at", "is", null)
        // a follow-up doesn't stand alone
        .where(
          sql<boolean>`not exists (select 1 from interactions e where e.company_id = i.company_id
            and e.user_id = i.user_id and e.session_id = i.session_id and e.id < i.id)`,
        )
        // a reviewer knows better than a reader
        .where(
          sql<boolean>`not exists (select 1 from review_cases rc where rc.company_id = i.company_id
            and rc.interaction_id = i.id and rc.verdict is not null and rc.verdict <> 'correct')`,
        )
        .orderBy(sql`lower(i.question)`)
        .orderBy("i.id", "desc")
        .as("latest"),
    )
    .select("id")
    .orderBy("id", "desc")
    .limit(Math.max(0, most - approved.length))
    .execute();
  return { approvedIds: approved.map(({ id }) => id), interactionIds: rated.map(({ id }) => id) };
}

/** Questions rated good, with the source that their answers rest on; erased ones are missing. */
export function loadRated(ctx: Context, companyId: number, ids: number[]) {
  return ctx.db
    .selectFrom("interactions as i")
    .select(["i.id", "i.question", "i.selected_tags", "i.outcome"])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom("interaction_sources as s")
          .select(["s.document_id", "s.document_name", "s.version_id", "s.version", "s.quote", "s.answering"])
          .select(["s.passage_ordinal", "s.passage_text", "s.section", "s.page_number", "s.page_index"])
          .whereRef("s.company_id", "=", "i.company_id")
          .whereRef("s.interaction_id", "=", "i.id")
          .where("s.marker", "=", 1),
      ).as("source"),
    ])
    .where("i.company_id", "=", companyId)
    .where("i.id", "in", ids)
    .where("i.erased_at", "is", null)
    .execute();
}

/** Approved answers, with the words that they rest on. */
export function loadApproved(ctx: Context, companyId: number, ids: number[]) {
  return ctx.db
    .selectFrom("approved_answers as a")
    .select(["a.id", "a.question", "a.selected_tags", "a.answer"])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("approved_citations as k")
          .select(["k.document_id", "k.document_name", "k.version_id", "k.version", "k.quote"])
          .select(["k.passage_ordinal", "k.passage_text", "k.section", "k.page_number", "k.page_index"])
          .whereRef("k.company_id", "=", "a.company_id")
          .whereRef("k.approved_answer_id", "=", "a.id")
          .orderBy("k.marker"),
      ).as("citations"),
    ])
    .where("a.company_id", "=", companyId)
    .where("a.id", "in", ids)
    .execute();
}

/** Whether a version contains these words anywhere. */
export async function standsIn(
  ctx: Context,
  companyId: number,
  versionId: number,
  quote: string,
): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`
    select stands_in(${companyId}, ${versionId}, ${quote}) as stands`.execute(ctx.db);
  return rows[0]?.stands === true;
}

type Version = { documentId: number; versionId: number | null };

/**
 * Active approved answers of a theme that rest on other versions of these documents, and those whose words are also in
 * these versions as well.
 */
export async function countFalling(
  ctx: Context,
  theme: Key,
  versions: readonly Version[],
): Promise<{ falling: number; standing: number }> {
  const { rows } = await sql<{ falling: number; standing: number }>`
    select count(*) as falling, count(*) filter (where stands) as standing from (
      select bool_and(c.document_id is null or stands_in(k.company_id, c.version_id, k.quote)) as stands
      from approved_answers a
      join approved_citations k on k.company_id = a.company_id and k.approved_answer_id = a.id
      left join unnest(${versions.map(({ documentId }) => documentId)}::integer[],
        ${versions.map(({ versionId }) => versionId)}::integer[]) c (document_id, version_id)
        on c.document_id = k.document_id
      where a.company_id = ${theme.company_id} and a.theme_id = ${theme.id} and a.state = 'active'
      group by a.id
      having bool_or(c.document_id is not null and c.version_id is distinct from k.version_id)) answers`.execute(
    ctx.db,
  );
  return rows[0] ?? { falling: 0, standing: 0 };
}
