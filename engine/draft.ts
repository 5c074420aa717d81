import type { Evidence } from "./evidence.ts";

/** A stretch of a text, in UTF-16 units. */
export type Span = { start: number; end: number };

/**
 * A source an answer cites: the passage, its footnote mark, and the words the sentence rests on. `answering` are the words
 * of a quoted paragraph that answer the question; without it all of them do.
 */
export type CitedSource = { marker: number; evidence: Evidence; quote: string; answering?: Span[] };

/** The words that a citation points to: those that answer best, else the whole quote. */
export function citedWords({
  quote,
  answering: [best] = [],
}: Pick<CitedSource, "quote" | "answering">): string {
  return best === undefined ? quote : quote.slice(best.start, best.end);
}

/**
 * `open`: its source says nothing against it and was not found to say the same; `contradicted`: its source says otherwise;
 * `unchecked`: the check was ended at its deadline.
 */
export type ClaimVerdict = "supported" | "open" | "contradicted" | "unsupported" | "unchecked";
export type CheckedClaim = { start: number; end: number; markers: number[]; verdict: ClaimVerdict };

/** A sentence that a model wrote and no passage carries. */
export type RemovedSentence = {
  text: string;
  verdict: "contradicted" | "unsupported";
  /** Words of a passage that say otherwise; null where none does. */
  against: { documentName: string; quote: string } | null;
};

/** What an answerer hands over to be recorded: text with marks '[1]', its sources and its checked sentences. */
export type Draft = {
  outcome: "answered" | "abstained";
  text: string;
  sources: CitedSource[];
  claims: CheckedClaim[];
  /** Why nothing was answered, or what to know beside the answer. */
  reason: string | null;
  /** What a model wrote besides and was taken out; only of models' answers. */
  removed?: RemovedSentence[];
};

export const notAnswered = "The documents do not answer this";

/** Of a theme that holds nothing: nothing was searched, so nothing is said about what its documents cover. */
export const noDocuments: Draft = {
  outcome: "abstained",
  text: "This theme has no documents yet",
  sources: [],
  claims: [],
  reason: "An administrator can upload them on the Themes screen.",
};

export function abstain(reason: string): Draft {
  return { outcome: "abstained", text: notAnswered, sources: [], claims: [], reason };
}
