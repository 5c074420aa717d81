import { sql } from "kysely";
import type { z } from "zod";
import type { BundleFilters } from "#contract/evidence/record.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";

type Filters = z.output<typeof BundleFilters>;

function selectBundles(ctx: Context) {
  const query = ctx.db
    .selectFrom("record_bundles")
    .selectAll()
    .select([
      sql<string | null>`(select t.name from themes t where t.company_id = record_bundles.company_id
        and t.id = (record_bundles.filters ->> 'themeId')::int)`.as("theme_name"),
      sql<string | null>`(select p.name from person_name((record_bundles.filters ->> 'userId')::int) p)`.as(
        "person_name",
      ),
    ]);
  return ctx.company === null ? query : query.where("company_id", "=", ctx.company);
}

export function getBundle(ctx: Context, id: number) {
  return selectBundles(ctx).where("id", "=", id).executeTakeFirstOrThrow(notFound);
}

export type BundleRow = Awaited<ReturnType<typeof getBundle>>;

export function listBundles(ctx: Context, companyId: number, since: Date): Promise<BundleRow[]> {
  return selectBundles(ctx)
    .where("company_id", "=", companyId)
    .where("created_at", ">", since)
    .orderBy("id", "desc")
    .limit(200)
    .execute();
}

export async function insertBundle(
  ctx: Context,
  companyId: number,
  askedBy: number,
  filters: Filters,
): Promise<BundleRow> {
  const { id } = await ctx.db
    .insertInto("record_bundles")
    .values({
      company_id: companyId,
      asked_by: askedBy,
      filters: JSON.stringify(filters),
      created_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return getBundle(ctx, id);
}

/** Whether theme and person belong, or belonged, to the company: both may be long deleted. */
export async function areOnRecord(
  ctx: Context,
  companyId: number,
  { themeId, themeIds = [], userId }: Filters,
): Promise<boolean> {
  const { rows } = await sql<{ theme: boolean; person: boolean }>`select
    (${themeId ?? null}::int is null or exists (select 1 from themes t
      where t.company_id = ${companyId} and t.id = ${themeId ?? null}::int))
    and (select count(*) from themes t where t.company_id = ${companyId} and t.id = any (${themeIds}::int[]))
      = ${new Set(themeIds).size} as theme,
    (${userId ?? null}::int is null
      or exists (select 1 from users u where u.company_id = ${companyId} and u.id = ${userId ?? null}::int)
      or exists (select 1 from audit_events e where e.stream = ${companyId} and e.actor_type = 'user'
        and e.actor_id = ${userId ?? null}::int)) as person`.execute(ctx.db);
  return rows[0]?.theme === true && rows[0].person;
}

type Progress = Partial<
  Pick<
    BundleRow,
    "status" | "reason" | "done" | "events" | "size" | "file_key" | "file_size" | "sha256" | "finished_at"
  >
>;

export async function updateBundle(ctx: Context, id: number, progress: Progress): Promise<void> {
  await ctx.db.updateTable("record_bundles").set(progress).where("id", "=", id).execute();
}

/**
 * Numbers of a bundle's events, ascending. For a theme: actions on it and its documents, and questions to it; for a person:
 * that person's actions.
 */
export async function numbersOf(
  ctx: Context,
  companyId: number,
  filters: Filters,
  size: number,
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select e.seq from audit_events e where e.stream = ${companyId} and e.seq <= ${size}
      and ${withinFilters(companyId, filters)}
    order by e.seq`.execute(ctx.db);
  return rows.map(({ seq }) => seq);
}

/** SQL condition: an event (e) is a person's, or a program's, which is recorded under its key. */
const doneBy = (userId: number) => sql<boolean>`(case e.actor_type
  when 'user' then e.actor_id
  when 'key' then (select k.user_id from api_keys k where k.id = e.actor_id) end) = ${userId}::int`;

/** SQL condition: an event (e) matches the filters. */
export function withinFilters(companyId: number, { from, to, themeId, themeIds, userId }: Filters) {
  const chosen = [
    ...(themeId === undefined ? [] : [[themeId]]),
    ...(themeIds === undefined ? [] : [themeIds]),
  ];
  const ofThemes = chosen.map(
    (ids) => sql`and ((e.target_type = 'theme' and number_in(e.target_id) = any (${ids}::int[]))
        or (e.target_type = 'interaction' and number_in(e.target_id) in (select i.id from interactions i
             where i.company_id = ${companyId} and i.theme_id = any (${ids}::int[])))
        or (e.target_type = 'document' and number_in(e.target_id) in (select d.id from documents d
             where d.company_id = ${companyId} and d.theme_id = any (${ids}::int[])))
        or (e.target_type = 'approved-answer' and number_in(e.target_id) in (select a.id from approved_answers a
             where a.company_id = ${companyId} and a.theme_id = any (${ids}::int[])))
        or (e.target_type = 'questionnaire' and number_in(e.target_id) in (select q.id from questionnaires q
             where q.company_id = ${companyId} and q.theme_id = any (${ids}::int[]))))`,
  );
  return sql<boolean>`true
      and (${from ?? null}::date is null or e.at >= (${from ?? null}::date)::timestamp at time zone 'UTC')
      and (${to ?? null}::date is null or e.at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')
      ${userId === undefined ? sql`` : sql`and ${doneBy(userId)}`}
      ${sql.join(ofThemes, sql` `)}`;
}

type ManifestRow = {
  interaction_id: number;
  /** Erased: null, with its salt. */
  content: string | null;
  salt: Buffer | null;
  asker: string | null;
  asker_salt: Buffer | null;
};

export async function manifestsOf(ctx: Context, companyId: number, ids: number[]): Promise<ManifestRow[]> {
  if (ids.length === 0) return [];
  return ctx.db
    .selectFrom("record_manifests")
    .select(["interaction_id", "content", "salt", "asker", "asker_salt"])
    .where("company_id", "=", companyId)
    .where("interaction_id", "in", ids)
    .orderBy("interaction_id")
    .execute();
}

/** Passages that answers rest on, and texts of themes, with one of these SHA-256 hashes. */
export async function textsOf(
  ctx: Context,
  companyId: number,
  { answers, hashes }: { answers: number[]; hashes: Buffer[] },
): Promise<{ sha256: Buffer; text: string }[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<{ sha256: Buffer; text: string }>`
    select t.sha256, t.text from record_texts t where t.company_id = ${companyId} and t.sha256 = any (${hashes}::bytea[])
    union
    select sha256(convert_to(s.passage_text, 'UTF8')), s.passage_text from interaction_sources s
      where s.company_id = ${companyId} and s.interaction_id = any (${answers}::int[])`.execute(ctx.db);
  return rows;
}
