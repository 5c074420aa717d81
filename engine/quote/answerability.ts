/**
 * The rarity-weighted share of a question that the best of 100 passages contains close together by chance, and the increase
 * per e-fold of passages: the more passages, the more of a question one of them contains without answering it. Fitted over six
 * sets cut to 60 to 13,000 passages so that at most about a tenth of the answerable questions fall below
 * (docs/decisions/answering.md; `npm run bench -- abstention`).
 */
const byChance = { of100: 0.165, perFold: 0.04, least: 0.12, most: 0.45 };
/** Fewer passages contain less by chance: `least` falls with this power of their number (docs/experiments/2026-11-quoting.md). */
const few = { passages: 15, power: 0.3 };
/** A question that names a document is about it, even in other words. */
const naming = { named: 0.5, needed: 0.1 };

/**
 * A question about a name that no document contains needs a match this much better: asked of themes without their contract,
 * legalbench-rag's questions are declined for .70 with it and for .21 without.
 */
const unknownWordFactor = 2;

/**
 * A lead with a lower score isn't quoted (docs/experiments/2026-11-26-weak-answers.md): less among several documents, because
 * among thousands of them right passages score low, too.
 */
const leastScore = { only: 0.045, amongSeveral: 0.01 };

/** Number of passages read for an answer without a model. */
export const passagesRead = 6;

/**
 * How well the passages match the question, as a multiple of a chance match: below 1 nothing is quoted. It is 0 if even the
 * best passage has next to no chance of answering. Adding scores,
 * agreement between passages or coverage by single sentences gained nothing on three sets.
 */
export function answerability(
  evidence: readonly { score: number; proximity: number; named: number }[],
  theme: { documents: number; passages: number; unknownWords: readonly string[] },
): number {
  const read = evidence.slice(0, passagesRead);
  const floor = theme.documents > 1 ? leastScore.amongSeveral : leastScore.only;
  if (read.every(({ score }) => score < floor)) return 0;
  const isNamed = read.some(({ named }) => named >= naming.named);
  const passages = Math.max(1, theme.passages);
  const expected = byChance.of100 + byChance.perFold * Math.log(passages / 100);
  const least = byChance.least * Math.min(1, passages / few.passages) ** few.power;
  const usual = Math.min(byChance.most, Math.max(least, expected));
  const needed = theme.unknownWords.length > 0 ? usual * unknownWordFactor : isNamed ? naming.needed : usual;
  return Math.max(0, ...read.map(({ proximity }) => proximity)) / needed;
}
