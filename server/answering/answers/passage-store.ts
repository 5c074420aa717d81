import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { answeringVersions, isAmong } from "#server/knowledge/documents/shared-store.ts";
import type { ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { turnOf, type FoundPassage } from "#engine/evidence.ts";
import type { PassageRef } from "#engine/index/vectors.ts";

/** Passages by position; only from this theme's current documents, whatever the in-memory index held. */
export async function loadPassages(
  ctx: Context,
  theme: ThemeRow,
  places: readonly PassageRef[],
): Promise<FoundPassage[]> {
  if (places.length === 0) return [];
  const rows = await selectPassages(ctx, theme).where(isAmong(places, "p")).execute();
  return rows.map(presentPassage);
}

/** All passages of these versions, document by document in reading order. */
export async function loadVersions(
  ctx: Context,
  theme: ThemeRow,
  versions: number[],
): Promise<FoundPassage[]> {
  const rows = await selectPassages(ctx, theme)
    .where("p.version_id", "in", versions)
    .orderBy("d.id")
    .orderBy("p.ordinal")
    .execute();
  return rows.map(presentPassage);
}

/**
 * The versions of a theme that answer questions, limited to `only` if given, and their total number of words; null for a
 * theme with too many documents to read whole.
 */
export async function sizeOfTheme(
  ctx: Context,
  theme: ThemeRow,
  only: ReadonlySet<number> | null,
): Promise<{ versions: number[]; words: number } | null> {
  if (only !== null && only.size > mostWhole) return null;
  let query = answeringVersions(ctx.db)
    .select(["v.id", "v.words"])
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .limit(mostWhole + 1);
  if (only !== null) query = query.where("v.id", "in", [...only]);
  const rows = await query.execute();
  if (rows.length > mostWhole) return null;
  return { versions: rows.map(({ id }) => id), words: rows.reduce((sum, { words }) => sum + words, 0) };
}

/** One-page documents would fill a model's context with fewer. */
const mostWhole = 50;

/** Characters of a document's first passage that may say it no longer applies. */
const openingLength = 600;

function selectPassages(ctx: Context, theme: ThemeRow) {
  return ctx.db
    .selectFrom("passages as p")
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.company_id", "=", "p.company_id").onRef("v.id", "=", "p.version_id"),
    )
    .innerJoin("documents as d", (join) =>
      join.onRef("d.company_id", "=", "v.company_id").onRef("d.id", "=", "v.document_id"),
    )
    .innerJoin("passages as o", (join) =>
      join
        .onRef("o.company_id", "=", "p.company_id")
        .onRef("o.version_id", "=", "p.version_id")
        .on("o.ordinal", "=", 0),
    )
    .innerJoin("pages as g", (join) =>
      join
        .onRef("g.company_id", "=", "p.company_id")
        .onRef("g.version_id", "=", "p.version_id")
        .onRef("g.page_index", "=", "p.page_from"),
    )
    .leftJoin("pages as h", (join) =>
      join
        .onRef("h.company_id", "=", "p.company_id")
        .onRef("h.version_id", "=", "p.version_id")
        .onRef("h.page_index", "=", "p.page_to")
        .onRef("h.page_index", ">", "p.page_from"),
    )
    .select([
      "p.version_id",
      "p.ordinal",
      "p.text",
      "p.section",
      "p.page_from",
      "p.page_to",
      "p.start_offset",
      "g.number",
      "h.number as next_number",
      "v.version",
      "v.uploaded_at",
      "d.id as document_id",
      "d.name",
    ])
    .select(sql<string>`left(o.text, ${openingLength})`.as("opening"))
    .select(sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM-DD')`.as("asked_on"))
    .select((eb) =>
      // only for the few passages that cross a page break
      eb.case().when("h.page_index", "is not", null).then(eb.ref("g.text")).end().as("first_page"),
    )
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .where("d.deleted_at", "is", null);
}

type PassageRow = Awaited<ReturnType<ReturnType<typeof selectPassages>["execute"]>>[number];

function presentPassage(row: PassageRow): FoundPassage {
  return {
    documentId: row.document_id,
    documentName: row.name,
    versionId: row.version_id,
    version: row.version,
    ordinal: row.ordinal,
    text: row.text,
    section: row.section,
    opening: row.opening,
    askedOn: row.asked_on,
    pageNumber: row.number,
    pageIndex: row.page_from,
    uploadedOn: row.uploaded_at.toISOString().slice(0, 10),
    turn:
      row.first_page === null
        ? null
        : {
            at: turnOf(row.text, row.first_page, row.start_offset),
            pageNumber: row.next_number,
            pageIndex: row.page_to,
          },
  };
}
