import { sql, type ExpressionBuilder, type NotNull, type RawBuilder } from "kysely";
import type { PassageRef } from "#engine/index/vectors.ts";
import type { TagGroups } from "#contract/kernel/values.ts";
import type { Context } from "#server/kernel/context.ts";
import { notFound } from "#server/platform/errors.ts";
import { themesInReach } from "#server/knowledge/themes/shared-store.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { DB } from "#server/platform/database/schema.gen.ts";

/** Of vectors (x): damaged ones wait to be made again; words find their passages meanwhile. */
export const areUndamaged = sql<boolean>`octet_length(x.bytes) % (x.dimensions * 4) = 0
  and (x.digest is null or sha256(x.bytes) = x.digest)`;

/** Of vectors (x): tells them from others of the same version. */
export const vectorsDigest = sql<Buffer>`coalesce(x.digest, ''::bytea)`;

/** Documents with their newest version; the answering version may still be the previous one. */
export function selectDocuments(ctx: Context) {
  const query = ctx.db
    .selectFrom("documents as d")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("document_versions as v")
          .selectAll("v")
          .whereRef("v.company_id", "=", "d.company_id")
          .whereRef("v.document_id", "=", "d.id")
          .orderBy("v.version", "desc")
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .leftJoinLateral(
      (eb) => answeringVersion(eb).as("answering"),
      (join) => join.onTrue(),
    )
    .leftJoin("users as uploader", "uploader.id", "newest.uploaded_by")
    .leftJoin("users as signer", "signer.id", "newest.signed_off_by")
    .select([
      "d.id",
      "d.company_id",
      "d.theme_id",
      "d.name",
      "d.external_id",
      "d.current_version",
      "d.created_at",
      "t.require_sign_off",
      "d.version as tags_version",
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
      "newest.is_held",
      "answering.version as answering_version",
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
      sql<
        { category: string; tag: string }[]
      >`coalesce((select json_agg(json_build_object('category', g.category, 'tag', g.tag)
        order by g.position, g.tag) from document_tags g
        where g.company_id = d.company_id and g.document_id = d.id), '[]')`.as("tags"),
    ])
    .where("d.deleted_at", "is", null)
    .where("t.deleted_at", "is", null);
  return ctx.company === null ? query : query.where("d.company_id", "=", ctx.company);
}

export type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>["executeTakeFirstOrThrow"]>>;

export function getDocument(ctx: Context, id: number): Promise<DocumentRow> {
  return selectDocuments(ctx).where("d.id", "=", id).executeTakeFirstOrThrow(notFound);
}

const categories = [
  ["distribution_partner", "distributionPartnerTags"],
  ["product", "productTags"],
  ["topic", "topicTags"],
  ["state", "stateTags"],
] as const;

/** Replaces the groups that are given. */
export async function setTags(
  ctx: Context,
  document: { company_id: number; id: number },
  tags: Partial<TagGroups>,
): Promise<void> {
  const given = categories.filter(([, field]) => tags[field] !== undefined);
  if (given.length === 0) return;
  await ctx.db
    .deleteFrom("document_tags")
    .where("company_id", "=", document.company_id)
    .where("document_id", "=", document.id)
    .where(
      "category",
      "in",
      given.map(([category]) => category),
    )
    .execute();
  const rows = given.flatMap(([category, field]) =>
    (tags[field] ?? []).map((tag, position) => ({
      company_id: document.company_id,
      document_id: document.id,
      category,
      tag,
      position,
    })),
  );
  if (rows.length > 0) await ctx.db.insertInto("document_tags").values(rows).execute();
}

/** The newest version (v) of each document (d) that is not deleted, once it has been read, with its theme (t). */
export function currentVersions(db: Database) {
  return db
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .where("d.deleted_at", "is", null)
    .where("v.erased_at", "is", null)
    .whereRef("v.version", "=", "d.current_version");
}

/**
 * The version of the document (d) that answers questions, if any: the newest one read; if the theme (t) requires
 * signatures, the newest one signed, since a revision awaiting its signature does not replace the one in force. A version
 * that is held waits for a person to release it.
 *
 * The limit makes PostgreSQL find it by its key. From tables of many companies it concludes that a company has a row or two;
 * without the limit it joins by company alone, and compares each document of a large company with each version.
 */
