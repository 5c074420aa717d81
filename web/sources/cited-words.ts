import type { Citation } from "#contract/answers.ts";

/** The words that a citation points to: those that answer best, else the whole quote; '' for a passage that is not quoted. */
export function citedWords({ quote, answering: [best] }: Pick<Citation, "quote" | "answering">): string {
  return best === undefined ? quote : quote.slice(best.start, best.end);
}
