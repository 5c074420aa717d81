import type { Evidence } from "#engine/evidence.ts";
import { chanceOf } from "#engine/odds.ts";
import { english, type Language } from "#engine/text/language.ts";
import { UNKNOWN_LANGUAGE, type ChoiceWeights } from "./choice-weights.ts";
import { describeLead, LEAD_FEATURES } from "./lead-features.ts";
import type { Candidate, WeighedPassage } from "./answering-units.ts";

type Found = WeighedPassage & Pick<Evidence, "proximity" | "named">;
type Theme = { passages: number; unknownWords: readonly string[] };

/**
 * The rarity-weighted share of a question that the best of 100 passages contains close together by chance, and the increase
 * per e-fold of passages: the more passages, the more of a question one of them contains without answering it. Fitted over six
 * sets cut to 60 to 13,000 passages (docs/decisions/answering.md).
 */
const byChance = { of100: 0.165, perFold: 0.04 };
const mostByChance = 0.45;
/** A question that names a document is about it, even in other words. */
const naming = { named: 0.5, needed: 0.1 };
/**
 * A question about a name that no document contains needs a match this much better: asked of themes without their contract,
 * legalbench-rag's questions are declined for .70 with it and for .21 without.
 */
const unknownWordFactor = 2;
/**
 * Log-odds by the reader: where it gives none of the passages more, a lead that shares no word with the question doesn't answer
 * it; a question with a word that no document has needs more. Of 656 answered questions (`npm run bench -- newcomers`, `-- demo`,
 * `-- asked`) three near misses have such a lead, and no other.
 */
const leastRead = { known: -4, unknown: 0 };
/** In a smaller theme chance says little. */
const leastPassages = 400;

/** Whether the question's words stand together in the passages no more than by chance in a theme of this size. */
function isByChance(read: readonly Found[], { passages, unknownWords }: Theme): boolean {
  if (passages < leastPassages) return false;
  const usual = Math.min(mostByChance, byChance.of100 + byChance.perFold * Math.log(passages / 100));
  const isNamed = read.some(({ named }) => named >= naming.named);
  const needed = unknownWords.length > 0 ? usual * unknownWordFactor : isNamed ? naming.needed : usual;
  return read.every(({ proximity }) => proximity < needed);
}

/**
 * The chance, 0 to 1, that a unit answers the question rather than only coming close to it; 0 if the question's words stand
 * together in a large theme no more than by chance.
 */
export function confidenceIn<Passage extends Found>(
  lead: Candidate<Passage>,
  units: readonly Candidate<Passage>[],
  theme: Theme,
  language: Language,
  { confidence, bias }: ChoiceWeights,
): number {
  const features = describeLead(lead, units, theme);
  const sum = LEAD_FEATURES.reduce(
    (total, name, place) => total + confidence[name] * (features[place] ?? 0),
    bias + (language === english ? 0 : UNKNOWN_LANGUAGE),
  );
  const valueOf = (name: (typeof LEAD_FEATURES)[number]) => features[LEAD_FEATURES.indexOf(name)] ?? 0;
  const least = valueOf("unknown") > 0 ? leastRead.unknown : leastRead.known;
  if (valueOf("coverage") === 0 && valueOf("mostRead") < least) return 0;
  return isByChance([...new Set(units.map(({ evidence }) => evidence))], theme) ? 0 : chanceOf(sum);
}