function answeringVersion(
  eb: ExpressionBuilder<DB & { d: DB["documents"]; t: DB["themes"] }, "d" | "t">,
  requiresSignOff: RawBuilder<boolean> = sql`t.require_sign_off`,
) {
  return eb
    .selectFrom("document_versions as v")
    .selectAll("v")
    .whereRef("v.company_id", "=", "d.company_id")
    .whereRef("v.document_id", "=", "d.id")
    .where("v.status", "=", "ready")
    .where("v.erased_at", "is", null)
    .where("v.is_held", "=", false)
    .where(
      sql<boolean>`case when ${requiresSignOff} then v.signed_off_at is not null else v.version = d.current_version end`,
    )
    .orderBy("v.version", "desc")
    .limit(1);
}

/**
 * The answering version (v) of each document (d), with its theme (t): to be narrowed by theme or document, and joined on
 * columns of v.
 */
export function answeringVersions(db: Database) {
  return db
    .selectFrom("documents as d")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .innerJoinLateral(
      (eb) => answeringVersion(eb).as("v"),
      (join) => join.onTrue(),
    )
    .where("d.deleted_at", "is", null);
}

/** Whether a row's version and ordinal are those of one of these passages; `document` is the id of a version. */
export function isAmong(
  places: readonly PassageRef[],
  table: string,
  ordinal = "ordinal",
): RawBuilder<boolean> {
  const versions = places.map(({ document }) => document);
  const ordinals = places.map(({ passage }) => passage);
  return sql`(${sql.ref(`${table}.version_id`)}, ${sql.ref(`${table}.${ordinal}`)}) in
    (select * from unnest(${versions}::int[], ${ordinals}::int[]))`;
}

/** The documents that answer questions in the themes that the caller reaches, with that version, by id after `after`. */
export function listSources(
  ctx: Context,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; name: string; theme: string; version: number }[]> {
  return answeringVersions(ctx.db)
    .select(["d.id", "d.name", "t.name as theme", "v.version"])
    .where("d.theme_id", "in", themesInReach(ctx).select("themes.id"))
    .where("d.id", ">", after)
    .orderBy("d.id")
    .limit(limit)
    .execute();
}

/** The documents of a theme for which another version would answer if signatures were required, or were not; null: none. */
export async function answeringIf(
  ctx: Context,
  theme: { company_id: number; id: number },
  requireSignOff: boolean,
): Promise<{ documentId: number; now: number | null; then: number | null }[]> {
  const rows = await ctx.db
    .selectFrom("documents as d")
    .innerJoin("themes as t", (join) =>
      join.onRef("t.company_id", "=", "d.company_id").onRef("t.id", "=", "d.theme_id"),
    )
    .leftJoinLateral(
      (eb) => answeringVersion(eb).as("v"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => answeringVersion(eb, sql`${requireSignOff}::boolean`).as("w"),
      (join) => join.onTrue(),
    )
    .select(["d.id as documentId", "v.id as now", "w.id as then"])
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where("d.deleted_at", "is", null)
    .where(sql<boolean>`v.id is distinct from w.id`)
    .execute();
  return rows;
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

/** It is the newest one that may answer. */
export async function setCurrent(
  ctx: Context,
  version: { company_id: number; document_id: number; version: number },
): Promise<void> {
  await ctx.db
    .updateTable("documents")
    .set({ current_version: version.version })
    .where("company_id", "=", version.company_id)
    .where("id", "=", version.document_id)
    .where("current_version", "<=", version.version)
    .execute();
}

/** The id of the version of a document that answers; null: none does. */
export async function answeringOf(
  ctx: Context,
  document: { company_id: number; id: number },
): Promise<number | null> {
  const row = await answeringVersions(ctx.db)
    .select("v.id")
    .where("d.company_id", "=", document.company_id)
    .where("d.id", "=", document.id)
    .executeTakeFirst();
  return row?.id ?? null;
}

type Key = { company_id: number; id: number };

/** Waits for other changes to a document's tags; the lock is held until the transaction ends. */
export async function lockTags(ctx: Context, document: Key): Promise<void> {
  await ctx.db
    .selectFrom("documents")
    .select("id")
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .forNoKeyUpdate()
    .execute();
}

/** Someone has set the document's tags: recorded, and no suggestion replaces them. */
export async function areTagsByHand(ctx: Context, document: Key): Promise<boolean> {
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

/** The keys that a version or its picture names. */
export async function namedKeys(ctx: Context, keys: string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom("document_versions")
    .select("file_key")
    .where("file_key", "in", keys)
    .where("erased_at", "is", null)
    .union(
      ctx.db
        .selectFrom("citation_pictures")
        .select("file_key")
        .where("file_key", "in", keys)
        .$narrowType<{ file_key: NotNull }>(),
    )
    .execute();
  return new Set(rows.map((row) => row.file_key));
}
