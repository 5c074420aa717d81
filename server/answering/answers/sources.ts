import { bestWords, type Draft } from "#engine/draft.ts";
import { isSamePassage, pageOf, type Evidence } from "#engine/evidence.ts";

/** Cited sources by mark, then uncited results: the record keeps everything the answer was made from. */
export function sourcesOf(draft: Draft, evidence: Evidence[]) {
  const cited = draft.sources.map((source) => ({
    ...source,
    item: source.evidence,
    answering: source.answering ?? [],
    place: pageOf(source.evidence, bestWords(source)),
  }));
  const others = evidence
    .filter((item) => !draft.sources.some((source) => isSamePassage(source.evidence, item)))
    .map((item) => ({ marker: null, quote: "", answering: [], item, place: pageOf(item, "") }));
  return [...cited, ...others].map(({ marker, quote, answering, item, place }, n) => ({
    rank: n + 1,
    marker,
    quote,
    answering: JSON.stringify(answering),
    score: item.score,
    document_id: item.documentId,
    document_name: item.documentName,
    version_id: item.versionId,
    version: item.version,
    passage_ordinal: item.ordinal,
    passage_text: item.text,
    section: item.section,
    page_number: place.pageNumber,
    page_index: place.pageIndex,
  }));
}
