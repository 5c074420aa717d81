import type { Citation } from "./answers.ts";

/** White space between two sentences of one paragraph. */
const gap = /^\s*$/;

/**
 * The words that a citation highlights: the first answering ones, in older records the best, and those directly before or
 * after them; without answering words the whole quote, '' for an unquoted passage.
 */
export function citedWords({ quote, answering }: Pick<Citation, "quote" | "answering">): string {
  const [best, ...others] = answering;
  if (best === undefined) return quote;
  const { start, end } = others.reduce(
    (run, other) =>
      gap.test(quote.slice(Math.min(run.end, other.end), Math.max(run.start, other.start)))
        ? { start: Math.min(run.start, other.start), end: Math.max(run.end, other.end) }
        : run,
    best,
  );
  return quote.slice(start, end);
}
