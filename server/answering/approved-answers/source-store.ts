import type { Evidence } from "#engine/evidence.ts";
import type { Context } from "#server/kernel/context.ts";

/** What an answer was made from, cited or not, as the check of claims reads it. */
export async function listSources(
  ctx: Context,
  interaction: { company_id: number; id: number },
): Promise<Evidence[]> {
  const rows = await ctx.db
    .selectFrom("interaction_sources")
    .selectAll()
    .where("company_id", "=", interaction.company_id)
    .where("interaction_id", "=", interaction.id)
    .orderBy("rank")
    .execute();
  return rows.map((row) => ({
    rank: row.rank,
    score: row.score,
    coverage: 1,
    proximity: 1,
    named: 0,
    documentId: row.document_id,
    documentName: row.document_name,
    versionId: row.version_id,
    version: row.version,
    ordinal: row.passage_ordinal,
    text: row.passage_text,
    section: row.section,
    pageNumber: row.page_number,
    pageIndex: row.page_index,
    turn: null,
  }));
}
