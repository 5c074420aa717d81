import { sql } from "kysely";
import type { Context } from "#server/kernel/context.ts";
import { answeringVersions } from "./shared-store.ts";

/** What is read of a theme to introduce it: more documents and passages only take time. */
export const sampled = { documents: 8, passages: 300 };

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
      "v.title",
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

/** Headings in the first passages of these versions with their number of passages, in the order of reading. */
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

/** How the first page of each of these versions begins. */
export function listBeginnings(ctx: Context, companyId: number, versions: number[]) {
  return ctx.db
    .selectFrom("pages")
    .select(["version_id", sql<string>`left(text, 400)`.as("text")])
    .where("company_id", "=", companyId)
    .where("version_id", "in", versions)
    .where("page_index", "=", 0)
    .execute();
}

/** The first passages of these versions, in the order of reading. */
export function listTexts(ctx: Context, companyId: number, versions: number[], mostPassages: number) {
  return ctx.db
    .selectFrom("passages")
    .select(["version_id", "section", "text"])
    .where("company_id", "=", companyId)
    .where("version_id", "in", versions)
    .where("ordinal", "<", mostPassages)
    .orderBy("version_id", "desc")
    .orderBy("ordinal")
    .execute();
}
