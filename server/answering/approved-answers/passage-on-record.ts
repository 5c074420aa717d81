import type { FoundPassage } from "#engine/evidence.ts";
import type { CitationRow } from "./shared-store.ts";

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
