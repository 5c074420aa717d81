import type { Citation } from "#contract/answers.ts";

/** A citation's words: the best answering ones, else the whole quote; '' for an unquoted passage. */
export function citedWords({ quote, answering: [best] }: Pick<Citation, "quote" | "answering">): string {
  return best === undefined ? quote : quote.slice(best.start, best.end);
}
