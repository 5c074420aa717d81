import type { NearUnit } from "./index/unit-vectors.ts";
import type { Reading } from "./models/reader/reading.ts";
import { abbreviationsIn, type Abbreviation } from "./text/abbreviations.ts";
import type { Found, Hit } from "./ranked.ts";

/** A passage found by retrieval, as the answer uses and stores it. */
export type Evidence = {
  rank: number;
  score: number;
  coverage: number;
  proximity: number;
  named: number;
  documentId: number;
  documentName: string;
  versionId: number;
  version: number;
  ordinal: number;
  text: string;
  section: string;
  pageNumber: number | null;
  pageIndex: number;
  /** Where the passage continues on the next page; null if it fits on one. */
  turn: { at: number; pageNumber: number | null; pageIndex: number } | null;
  /** The beginning of the document, which may say that it no longer applies. */
  opening?: string;
  /** The day of the question, YYYY-MM-DD. */
  askedOn?: string;
  /** Date this version was added, YYYY-MM-DD. */
  uploadedOn?: string;
  /** What the document's passages beside it define. */
  abbreviations?: readonly Abbreviation[];
  /** How near its units are to the question; missing without an encoder, and while it has not encoded them. */
  near?: readonly NearUnit[];
};

/** Evidence for a question, and the figures that tell how much of it is chance. */
export type Retrieved = {
  evidence: Evidence[];
  /** What the reader says of the first passages, in their order; null if words alone choose. */
  readings?: readonly Reading[] | null;
} & Omit<Found, "hits" | "topic">;

export type FoundPassage = Omit<Evidence, "rank" | keyof Omit<Hit, "document" | "passage">>;

/** A passage that was not found by words: a person chose it, or it is on record. */
export const asEvidence = (passage: FoundPassage, rank: number, score = 1): Evidence => ({
  ...passage,
  rank,
  score,
  coverage: 1,
  proximity: 1,
  named: 0,
});

/** Joins hits with their passages, best first; skips a passage deleted in the meantime. */
export function joinEvidence(hits: Hit[], passages: FoundPassage[]): Evidence[] {
  const byPlace = new Map(passages.map((passage) => [`${passage.versionId}/${passage.ordinal}`, passage]));
  return hits
    .flatMap((hit) => {
      const passage = byPlace.get(`${hit.document}/${hit.passage}`);
      if (passage === undefined) return [];
      const { score, coverage, proximity, named } = hit;
      return [{ ...passage, score, coverage, proximity, named }];
    })
    .map((evidence, index) => ({ ...evidence, rank: index + 1 }));
}

/** Passages with the abbreviations that those of the same version define. */
export function withAbbreviations(evidence: Evidence[]): Evidence[] {
  const texts = Map.groupBy(evidence, ({ versionId }) => versionId);
  const defined = new Map(
    [...texts].map(([version, items]) => [version, items.flatMap(({ text }) => abbreviationsIn(text))]),
  );
  return evidence.map((item) => ({ ...item, abbreviations: defined.get(item.versionId) ?? [] }));
}

/** Identifies the same words of the same version, whichever question found them. */
export function isSamePassage(one: FoundPassage, other: FoundPassage): boolean {
  return one.versionId === other.versionId && one.ordinal === other.ordinal;
}

/**
 * The page on which quoted words of a passage begin: a passage may contain a heading and, on the next page, the text below it.
 */
export function pageOf(
  { text, pageNumber, pageIndex, turn }: Pick<Evidence, "text" | "pageNumber" | "pageIndex" | "turn">,
  quote: string,
): { pageNumber: number | null; pageIndex: number } {
  if (turn === null || text.indexOf(quote) < turn.at) return { pageNumber, pageIndex };
  return { pageNumber: turn.pageNumber, pageIndex: turn.pageIndex };
}

/** Where a passage's text leaves its first page: the end of their common run from the start of the passage. */
export function turnOf(passage: string, firstPage: string, start: number): number {
  let at = 0;
  while (at < passage.length && passage[at] === firstPage[start + at]) at += 1;
  return at;
}
