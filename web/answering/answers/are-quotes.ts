import type { Citation } from "#contract/answering/answers.ts";

/**
 * Only passages quoted verbatim say which of their words answer. Their sources arrive before the first words, a model's
 * with its last.
 */
export const areQuotes = (citations: readonly Pick<Citation, "answering">[]) =>
  citations.some(({ answering }) => answering.length > 0);
