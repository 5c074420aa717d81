import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import type { Page } from "./store.ts";

/** The next answers to erase. */
export async function nextAnswers(
  ctx: Context,
  companyId: number,
  months: number,
  { after, limit }: Page,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select d.id from due_answers(${companyId}, ${months}) d
    where not d.is_held and d.id > ${after} order by d.id limit ${limit}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Erases those of these answers that are due; the others stay. */
export async function eraseAnswers(ctx: Context, companyId: number, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{
    gone: number[];
  }>`select erase_answers(${companyId}, ${ids}::int[]) as gone`.execute(ctx.db);
  return rows[0]?.gone ?? [];
}

/** Selects the numbers of all events about these answers; `ids` must not be empty. */
function eventsAbout(ctx: Context, companyId: number, ids: number[]) {
  return ctx.db
    .selectFrom("audit_events")
    .select("seq")
    .where("stream", "=", companyId)
    .where("target_type", "=", "interaction")
    .where("target_id", "in", ids.map(String));
}

/** The numbers of the events that recorded these answers. */
export async function answersOnRecord(ctx: Context, companyId: number, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await eventsAbout(ctx, companyId, ids)
    .where("manifest", "is not", null)
    .orderBy("seq")
    .execute();
  return rows.map(({ seq }) => seq);
}

/** Events about erased answers that still have their details. */
export async function eventsOfAnswers(ctx: Context, companyId: number, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  // their numbers first, by the index: the function alone joins with all events of the company, half a second for a million
  const about = await eventsAbout(ctx, companyId, ids).execute();
  const numbers = about.map(({ seq }) => seq);
  const { rows } = await sql<{
    seq: number;
  }>`select d.seq from events_of_answers(${companyId}, ${ids}::int[]) d
    where not d.is_held and d.seq = any (${numbers}::bigint[]) order by d.seq`.execute(ctx.db);
  return rows.map(({ seq }) => seq);
}

export async function nextEvents(
  ctx: Context,
  companyId: number,
  months: number,
  { after, limit }: Page,
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`select d.seq from due_events(${companyId}, ${months}) d
    where not d.is_held and d.seq > ${after} order by d.seq limit ${limit}`.execute(ctx.db);
  return rows.map(({ seq }) => seq);
}

export type GoneVersion = { document: number; version: number };

/** Erases the next due versions, and returns the stored files to remove. */
export async function eraseVersions(
  ctx: Context,
  companyId: number,
  months: number,
  { after, limit }: Page,
): Promise<{ next: number[]; versions: GoneVersion[]; files: string[] }> {
  const { rows: due } = await sql<{ id: number }>`select d.id from due_versions(${companyId}, ${months}) d
    where not d.is_held and not d.is_cited and d.id > ${after} order by d.id limit ${limit}`.execute(ctx.db);
  const next = due.map(({ id }) => id);
  if (next.length === 0) return { next, versions: [], files: [] };
  const { rows: gone } = await sql<{ version_id: number; file_key: string }>`
    select * from erase_versions(${companyId}, ${next}::int[])`.execute(ctx.db);
  const versions = await ctx.db
    .selectFrom("document_versions")
    .select(["document_id as document", "version"])
    .where("company_id", "=", companyId)
    .where("id", "in", [...new Set(gone.map(({ version_id }) => version_id)), 0])
    .orderBy("document_id")
    .orderBy("version")
    .execute();
  return { next, versions, files: [...new Set(gone.map(({ file_key }) => file_key))] };
}

/** Erased people of the company. */
export async function erasedPeople(ctx: Context, companyId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("erased_at", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function nextEventsOfPerson(
  ctx: Context,
  companyId: number,
  person: number,
  { after, limit }: Page,
): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`select d.seq from events_of_person(${companyId}, ${person}) d
    where not d.is_held and d.seq > ${after} order by d.seq limit ${limit}`.execute(ctx.db);
  return rows.map(({ seq }) => seq);
}

/**
 * Removes an erased person's name from the next manifests; older ones, which contain it themselves, are erased
 * entirely.
 */
export async function eraseAskers(
  ctx: Context,
  companyId: number,
  person: number,
  { after, limit }: Page,
): Promise<{ next: number[]; named: number[]; whole: number[] }> {
  const { rows: due } = await sql<{
    id: number;
  }>`select d.id from answers_naming_person(${companyId}, ${person}) d
    where d.id > ${after} order by d.id limit ${limit}`.execute(ctx.db);
  if (due.length === 0) return { next: [], named: [], whole: [] };
  const { rows } = await sql<{ interaction_id: number; is_whole: boolean }>`
    select * from erase_askers(${companyId}, ${person}, ${due.map(({ id }) => id)}::int[])`.execute(ctx.db);
  const of = (isWhole: boolean) =>
    rows.flatMap((row) => (row.is_whole === isWhole ? [row.interaction_id] : []));
  return { next: due.map(({ id }) => id), named: of(false), whole: of(true) };
}
