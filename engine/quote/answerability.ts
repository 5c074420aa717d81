/**
 * The share of a question, weighed by rarity, that the best of 100 passages holds close together by chance or in passing, and
 * what every e-fold of passages adds: the more there are, the more of a question one of them holds without answering it.
 * Fitted over six sets cut to 60 to 13,000 passages so that at most about a tenth of the answerable questions stay below
 * (docs/decisions/answering.md; `npm run bench -- abstention`).
 */
const byChance = { of100: 0.165, perFold: 0.04, least: 0.12, most: 0.45 };
/** Of fewer passages one holds less by chance: `least` falls with this power of their number (the same page of the docs). */
const few = { passages: 15, power: 0.3 };
/** A question that names a document is about it: it may ask in other words. */
const naming = { named: 0.5, needed: 0.1 };

/**
 * A question about a name that no document holds must be met that much better: asked of themes without their contract,
 * legalbench-rag's questions are declined for .70 with it and for .21 without.
 */
const unknownNameFactor = 2;

/** Passages that are read for an answer without a model. */
export const passagesRead = 6;

/**
 * How well the passages hold what the question asks, as a multiple of what they hold by chance: below 1 nothing is quoted.
 * Scores, agreement of passages and coverage by single sentences were tried beside it and added nothing on three sets.
 */
export function answerability(
  evidence: readonly { proximity: number; named: number }[],
  theme: { passages: number; unknownNames: readonly string[] },
): number {
  const read = evidence.slice(0, passagesRead);
  const isNamed = read.some(({ named }) => named >= naming.named);
  const passages = Math.max(1, theme.passages);
  const expected = byChance.of100 + byChance.perFold * Math.log(passages / 100);
  const least = byChance.least * Math.min(1, passages / few.passages) ** few.power;
  const usual = Math.min(byChance.most, Math.max(least, expected));
  const needed = theme.unknownNames.length > 0 ? usual * unknownNameFactor : isNamed ? naming.needed : usual;
  return Math.max(0, ...read.map(({ proximity }) => proximity)) / needed;
}
