import type { Evidence, Retrieved } from "#engine/evidence.ts";

/** A passage as retrieval returns it; fields that a test doesn't set have the same default. */
export function evidenceOf(text: string, given: Partial<Evidence> = {}): Evidence {
  return {
    rank: 1,
    score: 1,
    coverage: 1,
    proximity: 0.8,
    named: 0,
    documentId: 1,
    documentName: "Policy 1.txt",
    versionId: 1,
    version: 1,
    ordinal: 0,
    text,
    section: "",
    pageNumber: null,
    pageIndex: 0,
    turn: null,
    ...given,
  };
}

/** Passages found in a theme of two documents, in which every word is known. */
export function retrievedOf(evidence: Evidence[], given: Partial<Retrieved> = {}): Retrieved {
  return {
    evidence,
    documents: 2,
    passages: 100,
    unknownWords: [],
    absentWords: [],
    readAs: [],
    unreadable: [],
    language: "en",
    ...given,
  };
}
