import type { Evidence } from "#engine/evidence.ts";
import { english } from "#engine/text/language.ts";
import type { Language } from "#engine/text/language.ts";
import type { WeighedPassage } from "./answering-units.ts";
import { CONFIDENCE_BIAS, CONFIDENCE_WEIGHTS, UNKNOWN_LANGUAGE } from "./choice-weights.ts";
import type { Candidate } from "./choose.ts";
import { UNIT_FEATURES } from "./unit-features.ts";
import type { UnitFeature } from "./unit-features.ts";

/** What tells an answer from the closest words to a question that the documents don't answer, in this order. */
export const CONFIDENCE_FEATURES = [
  "worth", // of the unit that would lead
  "margin", // its worth over the best unit of another passage
  "passage", // the highest of the ranker's log-odds
  "coverage", // share of the question that the unit, its passage's headings and columns state
  "meaning", // direction of the unit's words
  "lacks", // the unit lacks the kind of figure that the question asks for
  "extra", // share of the unit's words that the question doesn't state
  "names", // rarest of the unit's names that the question lacks
  "unknown", // the theme lacks a name or a word of the question
] as const;
export type ConfidenceFeature = (typeof CONFIDENCE_FEATURES)[number];

type Found = WeighedPassage & Pick<Evidence, "proximity" | "named">;
type Theme = { passages: number; unknownWords: readonly string[] };

const placeOf = new Map(UNIT_FEATURES.map((name, place) => [name, place]));
const valueOf = ({ features }: Candidate, name: UnitFeature) => features[placeOf.get(name) ?? -1] ?? 0;
const coverageOf = (unit: Candidate) =>
  (["own", "similar", "columns", "columnsAlone", "heading", "path"] as const).reduce(
    (sum, name) => sum + valueOf(unit, name),
    0,
  );

/** The figures behind a confidence, in the order of CONFIDENCE_FEATURES; `lead` is one of the units. */
export function describeLead<Passage extends Found>(
  lead: Candidate<Passage>,
  units: readonly Candidate<Passage>[],
  theme: Theme,
): Float64Array {
  const others = units.filter(({ evidence }) => evidence !== lead.evidence).map(({ worth }) => worth);
  const values: Record<ConfidenceFeature, number> = {
    worth: lead.worth,
    margin: lead.worth - Math.max(lead.worth - widestMargin, ...others),
    passage: Math.max(...units.map((unit) => valueOf(unit, "passage"))),
    coverage: coverageOf(lead),
    meaning: valueOf(lead, "meaning"),
    lacks: valueOf(lead, "lacks"),
    extra: valueOf(lead, "extra"),
    names: valueOf(lead, "names"),
    unknown: theme.unknownWords.length > 0 ? 1 : 0,
  };
  return Float64Array.from(CONFIDENCE_FEATURES, (name) => values[name]);
}

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

/** A theme of one passage has no rival. */
const widestMargin = 3;

/**
 * The chance, 0 to 1, that a unit answers the question rather than only coming close to it; 0 if the question's words stand
 * together in a large theme no more than by chance.
 */
export function confidenceIn<Passage extends Found>(
  lead: Candidate<Passage>,
  units: readonly Candidate<Passage>[],
  theme: Theme,
  language: Language,
): number {
  const features = describeLead(lead, units, theme);
  const sum = CONFIDENCE_FEATURES.reduce(
    (total, name, place) => total + CONFIDENCE_WEIGHTS[name] * (features[place] ?? 0),
    CONFIDENCE_BIAS + (language === english ? 0 : UNKNOWN_LANGUAGE),
  );
  return isByChance([...new Set(units.map(({ evidence }) => evidence))], theme)
    ? 0
    : 1 / (1 + Math.exp(-sum));
}
