import { sql, type RawBuilder } from "kysely";
import type { Input } from "#contract/kernel/endpoint.ts";
import type * as contract from "#contract/answering/reviews.ts";
import type { ReviewKind, ReviewRules, ReviewStatus, ReviewVerdict } from "#contract/answering/reviews.ts";
import { personOf, type Context } from "#server/kernel/context.ts";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import { notFound } from "#server/platform/errors.ts";
import { startOfDay } from "#server/platform/database/days.ts";
import { pageOf, holdsText } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ReviewedInteraction } from "./policy.ts";

type Key = { company_id: number; id: number };

function selectCases(ctx: Context) {
  const query = ctx.db
    .selectFrom("review_cases as rc")
    .innerJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "rc.company_id").onRef("i.id", "=", "rc.interaction_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "i.company_id").onRef("t.id", "=", "i.theme_id"),
    )
    .innerJoin("companies as c", "c.id", "rc.company_id")
    .select([
      "rc.company_id",
      "rc.interaction_id",
      "rc.reasons",
      "rc.status",
      "rc.verdict",
      "rc.assignee_id",
      "rc.closed_at",
      "i.question",
      "i.outcome",
      "i.rating",
      "i.created_at",
      "t.name as theme_name",
      recordedName("c").as("company_name"),
      // as columns, so only the visible page looks up names
      sql<string>`(select p.email from person_name(i.user_id) p)`.as("asker"),
      sql<string | null>`(select p.name from person_name(rc.assignee_id) p)`.as("assignee_name"),
      sql<boolean>`exists (select 1 from interaction_sources s where s.company_id = i.company_id and s.interaction_id = i.id
        and s.marker = 1 and s.page_number is not null)`.as("cites_page"),
    ]);
  return ctx.company === null ? query : query.where("rc.company_id", "=", ctx.company);
}
export type CaseRow = Awaited<ReturnType<ReturnType<typeof selectCases>["executeTakeFirstOrThrow"]>>;

export type CaseFilters = Omit<Input<typeof contract.listReviews>, "pageSize"> & { pageSize?: number };

/** Open cases are processed oldest first; finished ones are read newest first. */
export function listCases(ctx: Context, filters: CaseFilters): Promise<{ rows: CaseRow[]; total: number }> {
  let query = selectCases(ctx);
  if (filters.status === "waiting") query = query.where("rc.status", "!=", "done");
  else if (filters.status !== "any") query = query.where("rc.status", "=", filters.status);
  if (filters.reason !== undefined) query = query.where(sql<boolean>`${filters.reason} = any(rc.reasons)`);
  if (filters.themeId !== undefined) query = query.where("i.theme_id", "=", filters.themeId);
  if (filters.verdict !== undefined)
    query = query.where("rc.status", "=", "done").where("rc.verdict", "=", filters.verdict);
  const at =
    filters.status === "done" || filters.verdict !== undefined ? sql`rc.closed_at` : sql`i.created_at`;
  if (filters.reviewedBy === undefined && filters.review === undefined)
    query = query.where(within(at, filters));
  else query = query.where(hasReview(filters));
  if (filters.assignee === "me") query = query.where("rc.assignee_id", "=", personOf(ctx).id);
  else if (filters.assignee === "nobody") query = query.where("rc.assignee_id", "is", null);
  else if (filters.assignee !== undefined) query = query.where("rc.assignee_id", "=", filters.assignee);
  if (filters.search) query = query.where(holdsText(sql`i.question`, filters.search));
  return pageOf(
    query,
    filters,
    { askedAt: sql`i.created_at`, theme: inNameOrder(sql`t.name`), status: sql`rc.status` },
    filters.status === "done"
      ? sql`rc.closed_at desc, rc.interaction_id desc`
      : sql`rc.opened_at, rc.interaction_id`,
  );
}

function within(at: RawBuilder<unknown>, { from, to, timeZone }: CaseFilters): RawBuilder<boolean> {
  const ends = [
    ...(from === undefined ? [] : [sql`${at} >= ${startOfDay(from, timeZone)}`]),
    ...(to === undefined ? [] : [sql`${at} < ${startOfDay(to, timeZone, 1)}`]),
  ];
  return ends.length === 0 ? sql`true` : sql`(${sql.join(ends, sql` and `)})`;
}

/** A review counts for its person once a second opinion can no longer be swayed by it. */
function hasReview(filters: CaseFilters): RawBuilder<boolean> {
  const { reviewedBy, review } = filters;
  return sql`exists (select from reviews r where r.company_id = rc.company_id and r.interaction_id = rc.interaction_id
    and ${review === undefined ? sql`true` : sql`r.kind = ${review}`}
    and ${reviewedBy === undefined ? sql`true` : sql`r.reviewer_id = ${reviewedBy} and rc.status <> 'second_opinion'`}
    and ${within(sql`r.created_at`, filters)})`;
}

