import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type * as contract from "#contract/interactions.ts";
import type { Input } from "#contract/endpoint.ts";
import type { ReviewVerdict } from "#contract/interactions.ts";
import { personOf } from "#server/context.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import { pageOf, searchPattern } from "#server/platform/database/list.ts";
import type { Allowed } from "#server/policy.ts";

function selectInteractions(ctx: Context) {
  const query = ctx.db
    .selectFrom("interactions as i")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .innerJoin("companies as c", "c.id", "i.company_id")
    // a super_admin's own record is outside the company's reach: its name comes through the function
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
      "i.session_id",
      "i.question",
      "i.answer",
      "i.mode",
      "i.model",
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
      "c.name as company_name",
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
    .where("i.outcome", "!=", "pending");
  return ctx.company === null ? query : query.where("i.company_id", "=", ctx.company);
}

type Selection = ReturnType<typeof selectInteractions>;
export type InteractionListRow = Awaited<ReturnType<Selection["executeTakeFirstOrThrow"]>>;
export type InteractionFilters = Omit<Input<typeof contract.listInteractions>, "pageSize"> & {
  pageSize?: number;
};

function filtered(ctx: Context, filters: InteractionFilters): Selection {
  let query = selectInteractions(ctx);
  if (filters.search) {
    const pattern = searchPattern(filters.search);
    query = query.where((eb) =>
      eb.or([eb("i.question", "ilike", pattern), eb("i.answer", "ilike", pattern)]),
    );
  }
  if (filters.themeId !== undefined) query = query.where("i.theme_id", "=", filters.themeId);
  if (filters.userId !== undefined) query = query.where("i.user_id", "=", filters.userId);
  if (filters.workspaceId !== undefined) query = query.where("t.workspace_id", "=", filters.workspaceId);
  if (filters.from !== undefined)
    query = query.where("i.created_at", ">=", new Date(`${filters.from}T00:00:00Z`));
  if (filters.to !== undefined)
    query = query.where(
      "i.created_at",
      "<",
      new Date(new Date(`${filters.to}T00:00:00Z`).getTime() + 86_400_000),
    );
  if (filters.rating === "none") query = query.where("i.rating", "is", null);
  else if (filters.rating !== undefined) query = query.where("i.rating", "=", filters.rating);
  if (filters.outcome !== undefined) query = query.where("i.outcome", "=", filters.outcome);
  if (filters.mode !== undefined) query = query.where("i.mode", "=", filters.mode);
  if (filters.tag !== undefined) {
    const tag = filters.tag;
    query = query.where(
      sql<boolean>`exists (select 1 from jsonb_each(i.selected_tags) g, jsonb_array_elements_text(g.value) v where v = ${tag})`,
    );
  }
  if (filters.reviewed !== undefined) {
    const reviewed = filters.reviewed;
    query = query.where((eb) => {
      const exists = eb.exists(
        eb
          .selectFrom("reviews as f")
          .select("f.id")
          .whereRef("f.company_id", "=", "i.company_id")
          .whereRef("f.interaction_id", "=", "i.id"),
      );
      return reviewed ? exists : eb.not(exists);
    });
  }
  return query;
}

export function listInteractions(
  ctx: Context,
  filters: InteractionFilters,
): Promise<{ rows: InteractionListRow[]; total: number }> {
  return pageOf(
    filtered(ctx, filters),
    filters,
    {
      createdAt: sql`i.created_at`,
      theme: sql`t.name`,
      agent: sql`person.email`,
      rating: sql`i.rating`,
      outcome: sql`i.outcome`,
    },
    sql`i.created_at desc, i.id desc`,
  );
}

/** Batches for an export, newest first, without holding more than one batch in memory. */
export async function nextInteractions(
  ctx: Context,
  filters: InteractionFilters,
  after: { createdAt: Date; id: number } | null,
  size: number,
): Promise<InteractionListRow[]> {
  let query = filtered(ctx, filters);
  if (after !== null)
    query = query.where(
      sql<boolean>`(i.created_at, i.id) < (${after.createdAt}::timestamptz, ${after.id}::integer)`,
    );
  return query.orderBy("i.created_at", "desc").orderBy("i.id", "desc").limit(size).execute();
}

function withParts(ctx: Context) {
  return selectInteractions(ctx).select((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom("interaction_sources as s")
        .select([
          "s.marker",
          "s.document_id",
          "s.document_name",
          "s.version",
          "s.score",
          "s.page_number",
          "s.page_index",
          "s.section",
          "s.quote",
          "s.passage_text",
        ])
        .whereRef("s.company_id", "=", "i.company_id")
        .whereRef("s.interaction_id", "=", "i.id")
        .where("s.marker", "is not", null)
        .orderBy("s.marker"),
    ).as("sources"),
    jsonArrayFrom(
      eb
        .selectFrom("claims as k")
        .select(["k.start_offset", "k.end_offset", "k.markers", "k.verdict"])
        .whereRef("k.company_id", "=", "i.company_id")
        .whereRef("k.interaction_id", "=", "i.id")
        .orderBy("k.ordinal"),
    ).as("claims"),
  ]);
}

export type InteractionRow = Awaited<ReturnType<ReturnType<typeof withParts>["executeTakeFirstOrThrow"]>>;

export function getInteraction(ctx: Context, id: number): Promise<InteractionRow> {
  return withParts(ctx).where("i.id", "=", id).executeTakeFirstOrThrow(notFound);
}

export function listOwn(
  ctx: Context,
  filters: { search?: string; sessionId?: string; themeId?: number; before?: number; limit: number },
): Promise<InteractionRow[]> {
  let query = withParts(ctx).where("i.user_id", "=", personOf(ctx).id);
  if (filters.search) {
    const pattern = searchPattern(filters.search);
    query = query.where((eb) =>
      eb.or([eb("i.question", "ilike", pattern), eb("i.answer", "ilike", pattern)]),
    );
  }
  if (filters.sessionId !== undefined) query = query.where("i.session_id", "=", filters.sessionId);
  if (filters.themeId !== undefined) query = query.where("i.theme_id", "=", filters.themeId);
  if (filters.before !== undefined) query = query.where("i.id", "<", filters.before);
  return query.orderBy("i.id", "desc").limit(filters.limit).execute();
}

export function listReviews(ctx: Context, interaction: { company_id: number; id: number }) {
  return ctx.db
    .selectFrom("reviews as r")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(sql<{ email: string; name: string }>`person_name(r.reviewer_id)`.as("p"))
          .select(["p.email", "p.name"])
          .as("person"),
      (join) => join.onTrue(),
    )
    .select(["r.verdict", "r.note", "r.created_at", "person.email", "person.name"])
    .where("r.company_id", "=", interaction.company_id)
    .where("r.interaction_id", "=", interaction.id)
    .orderBy("r.id", "desc")
    .execute();
}

export async function latestFeedback(
  ctx: Context,
  interaction: { company_id: number; id: number },
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("ratings")
    .select("feedback")
    .where("company_id", "=", interaction.company_id)
    .where("interaction_id", "=", interaction.id)
    .where("feedback", "is not", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.feedback ?? null;
}

export async function insertReview(
  ctx: Context,
  interaction: Allowed<InteractionRow, "review">,
  review: { verdict: ReviewVerdict; note: string },
): Promise<void> {
  await ctx.db
    .insertInto("reviews")
    .values({
      ...review,
      company_id: interaction.company_id,
      interaction_id: interaction.id,
      reviewer_id: personOf(ctx).id,
      created_at: ctx.now,
    })
    .execute();
}
