import { english } from "#engine/text/language.ts";
import type { Language } from "#engine/text/language.ts";
import { answeringUnitsOf } from "./answering-units.ts";
import type { Candidate, WeighedPassage } from "./answering-units.ts";
import { UNIT_WEIGHTS } from "./choice-weights.ts";
import { describeUnits, UNIT_FEATURES } from "./unit-features.ts";

const weights = UNIT_FEATURES.map((name) => UNIT_WEIGHTS[name]);

/**
 * The quotable units of passages, in their order, each with its worth as the answer. All passages are weighed together: the
 * best sentence of the second one may answer where the first only mentions the subject.
 */
export function weighUnits<Passage extends WeighedPassage>(
  passages: readonly Passage[],
  question: string,
  language: Language = english,
): Candidate<Passage>[] {
  const units = passages.flatMap((passage) => answeringUnitsOf(passage, language));
  return describeUnits(units, question, language).map((unit) => ({
    ...unit,
    worth: weights.reduce((sum, weight, place) => sum + weight * (unit.features[place] ?? 0), 0),
  }));
}
