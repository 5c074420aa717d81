import { sql } from "kysely";
import { mostQuestionnaires, type QuestionnaireState } from "#contract/answering/questionnaires.ts";
import { recordedName } from "#server/identity/companies/shared-store.ts";
import { may, personOf, type Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import type { StoredFile } from "#server/platform/files/files.ts";
import type { Layout } from "#reading/questionnaire/layout.ts";
import { mostAttempts, selectAnswered, type Key } from "./answered-store.ts";

function selectQuestionnaires(ctx: Context) {
  const query = ctx.db
    .selectFrom("questionnaires as n")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "n.company_id").onRef("t.id", "=", "n.theme_id"),
    )
    .innerJoin("companies as c", "c.id", "n.company_id")
    .innerJoinLateral(
      () =>
        selectAnswered(ctx)
          .select([
            sql<number>`count(*)::int`.as("total"),
            sql<number>`count(*) filter (where i.outcome in ('answered', 'abstained'))::int`.as("answered"),
            sql<number>`count(*) filter (where f.is_too_long or i.outcome = 'failed' and f.attempts >= ${mostAttempts})::int`.as(
              "failed",
            ),
            sql<number>`count(*) filter (where f.review is not null)::int`.as("reviewed"),
          ])
          .where("q.company_id", "=", sql.ref<number>("n.company_id"))
          .where("q.questionnaire_id", "=", sql.ref<number>("n.id"))
          .as("counts"),
      (join) => join.onTrue(),
    )
    .selectAll("n")
    .select([
      "t.name as theme_name",
      recordedName("c").as("company_name"),
      ...(["counts.total", "counts.answered", "counts.failed", "counts.reviewed"] as const),
      sql<string>`(select p.name from person_name(n.user_id) p)`.as("author_name"),
    ]);
  return ctx.company === null ? query : query.where("n.company_id", "=", ctx.company);
}

export type QuestionnaireRow = Awaited<
  ReturnType<ReturnType<typeof selectQuestionnaires>["executeTakeFirstOrThrow"]>
>;

function selectOwn(ctx: Context) {
  const query = selectQuestionnaires(ctx);
  return may(ctx, "interaction:list") ? query : query.where("n.user_id", "=", personOf(ctx).id);
}

export function getRow(ctx: Context, id: number): Promise<QuestionnaireRow> {
  return selectOwn(ctx).where("n.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** Locked until the transaction ends: of two changes, the second one sees the first. */
export async function holdRow(ctx: Context, id: number): Promise<QuestionnaireRow> {
  await sql`select 1 from questionnaires where id = ${id} for update`.execute(ctx.db);
  return getRow(ctx, id);
}

export function listRows(ctx: Context): Promise<QuestionnaireRow[]> {
  return selectOwn(ctx).orderBy("n.id", "desc").limit(mostQuestionnaires).execute();
}

/** For the job, whose company is its own. */
export async function findForJob(ctx: Context, id: number): Promise<QuestionnaireRow | null> {
  return (await selectQuestionnaires(ctx).where("n.id", "=", id).executeTakeFirst()) ?? null;
}

export async function countOf(ctx: Context, companyId: number): Promise<{ all: number; running: number }> {
  // two uploads or starts of the company follow one another
  await sql`select pg_advisory_xact_lock(hashtext('questionnaires'), ${companyId})`.execute(ctx.db);
  const row = await ctx.db
    .selectFrom("questionnaires")
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`count(*) filter (where state = 'running')::int`.as("running"),
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row ?? { all: 0, running: 0 };
}

export async function insertRow(
  ctx: Context,
  theme: Allowed<ThemeRow, "ask">,
  { name, file, layout }: { name: string; file: StoredFile; layout: Layout },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto("questionnaires")
    .values({
      company_id: theme.company_id,
      theme_id: theme.id,
      user_id: personOf(ctx).id,
      name,
      kind: layout.kind,
      file_key: file.key,
      file_size: file.size,
      sha256: file.sha256,
      state: "draft",
      places: JSON.stringify(layout.places),
      session_id: `questionnaire ${crypto.randomUUID()}`,
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export type NewQuestion = {
  place: number;
  row: number;
  question: string;
  isTooLong: boolean;
  sameAs: number | null;
};

/** In place of those before. */
export async function replaceQuestions(ctx: Context, { company_id, id }: Key, questions: NewQuestion[]) {
  await ctx.db
    .deleteFrom("questionnaire_questions")
    .where("company_id", "=", company_id)
    .where("questionnaire_id", "=", id)
    .execute();
  await ctx.db
    .insertInto("questionnaire_questions")
    .values(
      questions.map(({ place, row, question, isTooLong, sameAs }, index) => ({
        company_id,
        questionnaire_id: id,
        ordinal: index + 1,
        ...{ place, row, question, is_too_long: isTooLong, same_as: sameAs },
      })),
    )
    .execute();
}

export async function setPlaces(
  ctx: Context,
  { company_id, id }: Allowed<QuestionnaireRow, "run">,
  places: Layout["places"],
): Promise<void> {
  await ctx.db
    .updateTable("questionnaires")
    .set({ places: JSON.stringify(places) })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}

export async function setState(
  ctx: Context,
  { company_id, id }: Key,
  state: QuestionnaireState,
  reason: string | null = null,
): Promise<void> {
  const at =
    state === "running"
      ? { started_at: sql<Date>`coalesce(started_at, ${ctx.now}::timestamptz)`, finished_at: null }
      : { finished_at: ctx.now };
  await ctx.db
    .updateTable("questionnaires")
    .set({ state, reason, ...at })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .execute();
}

export async function removeRow(ctx: Context, row: Allowed<QuestionnaireRow, "delete">): Promise<void> {
  await ctx.db
    .deleteFrom("questionnaires")
    .where("company_id", "=", row.company_id)
    .where("id", "=", row.id)
    .execute();
}

export function removeOld(
  ctx: Context,
  companyId: number,
  before: Date,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; file_key: string }[]> {
  return ctx.db
    .deleteFrom("questionnaires")
    .where("company_id", "=", companyId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("questionnaires as n")
        .select("n.id")
        .where("n.company_id", "=", companyId)
        .where("n.created_at", "<", before)
        .where("n.id", ">", after)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom("questionnaire_questions as q")
                .select("q.ordinal")
                .whereRef("q.company_id", "=", "n.company_id")
                .whereRef("q.questionnaire_id", "=", "n.id")
                .where("q.interaction_id", "is not", null),
            ),
          ),
        )
        .orderBy("n.id")
        .limit(limit),
    )
    .returning(["id", "file_key"])
    .execute();
}
