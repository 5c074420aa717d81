import { joinEvidence, type FoundPassage } from "#engine/evidence.ts";
import { planQuestion } from "#engine/query/question-plan.ts";
import { answerExtractively } from "#engine/quote/extractive.ts";
import type { SegmentPassage } from "#engine/index/segment.ts";
import { themeOver } from "./retrieval/footnote.ts";

type Documents = readonly { title: string; passages: SegmentPassage[] }[];

/** The search of the engine alone: documents in, evidence out, at most ten passages for a question. */
function searchOver(documents: Documents) {
  const index = themeOver(documents);
  const passages = documents.map(({ title, passages: all }, index) =>
    all.map((passage, ordinal) => passageOf(index, title, passage, ordinal)),
  );
  return (question: string) => {
    const { hits, topic: _matter, ...found } = index.search(question, { limit: 10 });
    const read = hits.flatMap((hit) => passages[hit.document]?.[hit.passage] ?? []);
    return { hits, ...found, evidence: joinEvidence(hits, read) };
  };
}

/** The engine alone, without a server: documents in, cited sentences out. */
export function engineOver(documents: Documents) {
  const search = searchOver(documents);
  return (question: string) => {
    const { hits, ...found } = search(question);
    const { quotedFor, parts } = planQuestion({ question, readAs: found.readAs });
    const own = parts.map((part) => ({ question: part.question, evidence: search(part.searched).evidence }));
    return { hits, evidence: found.evidence, draft: answerExtractively(quotedFor, found, own) };
  };
}

/** A passage as retrieval returns it; `ordinal` is its place in the document. */
export function passageOf(id: number, name: string, passage: SegmentPassage, ordinal: number): FoundPassage {
  const place = { pageNumber: null, pageIndex: 0, turn: null };
  return { ...passage, ...place, documentId: id, documentName: name, versionId: id, version: 1, ordinal };
}
