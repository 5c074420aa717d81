import { createHash } from "node:crypto";
import { sql, type Updateable } from "kysely";
import { segmentFormat } from "#engine/index/segment.ts";
import type { Context } from "#server/kernel/context.ts";
import { areTagsByHand, setCurrent, setTags } from "#server/knowledge/documents/shared-store.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";
import { isWaiting } from "#server/platform/queue/queue.ts";
import type { Reading } from "#reading/extract/prepared.ts";

/** Marks a version as being read; null when there is nothing (left) to do. */
export async function claimVersion(ctx: Context, versionId: number) {
  const claimed = await ctx.db
    .updateTable("document_versions")
    .set({ attempts: sql`attempts + 1` })
    .where("id", "=", versionId)
    .where("status", "=", "processing")
    .returning("attempts")
    .executeTakeFirst();
  if (claimed === undefined) return null;
  const row = await toRead(ctx).where("v.id", "=", versionId).executeTakeFirst();
  return row ?? null;
}

/** Versions of existing documents, with everything needed to read one. */
export function toRead(ctx: Context) {
  return ctx.db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .select([
      "v.company_id",
      "v.id",
      "v.document_id",
      "v.version",
      "v.file_key",
      "v.sha256",
      "v.attempts",
      "d.name",
      "d.theme_id",
      "v.is_held",
      "t.require_sign_off",
      "t.require_approval",
    ])
    .where("d.deleted_at", "is", null);
}

export type VersionRow = NonNullable<Awaited<ReturnType<typeof claimVersion>>>;

/** Pages, passages and segment of a version; replaces the rest of an interrupted attempt. */
export async function replaceContents(
  ctx: Context,
  version: VersionRow & { status: string },
  reading: Reading,
): Promise<void> {
  const key = { company_id: version.company_id, version_id: version.id };
  for (const table of ["passages", "pages", "vectors"] as const) {
    await ctx.db
      .deleteFrom(table)
      .where("company_id", "=", key.company_id)
      .where("version_id", "=", key.version_id)
      .execute();
  }
  // As the child process wrote them, in one parameter: neither parsing nor a parameter for each of 9,000 values blocks
  // the
  // server's calls, and PostgreSQL checks the types.
  await sql`insert into pages (company_id, version_id, page_index, number, label, text)
    select ${key.company_id}, ${key.version_id}, r.index, r.number, r.label, r.text
    from json_to_recordset(${Buffer.from(reading.pageRows)}::json)
      as r(index integer, number integer, label text, text text)`.execute(ctx.db);
  await sql`insert into passages
      (company_id, version_id, ordinal, text, section, page_from, page_to, start_offset, end_offset, by_ocr)
    select ${key.company_id}, ${key.version_id}, r.ordinal, r.text, r.section, r."pageFrom", r."pageTo", r.start, r."end",
      coalesce(r."byOcr", false)
    from json_to_recordset(${Buffer.from(reading.passageRows)}::json)
      as r(ordinal integer, text text, section text, "pageFrom" integer, "pageTo" integer, start integer, "end" integer, "byOcr" boolean)`.execute(
    ctx.db,
  );
  await ctx.db
    .insertInto("segments")
    .values({ ...key, ...formOf(Buffer.from(reading.segment)) })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "version_id"]).doUpdateSet({
        bytes: (eb) => eb.ref("excluded.bytes"),
        format: (eb) => eb.ref("excluded.format"),
        digest: (eb) => eb.ref("excluded.digest"),
        revision: sql`segments.revision + 1`,
      }),
    )
    .execute();
  // suggestions for the next version, or for a reread, do not replace tags set by a person
  const document = { company_id: version.company_id, id: version.document_id };
  if (version.version === 1 && version.status !== "ready" && !(await areTagsByHand(ctx, document)))
    await setTags(ctx, document, reading.tags);
}

