import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import type { Allowed } from "#server/kernel/policy.ts";
import { answeringVersions, type DocumentRow } from "./shared-store.ts";

/** A document of the theme whose newest version has the same bytes. */
export async function findDuplicate(
  ctx: Context,
  theme: { company_id: number; id: number },
  sha256: string,
): Promise<{ id: number; name: string; external_id: string | null } | null> {
  const row = await ctx.db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .select(["d.id", "d.name", "d.external_id"])
    .where("v.company_id", "=", theme.company_id)
    .where("v.sha256", "=", sha256)
    .where("d.theme_id", "=", theme.id)
    .where("d.deleted_at", "is", null)
    .where(
      sql<boolean>`not exists (select 1 from document_versions newer where newer.company_id = v.company_id
        and newer.document_id = v.document_id and newer.version > v.version)`,
    )
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Versions of a document, newest first. An answer counts if the record names a passage of the version, cited or only
 * retrieved: all of them show what a document did.
 */
export function listVersions(ctx: Context, document: DocumentRow) {
  return ctx.db
    .selectFrom("document_versions as v")
    .leftJoin("users as u", "u.id", "v.uploaded_by")
    .select([
      "v.version",
      "v.file_type",
      "v.file_size",
      "v.sha256",
      "v.status",
      "v.status_reason",
      "v.ocr",
      "v.pages",
      "v.uploaded_at",
      "v.erased_at",
    ])
    .select((eb) => [
      sql<string | null>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`.as(
        "uploaded_by_name",
      ),
      eb
        .selectFrom("interaction_sources as s")
        .whereRef("s.company_id", "=", "v.company_id")
        .whereRef("s.document_id", "=", "v.document_id")
        .whereRef("s.version", "=", "v.version")
        .select(sql<number>`count(distinct s.interaction_id)`.as("n"))
        .as("answers"),
    ])
    .where("v.company_id", "=", document.company_id)
    .where("v.document_id", "=", document.id)
    .orderBy("v.version", "desc")
    .execute();
}

export type NewVersion = {
  file_key: string;
  file_type: string;
  file_size: number;
  sha256: string;
  uploaded_by: number | null;
};

export async function insertVersion(
  ctx: Context,
  document: { company_id: number; id: number },
  version: number,
  values: NewVersion,
): Promise<number> {
  const row = await ctx.db
    .insertInto("document_versions")
    .values({
      ...values,
      company_id: document.company_id,
      document_id: document.id,
      version,
      uploaded_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Queues a failed version for reading again; false if it is not (or no longer) failed. */
export async function reopenVersion(ctx: Context, document: Allowed<DocumentRow, "edit">): Promise<boolean> {
  const result = await ctx.db
    .updateTable("document_versions")
    .set({ status: "processing", status_reason: null, attempts: 0 })
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.version_id)
    .where("status", "=", "failed")
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function signVersion(
  ctx: Context,
  document: Allowed<DocumentRow, "edit">,
  userId: number,
): Promise<void> {
  await ctx.db
    .updateTable("document_versions")
    .set({ signed_off_by: userId, signed_off_at: ctx.now })
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.version_id)
    .execute();
}

export async function releaseHeld(ctx: Context, document: Allowed<DocumentRow, "edit">): Promise<void> {
  await ctx.db
    .updateTable("document_versions")
    .set({ is_held: false, released_at: ctx.now })
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.version_id)
    .execute();
}

export function erasedOn(at: Date): string {
  return `This version was erased on ${at.toISOString().slice(0, 10)} under the company's retention period.`;
}

/** @throws AppError if its text and file were erased */
export async function findVersion(
  ctx: Context,
  document: { company_id: number; id: number },
  version: number,
) {
  const found = await ctx.db
    .selectFrom("document_versions")
    .select(["id", "version", "file_key", "file_type", "file_size", "status", "erased_at"])
    .where("company_id", "=", document.company_id)
    .where("document_id", "=", document.id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow(notFound);
  if (found.erased_at !== null)
    throw new AppError("conflict", `${erasedOn(found.erased_at)} Its SHA-256 stays on record.`);
  return found;
}

export function listPages(ctx: Context, companyId: number, versionId: number, pageIndex: number | null) {
  let query = ctx.db
    .selectFrom("pages")
    .select(["page_index", "number", "label", "text"])
    .where("company_id", "=", companyId)
    .where("version_id", "=", versionId);
  if (pageIndex !== null) query = query.where("page_index", "=", pageIndex);
  return query.orderBy("page_index").execute();
}

export async function listSomePages(
  ctx: Context,
  { companyId, versionId }: { companyId: number; versionId: number },
  { from, most }: { from: number; most: number },
): Promise<{ pages: { page_index: number; text: string }[]; total: number }> {
  const own = ctx.db
    .selectFrom("pages")
    .where("company_id", "=", companyId)
    .where("version_id", "=", versionId);
  const pages = await own
    .select(["page_index", "text"])
    .where("page_index", ">=", from)
    .orderBy("page_index")
    .limit(most)
    .execute();
  const { total } = await own.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { pages, total: Number(total) };
}

/** A version cited by an answer: for an agent, one of their own; for admins, any of the company. */
export async function findCitedDocument(
  ctx: Context,
  documentId: number,
  person: { id: number; role: string },
  version: number | undefined,
): Promise<{ company_id: number; name: string; version: number } | null> {
  let query = ctx.db
    .selectFrom("interaction_sources as s")
    .innerJoin("interactions as i", (join) =>
      join.onRef("i.company_id", "=", "s.company_id").onRef("i.id", "=", "s.interaction_id"),
    )
    .select(["s.company_id", "s.document_name as name", "s.version"])
    .where("s.document_id", "=", documentId)
    .where("s.marker", "is not", null);
  if (ctx.company !== null) query = query.where("s.company_id", "=", ctx.company);
  if (person.role === "agent") query = query.where("i.user_id", "=", person.id);
  if (version !== undefined) query = query.where("s.version", "=", version);
  return (await query.orderBy("s.version", "desc").executeTakeFirst()) ?? null;
}

/**
 * Bytes of all files named by the company's records, including past versions and removed documents, without erased
 * ones.
 */
export async function storedBytes(ctx: Context, companyId: number): Promise<number> {
  const row = await ctx.db
    .selectFrom("document_versions")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>("file_size"), sql<string>`0`).as("bytes"))
    .where("company_id", "=", companyId)
    .where("erased_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

/** Passages of a theme's answering versions, and how many have a vector from the encoder. */
export function countEncoded(
  ctx: Context,
  themeId: number,
  encoder: string,
): Promise<{ passages: number; encoded: number }> {
  return answeringVersions(ctx.db)
    .leftJoin("vectors as x", (join) =>
      join
        .onRef("x.company_id", "=", "v.company_id")
        .onRef("x.version_id", "=", "v.id")
        .on("x.model", "=", encoder),
    )
    .select([
      sql<number>`coalesce(sum(v.passages), 0)::int`.as("passages"),
      sql<number>`coalesce(sum(octet_length(x.bytes) / (4 * x.dimensions)), 0)::int`.as("encoded"),
    ])
    .where("d.theme_id", "=", themeId)
    .executeTakeFirstOrThrow();
}
