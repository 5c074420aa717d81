import { deactivateExaminer } from "#server/identity/users/shared-store.ts";
import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

type Scope = { purpose: string; from: string; to: string; themeIds: number[]; endsOn: string };

function selectExaminations(ctx: Context) {
  const query = ctx.db
    .selectFrom("examinations as x")
    .innerJoin("users as u", "u.id", "x.user_id")
    .innerJoin("companies as c", "c.id", "x.company_id")
    .select([
      "x.company_id",
      "x.user_id",
      "c.name as company_name",
      "x.purpose",
      "x.version",
      sql<string>`x.first_day::text`.as("first_day"),
      sql<string>`x.last_day::text`.as("last_day"),
      sql<string>`x.ends_on::text`.as("ends_on"),
      "u.email",
      sql<string>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`.as("name"),
      // by the program's clock, like the end of sessions
      sql<boolean>`u.is_active and x.ended_at is null and x.ends_on >= (${ctx.now}::timestamptz at time zone 'UTC')::date`.as(
        "is_open",
      ),
      sql<
        { id: number; name: string }[]
      >`coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id)
        from examination_themes k join themes t on t.company_id = k.company_id and t.id = k.theme_id
        where k.company_id = x.company_id and k.user_id = x.user_id), '[]')`.as("themes"),
      sql<Date | null>`(select max(e.at) from audit_events e where e.stream = x.company_id
        and e.actor_id = x.user_id and e.action = 'examination.look')`.as("looked_at"),
    ])
    .where("u.erased_at", "is", null);
  return ctx.company === null ? query : query.where("x.company_id", "=", ctx.company);
}

export type ExaminationRow = Awaited<
  ReturnType<ReturnType<typeof selectExaminations>["executeTakeFirstOrThrow"]>
>;

export function listExaminations(ctx: Context, companyId: number): Promise<ExaminationRow[]> {
  return selectExaminations(ctx)
    .where("x.company_id", "=", companyId)
    .orderBy("is_open", "desc")
    .orderBy("x.created_at", "desc")
    .orderBy("x.user_id", "desc")
    .limit(500)
    .execute();
}

export function getExamination(ctx: Context, userId: number): Promise<ExaminationRow> {
  return selectExaminations(ctx).where("x.user_id", "=", userId).executeTakeFirstOrThrow(notFound);
}

/** How many of these themes belong to the company, in use or not. */
export async function countThemes(ctx: Context, companyId: number, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { n } = await ctx.db
    .selectFrom("themes")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .executeTakeFirstOrThrow();
  return n;
}

const day = (text: string) => sql<Date>`${text}::date`;

export async function insertExamination(
  ctx: Context,
  place: { companyId: number; userId: number; createdBy: number },
  scope: Scope,
): Promise<void> {
  await ctx.db
    .insertInto("examinations")
    .values({
      company_id: place.companyId,
      user_id: place.userId,
      purpose: scope.purpose,
      first_day: day(scope.from),
      last_day: day(scope.to),
      ends_on: day(scope.endsOn),
      created_by: place.createdBy,
      created_at: ctx.now,
    })
    .execute();
  await setThemes(ctx, place, scope.themeIds);
}

export async function setExamination(
  ctx: Context,
  { company_id, user_id }: ExaminationRow,
  scope: Scope,
): Promise<void> {
  await ctx.db
    .updateTable("examinations")
    .set({
      purpose: scope.purpose,
      first_day: day(scope.from),
      last_day: day(scope.to),
      ends_on: day(scope.endsOn),
    })
    .where("company_id", "=", company_id)
    .where("user_id", "=", user_id)
    .execute();
  await setThemes(ctx, { companyId: company_id, userId: user_id }, scope.themeIds);
}

async function setThemes(
  ctx: Context,
  { companyId, userId }: { companyId: number; userId: number },
  themeIds: number[],
): Promise<void> {
  await ctx.db
    .deleteFrom("examination_themes")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .execute();
  if (themeIds.length > 0)
    await ctx.db
      .insertInto("examination_themes")
      .values(themeIds.map((id) => ({ company_id: companyId, user_id: userId, theme_id: id })))
      .execute();
}

export async function endNow(ctx: Context, { company_id, user_id }: ExaminationRow): Promise<void> {
  await ctx.db
    .updateTable("examinations")
    .set({ ended_at: ctx.now })
    .where("company_id", "=", company_id)
    .where("user_id", "=", user_id)
    .execute();
  await deactivateExaminer(ctx, user_id);
}

export type ExaminedRow = {
  id: number;
  at: Date;
  question: string;
  person: string;
  theme: string;
  outcome: string;
};

/** Answers within an examination, newest first; `id`: only that one. */
export async function listExamined(
  ctx: Context,
  examination: ExaminationRow,
  { before, limit, id }: { before?: number | undefined; limit: number; id?: number },
): Promise<ExaminedRow[]> {
  const { rows } = await sql<ExaminedRow>`
    select i.id, i.created_at as at, i.question, i.outcome, t.name as theme,
      (select p.name from person_name(i.user_id) p) as person
    from interactions i join themes t on t.company_id = i.company_id and t.id = i.theme_id
    where ${isExamined(examination)} and i.outcome <> 'pending' and i.erased_at is null
      and (${before ?? null}::bigint is null or i.id < ${before ?? null}::bigint)
      and (${id ?? null}::int is null or i.id = ${id ?? null}::int)
    order by i.id desc limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Themes with questions within an examination, by name. */
export async function listAskedThemes(
  ctx: Context,
  examination: ExaminationRow,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from themes t where t.company_id = ${examination.company_id}
      and exists (select 1 from interactions i where i.theme_id = t.id and ${isExamined(examination)})
    order by lower(t.name), t.id limit 500`.execute(ctx.db);
  return rows;
}

/** SQL condition: a question (i) is within an examination. */
function isExamined({ company_id, first_day, last_day, themes }: ExaminationRow) {
  const ids = themes.map(({ id }) => id);
  return sql<boolean>`i.company_id = ${company_id}
      and i.created_at >= (${first_day}::date)::timestamp at time zone 'UTC'
      and i.created_at < (${last_day}::date + 1)::timestamp at time zone 'UTC'
      and (${ids.length} = 0 or i.theme_id = any (${ids}::int[]))`;
}