/** Suggests tags again for a document that has none and whose tags nobody has set. @returns whether it did */
export async function restoreTags(ctx: Context, version: VersionRow, { tags }: Reading): Promise<boolean> {
  const document = { company_id: version.company_id, id: version.document_id };
  const kept = await ctx.db
    .selectFrom("document_tags")
    .select("tag")
    .where("document_id", "=", document.id)
    .limit(1)
    .executeTakeFirst();
  if (kept !== undefined || (await areTagsByHand(ctx, document))) return false;
  await setTags(ctx, document, tags);
  return true;
}

/** SHA-256 over everything the version can be quoted from; the record's check compares it later. */
export async function hashOfText(ctx: Context, version: VersionRow): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select hash_of_text(${version.company_id}, ${version.id}) as hash`.execute(ctx.db);
  return rows[0]?.hash ?? "";
}

function formOf(bytes: Buffer) {
  return { bytes, format: segmentFormat, digest: createHash("sha256").update(bytes).digest() };
}

/** Of a text that nobody has signed. */
export const unsigned = { signed_off_at: null, signed_off_by: null };

type VersionValues = Updateable<DB["document_versions"]>;

/** From the next question on, this version answers, unless it is held or a newer one already does. */
export async function finishVersion(
  ctx: Context,
  version: VersionRow & { status: string },
  values: VersionValues & { is_held: boolean },
): Promise<boolean> {
  const done = await ctx.db
    .updateTable("document_versions")
    .set({
      ...values,
      status: "ready",
      status_reason: null,
    })
    .where("company_id", "=", version.company_id)
    .where("id", "=", version.id)
    .where("status", "=", version.status)
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) !== 1) return false;
  if (!values.is_held) await setCurrent(ctx, version);
  return true;
}

export async function failVersion(ctx: Context, version: VersionRow, reason: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable("document_versions")
    .set({ status: "failed", status_reason: reason })
    .where("company_id", "=", version.company_id)
    .where("id", "=", version.id)
    .where("status", "=", "processing")
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

/** Updates the reason of a failed version. */
export async function reasonOfFailure(ctx: Context, version: VersionRow, reason: string): Promise<void> {
  await ctx.db
    .updateTable("document_versions")
    .set({ status_reason: reason })
    .where("company_id", "=", version.company_id)
    .where("id", "=", version.id)
    .where("status", "=", "failed")
    .execute();
}

/**
 * Versions that have waited longer than a job can take and have no waiting job: theirs was lost with a killed server or
 * a restored backup. Without the second condition, every restart would double a long queue.
 */
export function listStale(ctx: Context, olderThan: Date): Promise<{ company_id: number; id: number }[]> {
  return ctx.db
    .selectFrom("document_versions")
    .select(["company_id", "id"])
    .where("status", "=", "processing")
    .where("uploaded_at", "<", olderThan)
    .where(sql<boolean>`not ${isWaiting("read-document", "versionId", sql.ref("document_versions.id"))}`)
    .limit(1000)
    .execute();
}

/** A ready version that waits; null if it was erased, replaced or read meanwhile. */
export async function getWaiting(ctx: Context, versionId: number) {
  const row = await toRead(ctx)
    .innerJoin("renewals as r", (join) =>
      join.onRef("r.company_id", "=", "v.company_id").onRef("r.version_id", "=", "v.id"),
    )
    .select("v.status")
    .where("v.id", "=", versionId)
    .where("v.status", "=", "ready")
    .where("v.erased_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

type Version = { company_id: number; id: number };

/** @returns whether the version waited */
export async function endRenewal(ctx: Context, { company_id, id }: Version): Promise<boolean> {
  const done = await ctx.db
    .deleteFrom("renewals")
    .where("company_id", "=", company_id)
    .where("version_id", "=", id)
    .executeTakeFirst();
  return Number(done.numDeletedRows) === 1;
}

export async function failRenewal(ctx: Context, { company_id, id }: Version, failure: string): Promise<void> {
  await ctx.db
    .updateTable("renewals")
    .set({ failure })
    .where("company_id", "=", company_id)
    .where("version_id", "=", id)
    .execute();
}
