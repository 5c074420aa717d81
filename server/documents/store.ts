import { sql } from "kysely";
import type { TagGroups } from "#contract/values.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import { holdsWords, pageOf, searchPattern } from "#server/platform/database/list.ts";
import type { ListRequest } from "#server/platform/database/list.ts";
import { inNameOrder } from "#server/platform/database/names.ts";
import type { Allowed } from "#server/policy.ts";
import { answeringVersions } from "./current-versions.ts";
import { themesInReach } from "#server/themes/store.ts";
import type { ThemeRow } from "#server/themes/store.ts";

/** Documents with their newest version; the version that answers may still be the one before it. */
function selectDocuments(ctx: Context) {
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

export function listDocuments(
  ctx: Context,
  theme: ThemeRow,
  request: ListRequest,
): Promise<{ rows: DocumentRow[]; total: number }> {
  let query = selectDocuments(ctx)
    .where("documents.company_id", "=", theme.company_id)
    .where("documents.theme_id", "=", theme.id);
  if (request.search) query = query.where("documents.name", "ilike", searchPattern(request.search));
  return pageOf(
    query,
    request,
    {
      name: inNameOrder(sql`documents.name`),
      size: sql`newest.file_size`,
      createdAt: sql`documents.created_at`,
      status: sql`newest.status`,
      pages: sql`newest.pages`,
    },
    sql`documents.created_at desc, documents.id desc`,
  );
}

/** By name through all themes within reach: names that begin with the search first, then the newest. */
export function findDocuments(ctx: Context, { search, limit }: { search: string; limit: number }) {
  return themesInReach(ctx)
    .innerJoin("documents", (join) =>
      join
        .onRef("documents.company_id", "=", "themes.company_id")
        .onRef("documents.theme_id", "=", "themes.id"),
    )
    .select([
      "documents.id",
      "documents.name",
      "themes.id as themeId",
      "themes.name as themeName",
      "companies.name as companyName",
    ])
    .where("documents.deleted_at", "is", null)
    .where(holdsWords(sql`documents.name`, search))
    .orderBy(
      sql`starts_with(lower(documents.name), lower(${search})) desc, documents.created_at desc, documents.id desc`,
    )
    .limit(limit)
    .execute();
}

export function getDocument(ctx: Context, id: number): Promise<DocumentRow> {
  return selectDocuments(ctx).where("documents.id", "=", id).executeTakeFirstOrThrow(notFound);
}

/** Two uploads of the same bytes, or two replacements, at the same moment: the second waits for the first to be stored. */
export async function waitTurn(ctx: Context, theme: { company_id: number; id: number }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${theme.company_id} ${theme.id}`}, 0))`.execute(
    ctx.db,
  );
}

export async function insertDocument(
  ctx: Context,
  theme: Allowed<ThemeRow, "upload">,
  name: string,
): Promise<number> {
  const row = await ctx.db
    .insertInto("documents")
    .values({ company_id: theme.company_id, theme_id: theme.id, name, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function renameDocument(
  ctx: Context,
  document: Allowed<DocumentRow, "replace">,
  name: string,
): Promise<void> {
  await ctx.db
    .updateTable("documents")
    .set({ name })
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .execute();
}

export async function removeDocument(ctx: Context, document: Allowed<DocumentRow, "delete">): Promise<void> {
  await ctx.db
    .updateTable("documents")
    .set({ deleted_at: ctx.now })
    .where("company_id", "=", document.company_id)
    .where("id", "=", document.id)
    .execute();
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
