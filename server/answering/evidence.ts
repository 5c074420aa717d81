import type { Hit } from "#server/retrieval/theme-index.ts";

/** A passage that retrieval found, as the answer uses and keeps it. */
export type Evidence = {
  rank: number;
  score: number;
  coverage: number;
  documentId: number;
  documentName: string;
  versionId: number;
  version: number;
  ordinal: number;
  text: string;
  section: string;
  pageNumber: number | null;
  pageIndex: number;
};

export type FoundPassage = Omit<Evidence, "rank" | "score" | "coverage">;

/** Joins hits with the passages they point at, best first; a passage that vanished in between is left out. */
export function joinEvidence(hits: Hit[], passages: FoundPassage[]): Evidence[] {
  const byPlace = new Map(passages.map((passage) => [`${passage.versionId}/${passage.ordinal}`, passage]));
  return hits
    .flatMap((hit) => {
      const passage = byPlace.get(`${hit.document}/${hit.passage}`);
      return passage === undefined ? [] : [{ ...passage, score: hit.score, coverage: hit.coverage }];
    })
    .map((evidence, index) => ({ ...evidence, rank: index + 1 }));
}