export function countCases(ctx: Context): Promise<Record<Exclude<ReviewStatus, "done"> | "mine", number>> {
  return ctx.db
    .selectFrom("review_cases")
    .select([
      sql<number>`count(*) filter (where status = 'open')`.as("open"),
      sql<number>`count(*) filter (where status = 'second_opinion')`.as("second_opinion"),
      sql<number>`count(*) filter (where status = 'disagreement')`.as("disagreement"),
      sql<number>`count(*) filter (where assignee_id = ${personOf(ctx).id})`.as("mine"),
    ])
    .where("status", "!=", "done")
    .where(ctx.company === null ? sql<boolean>`true` : sql<boolean>`company_id = ${ctx.company}`)
    .executeTakeFirstOrThrow();
}

export function getCase(ctx: Context, interaction: Key): Promise<CaseRow> {
  return selectCases(ctx)
    .where("rc.company_id", "=", interaction.company_id)
    .where("rc.interaction_id", "=", interaction.id)
    .executeTakeFirstOrThrow(notFound);
}

export async function findCase(ctx: Context, interaction: Key) {
  const row = await ctx.db
    .selectFrom("review_cases")
    .select(["status", "verdict", "assignee_id"])
    .where("company_id", "=", interaction.company_id)
    .where("interaction_id", "=", interaction.id)
    .executeTakeFirst();
  return row ?? null;
}

/** Locked until the end of the transaction: simultaneous verdicts run one after the other. Created if missing. */
export async function lockCase(
  ctx: Context,
  interaction: Allowed<ReviewedInteraction, "review">,
): Promise<{ status: string; verdict: string | null; assignee_id: number | null }> {
  await ctx.db
    .insertInto("review_cases")
    .values({
      company_id: interaction.company_id,
      interaction_id: interaction.id,
      reasons: ["requested"],
      opened_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ctx.db
    .selectFrom("review_cases")
    .select(["status", "verdict", "assignee_id"])
    .where("company_id", "=", interaction.company_id)
    .where("interaction_id", "=", interaction.id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

export async function setCase(
  ctx: Context,
  interaction: Allowed<ReviewedInteraction, "review">,
  values: {
    status?: ReviewStatus;
    verdict?: ReviewVerdict;
    assignee_id?: number | null;
    closed_at?: Date | null;
  },
): Promise<void> {
  await ctx.db
    .updateTable("review_cases")
    .set(values)
    .where("company_id", "=", interaction.company_id)
    .where("interaction_id", "=", interaction.id)
    .execute();
}

/** Adds and removes regardless of case; nothing is kept for an answer erased in the meantime. */
export async function changeTags(
  ctx: Context,
  { company_id: company, id }: Allowed<ReviewedInteraction, "review">,
  { add, remove }: { add: string[]; remove: string[] },
): Promise<void> {
  await sql`delete from interaction_tags where company_id = ${company} and interaction_id = ${id}
    and lower(tag) = any (select lower(t) from unnest(${remove}::text[]) t)`.execute(ctx.db);
  await sql`insert into interaction_tags (company_id, interaction_id, tag)
    select i.company_id, i.id, t.tag
    from (select company_id, id from interactions
        where company_id = ${company} and id = ${id} and erased_at is null for share) i,
      unnest(${add}::text[]) t(tag)
    on conflict do nothing`.execute(ctx.db);
}

/** Newest first. */
export function listReviews(ctx: Context, interaction: Key) {
  return ctx.db
    .selectFrom("reviews as r")
    .select([
      "r.kind",
      "r.verdict",
      "r.note",
      "r.corrected_answer",
      "r.reviewer_id",
      "r.created_at",
      sql<string>`(select p.name from person_name(r.reviewer_id) p)`.as("name"),
    ])
    .where("r.company_id", "=", interaction.company_id)
    .where("r.interaction_id", "=", interaction.id)
    .orderBy("r.id", "desc")
    .execute();
}

export async function insertReview(
  ctx: Context,
  interaction: Allowed<ReviewedInteraction, "review">,
  review: {
    kind: ReviewKind;
    verdict: ReviewVerdict;
    note: string;
    corrected_answer: string;
    agrees: boolean | null;
  },
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

/** The rules of a company without settings; the same as in the trigger that fills the desk (`queue_for_review`). */
const defaultRules = { badRating: true, unsupported: true, abstained: false, samplePercent: 0, version: 0 };

export async function findRules(ctx: Context, companyId: number): Promise<ReviewRules & { version: number }> {
  const row = await ctx.db
    .selectFrom("review_rules")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (row === undefined) return defaultRules;
  return {
    badRating: row.bad_rating,
    unsupported: row.unsupported,
    abstained: row.abstained,
    samplePercent: row.sample_percent,
    version: row.version,
  };
}

export async function setRules(ctx: Context, companyId: number, rules: ReviewRules): Promise<void> {
  const values = {
    bad_rating: rules.badRating,
    unsupported: rules.unsupported,
    abstained: rules.abstained,
    sample_percent: rules.samplePercent,
    updated_at: ctx.now,
  };
  await ctx.db
    .insertInto("review_rules")
    .values({ ...values, company_id: companyId })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
}
