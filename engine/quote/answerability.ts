import { isOn } from "#engine/rules.ts";
import type { Telling } from "#engine/rank/features.ts";

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
/** A question about a name that no document holds must be met that much better. */
const unknownNameFactor = 2;

/** Passages that are read for an answer without a model. */
export const passagesRead = 6;

/**
 * Of three or four words beside names a passage that answers holds more than the commonest one, a fifth of them by rarity: who
 * asks whether a lease renews every year is not told what it says of three years. Of one or two it holds one, since the other
 * is often said otherwise; of more, some are. Below `passages` rarities differ less, and less is needed, as above.
 */
const short = { least: 3, most: 4, needed: 0.2, passages: 100 };

type Held = { together: number; telling: Telling; named: number };

/**
 * How well the passages hold what the question asks, as a multiple of what they hold by chance: below 1 nothing is quoted.
 * Scores, agreement of passages and coverage by single sentences were tried beside it and added nothing on three sets.
 */
export function answerability(
  evidence: readonly Held[],
  question: { passages: number; unknownNames: readonly string[] },
): number {
  const read = evidence.slice(0, passagesRead);
  const isNamed = read.some(({ named }) => named >= naming.named);
  const isUnknown = question.unknownNames.length > 0;
  const passages = Math.max(1, question.passages);
  const expected = byChance.of100 + byChance.perFold * Math.log(passages / 100);
  const least = byChance.least * Math.min(1, passages / few.passages) ** few.power;
  const usual = Math.min(byChance.most, Math.max(least, expected));
  const needed = isUnknown ? usual * unknownNameFactor : isNamed ? naming.needed : usual;
  const met = read.map((held) => metBeside(held, question));
  return Math.min(Math.max(0, ...read.map(({ together }) => together)) / needed, Math.max(0, ...met));
}

/** How well a passage meets what is asked beside names, as a multiple of what it needs: a name says of whom, not what. */
export function metBeside(
  { telling: { words, held } }: Pick<Held, "telling">,
  theme: { passages: number },
): number {
  if (!isOn("content words")) return Infinity;
  if (words === 0 || words > short.most) return Infinity;
  if (words < short.least) return held > 0 ? Infinity : 0;
  return held / (short.needed * Math.min(1, theme.passages / short.passages) ** few.power);
}

/** The largest share of the question that one of the passages read holds, anywhere in it. */
export function bestCoverage(evidence: readonly { coverage: number }[]): number {
  return Math.max(0, ...evidence.slice(0, passagesRead).map(({ coverage }) => coverage));
}
