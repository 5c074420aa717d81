import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { toRead, type VersionRow } from "./store.ts";

/** A turn at one document takes minutes, on a busy machine at most an hour; a turn claimed longer ago belongs to a process that died. */
const CLAIM_MINUTES = 60;

/** Records the pages for OCR before the version is ready, or ready again; results of an earlier attempt are dropped. */
export async function awaitOcr(ctx: Context, version: VersionRow, pages: number[]): Promise<void> {
  await ctx.db
    .updateTable("document_versions")
    .set({ ocr: "waiting", ocr_pages: pages, ocr_texts: "{}", ocr_claimed_at: null })
    .where("company_id", "=", version.company_id)
    .where("id", "=", version.id)
    .execute();
}

/** Claims the version with the fewest pages read so far, so a long scan does not delay other companies. */
export async function claimNext(ctx: Context): Promise<{ company_id: number; id: number } | null> {
  const { rows } = await sql<{ company_id: number; id: number }>`
    update document_versions set ocr_claimed_at = ${ctx.now} where id = (
      select v.id from document_versions v
        join documents d on d.company_id = v.company_id and d.id = v.document_id and d.deleted_at is null
      where ${isFree(ctx)}
      order by (select count(*) from jsonb_object_keys(v.ocr_texts)), v.id
      limit 1 for update of v skip locked)
    returning company_id, id`.execute(ctx.db);
  return rows[0] ?? null;
}

export async function getOcr(ctx: Context, id: number) {
  return toRead(ctx)
    .select(["v.status", "v.ocr_pages", "v.ocr_texts"])
    .where("v.id", "=", id)
    .where("v.ocr", "=", "waiting")
    .executeTakeFirst();
}

/** Saves a turn's results; the version waits for its next turn. */
export async function keepTexts(
  ctx: Context,
  version: { company_id: number; id: number },
  texts: Record<string, string>,
): Promise<void> {
  await ctx.db
    .updateTable("document_versions")
    .set({ ocr_texts: sql`ocr_texts || ${JSON.stringify(texts)}::jsonb`, ocr_claimed_at: null })
    .where("company_id", "=", version.company_id)
    .where("id", "=", version.id)
    .execute();
}

/** Every page has been read, and the texts have become pages. */
export async function endOcr(
  ctx: Context,
  version: { company_id: number; id: number },
  pages: number[],
): Promise<void> {
  await ctx.db
    .updateTable("document_versions")
    .set({ ocr: "done", ocr_texts: "{}", ocr_claimed_at: null, pages_by_ocr: pages })
    .where("company_id", "=", version.company_id)
    .where("id", "=", version.id)
    .execute();
}

/** Whether there is an unclaimed turn, including one whose row is briefly locked. */
export async function isAnyFree(ctx: Context): Promise<boolean> {
  const { rows } = await sql`
    select 1 from document_versions v
      join documents d on d.company_id = v.company_id and d.id = v.document_id and d.deleted_at is null
    where ${isFree(ctx)} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

function isFree(ctx: Context) {
  return sql`v.ocr = 'waiting' and
    (v.ocr_claimed_at is null or v.ocr_claimed_at < ${ctx.now}::timestamptz - make_interval(mins => ${CLAIM_MINUTES}))`;
}
