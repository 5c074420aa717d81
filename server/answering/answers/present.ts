import {
  nearestShown,
  type Answer,
  type Citation,
  type NearPassage,
  type Quotes,
} from "#contract/answering/answers.ts";
import { bestWords, type CitedSource, type Draft } from "#engine/draft.ts";
import { pageOf, type Evidence } from "#engine/evidence.ts";
import { headingsOf } from "#engine/text/rows.ts";
import { closestWords } from "#engine/quote/closest-words.ts";
import type { FoundApproved } from "./approved-port.ts";
import type { ComposedAnswer } from "./composed-answer.ts";
import type { RecordedQuestion } from "./recorded-question.ts";

export function presentCitation(source: CitedSource): Citation {
  const { marker, evidence, quote, answering = [] } = source;
  const place = pageOf(evidence, bestWords(source));
  return { marker, quote, answering, ...presentPassage({ ...evidence, ...place }) };
}

function presentPassage(evidence: Evidence): Omit<NearPassage, "closest"> {
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

function presentNearest(question: string, evidence: Evidence[]): NearPassage[] {
  const closest = closestWords(question, evidence);
  return evidence.map((item, index) => ({ ...presentPassage(item), closest: closest[index] ?? null }));
}

/** Those that an answer cites, in order; the nearest where it declines. */
export function passagesShown({ draft, evidence }: Pick<ComposedAnswer, "draft" | "evidence">): Evidence[] {
  return draft.outcome === "abstained"
    ? evidence.slice(0, nearestShown)
    : draft.sources.map((source) => source.evidence);
}

/** The quotes to show while a model writes. */
export function presentQuotes({ text, sources, claims }: Draft): Quotes {
  return { response: text, citations: sources.map(presentCitation), claims };
}

export function presentAnswer(
  { id, question }: Pick<RecordedQuestion, "id" | "question">,
  written: ComposedAnswer,
  totalMs: number,
  found: FoundApproved,
): Answer {
  return { interactionId: id, ...presentUnrecorded(question, written, totalMs, found) };
}

export function presentUnrecorded(
  question: string,
  written: ComposedAnswer,
  totalMs: number,
  found: FoundApproved,
): Omit<Answer, "interactionId"> {
  const { draft } = written;
  const nearest = draft.outcome === "abstained" ? passagesShown(written) : [];
  return {
    response: draft.text,
    citations: draft.sources.map(presentCitation),
    claims: draft.claims,
    mode: written.mode,
    outcome: draft.outcome,
    reason: draft.reason,
    nearest: presentNearest(question, nearest),
    approved: written.mode === "approved" ? (found.same?.shown ?? null) : null,
    similarApproved: found.similar.map(({ shown }) => shown),
    fallback: written.fallback,
    timings: { retrievalMs: written.retrievalMs, firstTokenMs: written.firstTokenMs, totalMs },
  };
}
