import { sql, type ExpressionBuilder } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { may, type Context } from "#server/kernel/context.ts";
import { nearestShown } from "#contract/answering/answers.ts";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import { notFound } from "#server/platform/errors.ts";

export function selectInteractions(ctx: Context) {
  const query = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .innerJoin("companies as c", "c.id", "i.company_id")
    // a super_admin's own row is outside the company's reach: the name comes from the function
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(sql<{ email: string; name: string }>`person_name(i.user_id)`.as("p"))
          .select(["p.email", "p.name"])
          .as("person"),
      (join) => join.onTrue(),
    )
    .select([
      "i.id",
      "i.company_id",
      "i.theme_id",
      "i.user_id",
      "i.user_role",
      "i.end_user",
      "i.asked_through",
      "i.session_id",
      "i.question",
      "i.answer",
      "i.mode",
      "i.model",
      "i.asked_provider",
      "i.asked_model",
      "i.system_fingerprint",
      "i.parameters",
      "i.removed_sentences",
      "i.input_tokens",
      "i.tokens_estimated",
      "i.output_tokens",
      "i.outcome",
      "i.reason",
      "i.fallback",
      "i.selected_tags",
      "i.retrieval_ms",
      "i.first_token_ms",
      "i.total_ms",
      "i.claims_checked",
      "i.claims_supported",
      "i.rating",
      "i.created_at",
      "t.name as theme_name",
      "t.model_type",
      recordedName("c").as("company_name"),
      "person.email as user_email",
      "person.name as user_name",
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("reviews as r")
            .select("r.id")
            .whereRef("r.company_id", "=", "i.company_id")
            .whereRef("r.interaction_id", "=", "i.id"),
        )
        .$castTo<boolean>()
        .as("reviewed"),
    )
    .select(
      sql<string[]>`array(select g.tag from interaction_tags g where g.company_id = i.company_id
        and g.interaction_id = i.id order by ${inNameOrder(sql`g.tag`)})`.as("review_tags"),
    )
    .where("i.outcome", "!=", "pending")
    .where("i.erased_at", "is", null);
  return ctx.company === null ? query : query.where("i.company_id", "=", ctx.company);
}

const sourceColumns = [
  "s.marker",
  "s.document_id",
  "s.document_name",
  "s.version",
  "s.score",
  "s.page_number",
  "s.page_index",
  "s.section",
  "s.quote",
  "s.answering",
  "s.passage_text",
  "v.uploaded_at",
  "v.sha256",
] as const;

