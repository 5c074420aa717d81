import type { Citation } from "#contract/answers.ts";

/** What of a source is opened: a version at the words an answer rests on, or, without a quote, from its beginning. */
export type SourcePlace = Pick<
  Citation,
  "documentId" | "documentName" | "version" | "page" | "pageIndex" | "quote" | "answering" | "passage"
>;

export function beginningOf(document: { id: number; name: string }, version: number): SourcePlace {
  return {
    documentId: document.id,
    documentName: document.name,
    version,
    page: null,
    pageIndex: 0,
    quote: "",
    answering: [],
    passage: "",
  };
}
