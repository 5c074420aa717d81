import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Input } from "#contract/kernel/endpoint.ts";
import { longestQuestion, type listApprovedAnswers } from "#contract/answering/approved-answers.ts";
import { citationsOf } from "#server/answering/interactions/shared-store.ts";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import type { Context } from "#server/kernel/context.ts";
import { themesInReach } from "#server/knowledge/themes/shared-store.ts";
import { holdsText, pageOf } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import { notFound } from "#server/platform/errors.ts";

const nameOf = (column: string) => sql<string>`(select p.name from person_name(${sql.ref(column)}) p)`;
/** A super admin's own row is outside the company's fence. */
const isActive = (column: string) =>
  sql<boolean>`coalesce((select u.is_active from users u where u.id = ${sql.ref(column)}), true)`;

function selectApproved(ctx: Context) {
  return (
    ctx.db
      .selectFrom("approved_answers as a")
      .innerJoin("themes as t", (join) =>
        join.onRef("t.company_id", "=", "a.company_id").onRef("t.id", "=", "a.theme_id"),
      )
      .innerJoin("companies as c", "c.id", "a.company_id")
      .selectAll("a")
      .select([
        "t.name as theme_name",
        sql<boolean>`t.deleted_at is not null`.as("is_theme_deleted"),
        recordedName("c").as("company_name"),
        nameOf("a.owner_id").as("owner_name"),
        nameOf("a.author_id").as("author_name"),
        sql<string | null>`(select p.name from person_name(a.approver_id) p)`.as("approver_name"),
        isActive("a.owner_id").as("owner_is_active"),
        isActive("a.author_id").as("author_is_active"),
        isActive("a.approver_id").as("approver_is_active"),
        isDue(ctx).as("is_due"),
        sql<string | null>`to_char(a.review_on, 'YYYY-MM-DD')`.as("review_day"),
        sql<number>`(select count(*) from approved_uses u where u.company_id = a.company_id
          and u.approved_answer_id = a.id and u.is_answer)`.as("times_used"),
        sql<Date | null>`(select max(i.created_at) from approved_uses u
          join interactions i on i.company_id = u.company_id and i.id = u.interaction_id
          where u.company_id = a.company_id and u.approved_answer_id = a.id and u.is_answer)`.as(
          "last_used_at",
        ),
      ])
      .select(citationsOf)
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom("approved_uses as u")
            .innerJoin("interactions as i", (join) =>
              join.onRef("i.company_id", "=", "u.company_id").onRef("i.id", "=", "u.interaction_id"),
            )
            .select([
              sql<string>`min(i.question)`.as("question"),
              sql<number>`count(distinct i.user_id)`.as("people"),
              sql<number[]>`array_agg(distinct i.user_id)`.as("asker_ids"),
              sql<string>`min(u.said_same_at)`.as("first_at"),
              sql<string>`max(u.said_same_at)`.as("last_at"),
            ])
            .where(isSaidSame)
            .groupBy(sql`lower(i.question)`)
            .orderBy("people", "desc"),
        ).as("said_same"),
      )
      // within the caller's reach: for an API key, the themes that it names
      .where((eb) =>
        eb.or([
          eb.exists(
            themesInReach(ctx)
              .select("themes.id")
              .where("themes.company_id", "=", sql<number>`a.company_id`)
              .where("themes.id", "=", sql<number>`a.theme_id`),
          ),
          // answers of a deleted theme stay readable for those who look after answers
          eb.and([
            eb("t.deleted_at", "is not", null),
            eb.lit(ctx.actor.type !== "user" || ctx.actor.key === undefined),
          ]),
        ]),
      )
      .$if(ctx.company !== null, (query) => query.where("a.company_id", "=", ctx.company))
  );
}

const isDue = (ctx: Context) =>
  sql<boolean>`(a.state = 'active' and a.review_on is not null and a.review_on <= ${ctx.now}::date)`;

/**
 * Beside the answer to a question `i` it was shown, whose asker says that it answers it, and nobody has decided on these words. A
 * question too long to be a wording tells a story, which nobody repeats.
 */
const isSaidSame = sql<boolean>`u.company_id = a.company_id and u.approved_answer_id = a.id
  and u.said_same_at is not null and u.told_apart_at is null and i.erased_at is null
  and not exists (select 1 from approved_uses d join interactions j on j.company_id = d.company_id
    and j.id = d.interaction_id where d.company_id = a.company_id and d.approved_answer_id = a.id
    and d.told_apart_at is not null and lower(j.question) = lower(i.question))
  and length(i.question) <= ${longestQuestion}
  and lower(i.question) <> all (array[lower(a.question)] || lower(a.other_questions::text)::text[])`;

/** Whether the question `i` was answered or closed since this time. */
export const isClosedSince = (time: string) =>
  sql<boolean>`exists (select 1 from declined_closings k where k.company_id = i.company_id
    and k.interaction_id = i.id and k.closed_at > ${sql.ref(time)})`;

export type ApprovedRow = Awaited<ReturnType<ReturnType<typeof selectApproved>["executeTakeFirstOrThrow"]>>;
export type CitationRow = ApprovedRow["citations"][number];

export type ApprovedFilters = Omit<Input<typeof listApprovedAnswers>, "pageSize"> & { pageSize?: number };

/** Those waiting for someone come first. */
export function listApproved(
  ctx: Context,
  filters: ApprovedFilters,
): Promise<{ rows: ApprovedRow[]; total: number }> {
  const waits = sql<boolean>`t.deleted_at is null and (a.state in ('proposed', 'suspended') or ${isDue(ctx)} or (a.state = 'active'
    and exists (select 1 from approved_uses u join interactions i on i.company_id = u.company_id
      and i.id = u.interaction_id where ${isSaidSame})))`;
  let query = selectApproved(ctx);
  if (filters.state === "waiting") query = query.where(waits);
  else if (filters.state === "due") query = query.where(isDue(ctx));
  else if (filters.state !== undefined) query = query.where("a.state", "=", filters.state);
  if (filters.themeId !== undefined) query = query.where("a.theme_id", "=", filters.themeId);
  if (filters.ownerId !== undefined) query = query.where("a.owner_id", "=", filters.ownerId);
  if (filters.search)
    query = query.where(
      holdsText(
        sql`a.question || ' ' || array_to_string(a.other_questions, ' ') || ' ' || a.answer`,
        filters.search,
      ),
    );
  return pageOf(
    query,
    filters,
    {
      question: inNameOrder(sql`a.question`),
      theme: inNameOrder(sql`t.name`),
      state: sql`a.state`,
      approvedAt: sql`a.approved_at`,
      reviewOn: sql`a.review_on`,
    },
    sql`${waits} desc, a.id desc`,
  );
}

export function getApproved(ctx: Context, id: number): Promise<ApprovedRow> {
  return selectApproved(ctx).where("a.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** What an active answer says, to answer with it; null if it is no longer active. */
export function findActive(
  ctx: Context,
  place: { company_id: number; id: number },
): Promise<ApprovedRow | undefined> {
  return selectApproved(ctx)
    .where("a.company_id", "=", place.company_id)
    .where("a.id", "=", place.id)
    .where("a.state", "=", "active")
    .executeTakeFirst();
}