export function withParts(ctx: Context) {
  return selectInteractions(ctx).select((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom("interaction_sources as s")
        .innerJoin("document_versions as v", (join) =>
          join.onRef("v.company_id", "=", "s.company_id").onRef("v.id", "=", "s.version_id"),
        )
        .select(sourceColumns)
        .whereRef("s.company_id", "=", "i.company_id")
        .whereRef("s.interaction_id", "=", "i.id")
        .where("s.marker", "is not", null)
        .orderBy("s.marker"),
    ).as("sources"),
    jsonArrayFrom(
      eb
        .selectFrom("interaction_sources as s")
        .innerJoin("document_versions as v", (join) =>
          join.onRef("v.company_id", "=", "s.company_id").onRef("v.id", "=", "s.version_id"),
        )
        .select(sourceColumns)
        .whereRef("s.company_id", "=", "i.company_id")
        .whereRef("s.interaction_id", "=", "i.id")
        .where(eb.ref("i.outcome"), "=", "abstained")
        .where("s.marker", "is", null)
        .orderBy("s.rank")
        .limit(nearestShown),
    ).as("nearest"),
    jsonArrayFrom(
      eb
        .selectFrom("claims as k")
        .select(["k.start_offset", "k.end_offset", "k.markers", "k.verdict", "k.condition", "k.is_applied"])
        .whereRef("k.company_id", "=", "i.company_id")
        .whereRef("k.interaction_id", "=", "i.id")
        .orderBy("k.ordinal"),
    ).as("claims"),
    jsonArrayFrom(
      eb
        .selectFrom("approved_uses as u")
        .innerJoin("approved_answers as a", (join) =>
          join.onRef("a.company_id", "=", "u.company_id").onRef("a.id", "=", "u.approved_answer_id"),
        )
        .select([
          "a.id",
          "a.question",
          "a.answer",
          "u.is_answer",
          "u.approved_at",
          sql<boolean>`u.said_same_at is not null`.as("is_said_same"),
          sql<string>`(select p.name from person_name(u.approver_id) p)`.as("approver_name"),
        ])
        .select(citationsOf)
        .whereRef("u.company_id", "=", "i.company_id")
        .whereRef("u.interaction_id", "=", "i.id")
        // one shown beside the answer, as long as it is what it was then
        .where((use) => use.or([use("u.is_answer", "=", true), use("u.version", "=", use.ref("a.version"))]))
        .orderBy("u.approved_answer_id"),
    ).as("uses"),
    jsonObjectFrom(
      eb
        .selectFrom("review_cases as rc")
        .innerJoin("reviews as r", (join) =>
          join
            .onRef("r.company_id", "=", "rc.company_id")
            .onRef("r.interaction_id", "=", "rc.interaction_id")
            .onRef("r.verdict", "=", "rc.verdict"),
        )
        .select(["rc.verdict", "r.corrected_answer", "r.created_at"])
        .select((review) =>
          jsonObjectFrom(
            review
              .selectFrom("approved_answers as a")
              .select("a.answer")
              .select(citationsOf)
              .whereRef("a.company_id", "=", "rc.company_id")
              .whereRef("a.interaction_id", "=", "rc.interaction_id")
              .orderBy("a.id", "desc")
              .limit(1),
          ).as("approved"),
        )
        .whereRef("rc.company_id", "=", "i.company_id")
        .whereRef("rc.interaction_id", "=", "i.id")
        .where("rc.verdict", "!=", "correct")
        // a possible second reviewer must not see the first verdict, even on their own question
        .$if(may(ctx, "interaction:review"), (correction) =>
          correction.where("rc.status", "!=", "second_opinion"),
        )
        // among agreeing reviewers, the newest one with a corrected answer
        .orderBy(sql`r.corrected_answer <> ''`, "desc")
        .orderBy("r.id", "desc")
        .limit(1),
    ).as("correction"),
  ]);
}

/** The words that an approved answer rests on, in the order of its marks. */
export const citationsOf = (eb: ExpressionBuilder<DB & { a: DB["approved_answers"] }, "a">) =>
  jsonArrayFrom(
    eb
      .selectFrom("approved_citations as k")
      .innerJoin("document_versions as v", (join) =>
        join.onRef("v.company_id", "=", "k.company_id").onRef("v.id", "=", "k.version_id"),
      )
      .selectAll("k")
      .select("v.uploaded_at")
      .whereRef("k.company_id", "=", "a.company_id")
      .whereRef("k.approved_answer_id", "=", "a.id")
      .orderBy("k.marker"),
  ).as("citations");

export type InteractionRow = Awaited<ReturnType<ReturnType<typeof withParts>["executeTakeFirstOrThrow"]>>;

export function getInteraction(ctx: Context, id: number): Promise<InteractionRow> {
  return withParts(ctx).where("i.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** These interactions, oldest first. */
export function listByIds(ctx: Context, ids: number[]): Promise<InteractionRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return withParts(ctx).where("i.id", "in", ids).orderBy("i.id").execute();
}

/** The asker's comment on the current rating, by interaction; none if it was removed. */
export async function latestComments(
  ctx: Context,
  ids: number[],
): Promise<Map<number, { reason: string | null; feedback: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("interactions as i")
    .innerJoin("ratings as r", (join) =>
      join
        .onRef("r.company_id", "=", "i.company_id")
        .onRef("r.interaction_id", "=", "i.id")
        .onRef("r.user_id", "=", "i.user_id"),
    )
    .distinctOn("i.id")
    .select(["i.id", "r.reason", "r.feedback"])
    .where("i.id", "in", ids)
    .where("i.rating", "is not", null)
    .where((eb) => (ctx.company === null ? eb.lit(true) : eb("i.company_id", "=", ctx.company)))
    .orderBy("i.id")
    .orderBy("r.id", "desc")
    .execute();
  return new Map(rows.map(({ id, reason, feedback }) => [id, { reason, feedback }]));
}
