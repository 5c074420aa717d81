import { asEvidence } from "#engine/evidence.ts";
import type { Evidence, FoundPassage } from "#engine/evidence.ts";
import type { Context } from "#server/kernel/context.ts";
import type { CitationRow } from "./shared-store.ts";

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
  return rows.map((row) => asEvidence(passageOnRecord(row), row.rank, row.score));
}

type CitedRow = Pick<
  CitationRow,
  | "document_id"
  | "document_name"
  | "version_id"
  | "version"
  | "passage_ordinal"
  | "passage_text"
  | "section"
  | "page_number"
  | "page_index"
>;

/** A passage as a source or a citation has kept it. */
export const passageOnRecord = (row: CitedRow): FoundPassage => ({
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
});
