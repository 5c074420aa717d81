/**
 * Below this share of the question's words (weighed by rarity) in every one of the best passages nothing is quoted. The
 * curve stands in docs/decisions/answering.md and is printed by `npm run bench -- abstention`: 10 % of the answerable
 * questions of a data-protection act fall below it, and 95 % of questions on another subject.
 */
export const leastCoverage = 0.235;

/** Passages that are read for an answer without a model. */
export const passagesRead = 6;

/**
 * How likely the passages hold an answer, 0 to 1: the largest share of the question that one of those read covers. Scores,
 * agreement of passages, coverage by single sentences and words the documents do not know were tried beside it and
 * added nothing on three sets (docs/decisions/answering.md).
 */
export function answerability(evidence: readonly { coverage: number }[]): number {
  return Math.max(0, ...evidence.slice(0, passagesRead).map(({ coverage }) => coverage));
}
