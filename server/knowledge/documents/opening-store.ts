import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { answeringVersions } from "./shared-store.ts";

type Theme = { company_id: number; id: number };

/** The newest documents of a theme that answer questions, and their number. */
export async function newestDocuments(ctx: Context, theme: Theme, limit: number) {
  const rows = await answeringVersions(ctx.db)
    .select([
      "d.id",
      "d.name",
      "v.id as version_id",
      "v.version",
      "v.uploaded_at",
      "v.language",
      sql<number>`count(*) over ()::int`.as("total"),
    ])
    .where("d.company_id", "=", theme.company_id)
    .where("d.theme_id", "=", theme.id)
    .orderBy("v.uploaded_at", "desc")
    .orderBy("d.id", "desc")
    .limit(limit)
    .execute();
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Headings in the first passages of these versions, each with its number of passages. */
export function listHeadings(ctx: Context, companyId: number, versions: number[], mostPassages: number) {
  return ctx.db
    .selectFrom("passages")
    .select(["version_id", "section", sql<number>`count(*)::int`.as("passages")])
    .where("company_id", "=", companyId)
    .where("version_id", "in", versions)
    .where("ordinal", "<", mostPassages)
    .where("section", "!=", "")
    .groupBy(["version_id", "section"])
    .orderBy("version_id", "desc")
    .orderBy(sql`min(ordinal)`)
    .execute();
}

/** Text under a heading for definitions, in the first passages of these versions. */
export function listDefinitions(ctx: Context, companyId: number, versions: number[], mostPassages: number) {
  return ctx.db
    .selectFrom("passages")
    .select(["version_id", "text"])
    .where("company_id", "=", companyId)
    .where("version_id", "in", versions)
    .where("ordinal", "<", mostPassages)
    .where("section", "~*", "definition|glossary")
    .orderBy("version_id", "desc")
    .orderBy("ordinal")
    .limit(20)
    .execute();
}

/** The subjects of these documents, in lowercase. */
export async function listSubjects(ctx: Context, companyId: number, documents: number[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("document_tags")
    .select(sql<string>`lower(tag)`.as("tag"))
    .distinct()
    .where("company_id", "=", companyId)
    .where("document_id", "in", documents)
    .where("category", "in", ["topic", "product"])
    .limit(200)
    .execute();
  return rows.map(({ tag }) => tag);
}

/** The first passages of these versions, in the order of reading. */
export function listTexts(ctx: Context, companyId: number, versions: number[], mostPassages: number) {
  return ctx.db
    .selectFrom("passages")
    .select(["version_id", "text"])
    .where("company_id", "=", companyId)
    .where("version_id", "in", versions)
    .where("ordinal", "<", mostPassages)
    .orderBy("version_id", "desc")
    .orderBy("ordinal")
    .execute();
}
