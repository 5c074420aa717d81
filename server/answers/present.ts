import { nearestShown } from "#contract/answers.ts";
import type { Answer, Citation, NearPassage } from "#contract/answers.ts";
import { citedWords } from "#engine/draft.ts";
import type { CitedSource } from "#engine/draft.ts";
import { pageOf } from "#engine/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { headingsOf } from "#engine/text/rows.ts";
import type { ComposedAnswer } from "./composed-answer.ts";

export function presentCitation(source: CitedSource): Citation {
  const { marker, evidence, quote, answering = [] } = source;
  const place = pageOf(evidence, citedWords(source));
  return { marker, quote, answering, ...presentPassage({ ...evidence, ...place }) };
}

function presentPassage(evidence: Evidence): NearPassage {
  return {
    documentId: evidence.documentId,
    documentName: evidence.documentName,
    version: evidence.version,
    uploadedOn: evidence.uploadedOn ?? null,
    score: Math.round(evidence.score * 100) / 100,
    page: evidence.pageNumber,
    section: headingsOf(evidence.section) || null,
    passage: evidence.text,
    pageIndex: evidence.pageIndex,
  };
}

export function presentAnswer(interactionId: number, written: ComposedAnswer, totalMs: number): Answer {
  const { draft } = written;
  return {
    interactionId,
    response: draft.text,
    citations: draft.sources.map(presentCitation),
    claims: draft.claims,
    mode: written.mode,
    outcome: draft.outcome,
    reason: draft.reason,
    nearest: draft.outcome === "abstained" ? written.evidence.slice(0, nearestShown).map(presentPassage) : [],
    fallback: written.fallback,
    timings: { retrievalMs: written.retrievalMs, firstTokenMs: written.firstTokenMs, totalMs },
  };
}
