import { sql } from "kysely";
import type { QuestionReview } from "#contract/answering/questionnaires.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { notFound } from "#server/platform/errors.ts";
import { mostAttempts, selectAnswered, type Key } from "./answered-store.ts";
import type { QuestionnaireRow } from "./store.ts";

/** With the answer and the review of the first question of the same words. */
function selectQuestions(ctx: Context, { company_id, id }: Key) {
  return selectAnswered(ctx)
    .select([
      ...(["q.ordinal", "q.place", "q.row", "q.question", "q.is_too_long", "q.same_as"] as const),
      ...(["f.interaction_id", "f.attempts", "f.review", "f.edited_answer"] as const),
      ...(["i.outcome", "i.reason as failure"] as const),
      sql<string | null>`(select p.name from person_name(f.reviewed_by) p)`.as("reviewer_name"),
    ])
    .where("q.company_id", "=", company_id)
    .where("q.questionnaire_id", "=", id)
    .orderBy("q.ordinal");
}

export type QuestionRow = Awaited<ReturnType<ReturnType<typeof selectQuestions>["executeTakeFirstOrThrow"]>>;

/** All, in the order of the file. */
export const listQuestions = (ctx: Context, key: Key): Promise<QuestionRow[]> =>
  selectQuestions(ctx, key).execute();

/** `isOpen`: only those with an answer that nobody has reviewed. */
export async function pageOfQuestions(
  ctx: Context,
  key: Key,
  { offset, limit, isOpen }: { offset: number; limit: number; isOpen: boolean },
): Promise<{ rows: QuestionRow[]; total: number }> {
  const all = selectQuestions(ctx, key);
  const query = isOpen
    ? all
        .where("f.review", "is", null)
        .where("q.same_as", "is", null)
        .where("i.outcome", "in", ["answered", "abstained"])
    : all;
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)::int`.as("total"))
    .executeTakeFirstOrThrow();
  return { rows: await query.offset(offset).limit(limit).execute(), total };
}

export async function getQuestion(ctx: Context, key: Key, ordinal: number): Promise<QuestionRow> {
  return selectQuestions(ctx, key).where("q.ordinal", "=", ordinal).executeTakeFirstOrThrow(notFound);
}

/** How many each place has, by the place's number. */
export async function countByPlace(ctx: Context, { company_id, id }: Key): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom("questionnaire_questions")
    .select(["place", sql<number>`count(*)::int`.as("count")])
    .where("company_id", "=", company_id)
    .where("questionnaire_id", "=", id)
    .groupBy("place")
    .execute();
  return new Map(rows.map(({ place, count }) => [place, count]));
}

export type WaitingQuestion = { ordinal: number; question: string; interaction_id: number | null };

/** The next to ask, in the order of the file; `pending`: asked by a process that may be gone. */
export async function nextQuestions(
  ctx: Context,
  { company_id, id }: Key,
  limit: number,
): Promise<{ next: WaitingQuestion[]; pending: number }> {
  const rows = await ctx.db
    .selectFrom("questionnaire_questions as q")
    .leftJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "q.company_id").onRef("i.id", "=", "q.interaction_id"),
    )
    .select(["q.ordinal", "q.question", "q.interaction_id", "i.outcome"])
    .where("q.company_id", "=", company_id)
    .where("q.questionnaire_id", "=", id)
    .where("q.same_as", "is", null)
    .where("q.is_too_long", "=", false)
    .where((eb) => eb.or([eb("q.review", "is", null), eb("q.review", "!=", "not_answered")]))
    .where((eb) =>
      eb.or([
        eb("q.interaction_id", "is", null),
        eb("i.outcome", "=", "pending"),
        eb.and([eb("i.outcome", "=", "failed"), eb("q.attempts", "<", mostAttempts)]),
      ]),
    )
    .orderBy("q.ordinal")
    .limit(limit)
    .execute();
  const next = rows.filter(({ outcome }) => outcome !== "pending");
  return { next, pending: rows.length - next.length };
}

/**
 * Ties a question to its recorded answer, in the transaction that records it.
 * @returns false if another process asks it, or nobody should any more: then nothing may be recorded
 */
export async function tieAnswer(
  ctx: Context,
  { company_id, id }: Key,
  { ordinal, interaction_id: before }: WaitingQuestion,
  interactionId: number,
): Promise<boolean> {
  const done = await ctx.db
    .updateTable("questionnaire_questions as q")
    .set({ interaction_id: interactionId, attempts: sql<number>`attempts + 1` })
    .where("q.company_id", "=", company_id)
    .where("q.questionnaire_id", "=", id)
    .where("q.ordinal", "=", ordinal)
    .where("q.interaction_id", "is not distinct from", before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("questionnaires as n")
          .select("n.id")
          .whereRef("n.company_id", "=", "q.company_id")
          .whereRef("n.id", "=", "q.questionnaire_id")
          .where("n.state", "=", "running"),
      ),
    )
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

/** Failed ones may be tried again. */
export async function forgetAttempts(ctx: Context, row: Allowed<QuestionnaireRow, "run">): Promise<void> {
  await ctx.db
    .updateTable("questionnaire_questions")
    .set({ attempts: 0 })
    .where("company_id", "=", row.company_id)
    .where("questionnaire_id", "=", row.id)
    .execute();
}

/** A stopping server is not the question's fault. */
export async function giveAttemptBack(ctx: Context, { company_id, id }: Key, ordinal: number): Promise<void> {
  await ctx.db
    .updateTable("questionnaire_questions")
    .set({ attempts: sql<number>`greatest(0, attempts - 1)` })
    .where("company_id", "=", company_id)
    .where("questionnaire_id", "=", id)
    .where("ordinal", "=", ordinal)
    .execute();
}

export async function setReview(
  ctx: Context,
  row: Allowed<QuestionnaireRow, "review">,
  ordinal: number,
  { review, answer }: { review: QuestionReview | null; answer: string | null },
): Promise<void> {
  await ctx.db
    .updateTable("questionnaire_questions")
    .set({
      ...{ review, edited_answer: answer },
      reviewed_by: review === null ? null : personOf(ctx).id,
      reviewed_at: review === null ? null : ctx.now,
    })
    .where("company_id", "=", row.company_id)
    .where("questionnaire_id", "=", row.id)
    .where("ordinal", "=", ordinal)
    .execute();
}
