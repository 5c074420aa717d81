import { joinEvidence } from "#engine/evidence.ts";
import type { FoundPassage } from "#engine/evidence.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import type { SegmentPassage } from "#engine/index/segment.ts";
import { themeOver } from "./retrieval/footnote.ts";

/** The engine alone, without a server: documents in, cited sentences out. */
export function engineOver(documents: readonly { title: string; passages: SegmentPassage[] }[]) {
  const index = themeOver(documents);
  const passages = documents.map(({ title, passages: all }, place) =>
    all.map((passage, ordinal) => passageOf(place, title, passage, ordinal)),
  );
  return (question: string) => {
    const { hits, ...found } = index.search(question, { limit: 10 });
    const evidence = joinEvidence(
      hits,
      hits.flatMap((hit) => passages[hit.document]?.[hit.passage] ?? []),
    );
    return { hits, evidence, draft: answerExtractively(question, { evidence, ...found }) };
  };
}

function passageOf(id: number, name: string, passage: SegmentPassage, ordinal: number): FoundPassage {
  const place = { pageNumber: null, pageIndex: 0, turn: null };
  return { ...passage, ...place, documentId: id, documentName: name, versionId: id, version: 1, ordinal };
}
