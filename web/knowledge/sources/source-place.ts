import type { Citation } from "#contract/answering/answers.ts";

/** The place to open in a source: a version at its answering words or, without a quote, at its beginning. */
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
