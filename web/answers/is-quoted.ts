import type { Citation } from "#contract/answers.ts";
import type { Turn } from "./chat.ts";

/** Only passages quoted verbatim say which of their words answer. */
export const areQuotes = (citations: readonly Pick<Citation, "answering">[]) =>
  citations.some(({ answering }) => answering.length > 0);

/** Passages quoted verbatim: their sources arrive before the first words, a model's with its last. */
export function isQuoted({ answer, citations }: Turn): boolean {
  return (answer === null || answer.mode === "extractive") && areQuotes(citations);
}
