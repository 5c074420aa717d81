import type { Evidence } from "./evidence.ts";

/** A range of a text, in UTF-16 code units. */
export type Span = { start: number; end: number };

/** Ranges in their order in the text; those that overlap or touch become one. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/**
 * A source that an answer cites: the passage, its footnote mark, and the words that support the sentence. `answering` marks
 * the words of a quoted paragraph that answer the question, in their order and apart from each other; without it, all of them
 * do.
 */
export type CitedSource = { marker: number; evidence: Evidence; quote: string; answering?: Span[] };

/** The words of a citation that answer the question, of several parts the first; else the whole quote. */
export function bestWords({
  quote,
  answering: [best] = [],
}: Pick<CitedSource, "quote" | "answering">): string {
  return best === undefined ? quote : quote.slice(best.start, best.end);
}

/**
 * `open`: the source neither confirms nor contradicts it; `contradicted`: the source states otherwise; `unchecked`: the
 * check reached its deadline.
 */
export type ClaimVerdict = "supported" | "open" | "contradicted" | "unsupported" | "unchecked";
export type CheckedClaim = {
  start: number;
  end: number;
  markers: number[];
  verdict: ClaimVerdict;
  /** A clause of its source that limits it and that it lacks, verbatim. */
  condition?: string;
  /** It applies a figure of the question to its source's rule. */
  isApplied?: boolean;
};

/** A sentence written by a model that no passage supports. */
export type RemovedSentence = {
  text: string;
  verdict: "contradicted" | "unsupported";
  /** Words of a passage that contradict it; null if there are none. */
  against: { documentName: string; quote: string } | null;
};

/** An answerer's output, ready to record: text with marks '[1]', its sources and its checked sentences. */
export type Draft = {
  outcome: "answered" | "abstained";
  text: string;
  sources: CitedSource[];
  claims: CheckedClaim[];
  /** Why nothing was answered, or a note to show with the answer. */
  reason: string | null;
  /** Sentences removed from a model's answer; only models' answers have them. */
  removed?: RemovedSentence[];
};

export const notAnswered = "The documents do not answer this";

/** For an empty theme: nothing was searched, so the draft makes no claim about what its documents cover. */
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
