import { sql } from "kysely";
import type { TagGroups } from "#contract/values.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import type { Database } from "#server/platform/database/database.ts";

/** Documents with their newest version; the answering version may still be the previous one. */
export function selectDocuments(ctx: Context) {
  const query = ctx.db
    .selectFrom("documents")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("document_versions as v")
          .selectAll("v")
          .whereRef("v.company_id", "=", "documents.company_id")
          .whereRef("v.document_id", "=", "documents.id")
          .orderBy("v.version", "desc")
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .innerJoin("themes", (join) =>
      join
        .onRef("themes.company_id", "=", "documents.company_id")
        .onRef("themes.id", "=", "documents.theme_id"),
    )
    .leftJoin("users as uploader", "uploader.id", "newest.uploaded_by")
    .leftJoin("users as signer", "signer.id", "newest.signed_off_by")
    .select([
      "documents.id",
      "documents.company_id",
      "documents.theme_id",
      "documents.name",
      "documents.current_version",
      "documents.created_at",
      "themes.require_sign_off",
      "newest.id as version_id",
      "newest.version",
      "newest.file_key",
      "newest.file_type",
      "newest.file_size",
      "newest.sha256",
      "newest.status",
      "newest.status_reason",
      "newest.pages",
      "newest.pages_without_text",
      "newest.pages_by_ocr",
      "newest.ocr",
      "newest.words",
      "newest.tables",
      "newest.passages",
      "newest.language",
      "newest.warnings",
      "newest.duration_ms",
      "newest.uploaded_at",
      "newest.signed_off_at",
    ])
    .select([
      sql<
        string | null
      >`coalesce(nullif(trim(uploader.first_name || ' ' || uploader.last_name), ''), uploader.email)`.as(
        "uploaded_by_name",
      ),
      sql<
        string | null
      >`coalesce(nullif(trim(signer.first_name || ' ' || signer.last_name), ''), signer.email)`.as(
        "signed_off_by_name",
      ),
      answeringVersions(ctx.db)
        .select("v.version")
        .where("d.company_id", "=", sql.ref<number>("documents.company_id"))
        .where("d.id", "=", sql.ref<number>("documents.id"))
        .as("answering_version"),
      sql<
        { category: string; tag: string }[]
      >`coalesce((select json_agg(json_build_object('category', t.category, 'tag', t.tag)
        order by t.position, t.tag) from document_tags t
        where t.company_id = documents.company_id and t.document_id = documents.id), '[]')`.as("tags"),
    ])
    .where("documents.deleted_at", "is", null)
    .where("themes.deleted_at", "is", null);
  return ctx.company === null ? query : query.where("documents.company_id", "=", ctx.company);
}

export type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>["executeTakeFirstOrThrow"]>>;

export function getDocument(ctx: Context, id: number): Promise<DocumentRow> {
  return selectDocuments(ctx).where("documents.id", "=", id).executeTakeFirstOrThrow(notFound);
}

const categories = [
  ["distribution_partner", "distributionPartnerTags"],
  ["product", "productTags"],
  ["topic", "topicTags"],
  ["state", "stateTags"],
] as const;

export async function setTags(
  ctx: Context,
  document: { company_id: number; id: number },
  tags: TagGroups,
): Promise<void> {
  await ctx.db
    .deleteFrom("document_tags")
    .where("company_id", "=", document.company_id)
    .where("document_id", "=", document.id)
    .execute();
  const rows = categories.flatMap(([category, field]) =>
    tags[field].map((tag, position) => ({
      company_id: document.company_id,
      document_id: document.id,
      category,
      tag,
      position,
    })),
  );
  if (rows.length > 0) await ctx.db.insertInto("document_tags").values(rows).execute();
}

/** The versions (v) of documents (d) that are not deleted, with their theme (t). */
function livingVersions(db: Database) {
  return db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .where("d.deleted_at", "is", null)
    .where("v.erased_at", "is", null);
}

/** The newest version of each document that has been read. */
export function currentVersions(db: Database) {
  return livingVersions(db).whereRef("v.version", "=", "d.current_version");
}

/**
 * The version of each document that answers questions: the newest one read; if the theme requires signatures, the
 * newest one signed, since a revision awaiting its signature does not replace the one in force.
 */
export function answeringVersions(db: Database) {
  return livingVersions(db)
    .where("v.status", "=", "ready")
    .where(
      "v.version",
      "=",
      sql<number>`case when t.require_sign_off
        then (select max(s.version) from document_versions s
          where s.company_id = d.company_id and s.document_id = d.id
            and s.status = 'ready' and s.signed_off_at is not null and s.erased_at is null)
        else d.current_version end`,
    );
}

/** SHA-256 of each version's file, in hex. */
export async function hashesOfFiles(ctx: Context, versions: number[]): Promise<Map<number, string>> {
  if (versions.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("document_versions")
    .select(["id", "sha256"])
    .where("id", "in", versions)
    .execute();
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

type Place = { company_id: number; id: number };

/** Waits for other changes to a document's tags; the lock is held until the transaction ends. */
export async function lockTags(ctx: Context, document: Place): Promise<void> {
  await ctx.db
    .selectFrom("documents")
    .select("id")
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .forNoKeyUpdate()
    .execute();
}

/** Someone has set the document's tags: recorded, and no suggestion replaces them. */
export async function areTagsByHand(ctx: Context, document: Place): Promise<boolean> {
  const event = await ctx.db
    .selectFrom("audit_events")
    .select("seq")
    .where("stream", "=", document.company_id)
    .where("target_type", "=", "document")
    .where("target_id", "=", String(document.id))
    .where("action", "=", "document.tag")
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}
