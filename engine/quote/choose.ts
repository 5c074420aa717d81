import { abbreviationsIn, asksMeaning, defines, formsOf, otherForms } from "#engine/text/abbreviations.ts";
import { english, type Language } from "#engine/text/language.ts";
import { termsOf } from "#engine/text/analyze.ts";
import {
  answeringUnitsOf,
  type AnsweringUnit,
  type Candidate,
  type WeighedPassage,
} from "./answering-units.ts";
import { weightsWith, type ChoiceWeights } from "./choice-weights.ts";
import { askedTerm, saysWhatItIs } from "./definition.ts";
import { keyedFiguresOf, withoutOtherFigures } from "./keyed-figures.ts";
import { describeUnits, UNIT_FEATURES, type Readings, type Scored } from "./unit-features.ts";

/** Log-odds of a sentence that only says what an abbreviation means: for a question for the meaning, against any other. */
const ofDefinition = 2;
/**
 * Log-odds of a sentence that says what something is, if that is asked: of 143 such questions that were not written for it,
 * 64 led rightly without it, 78 with 2, 79 with 3.
 */
const ofSaying = 2;

/** The weights for what is known of the passages beside their words. */
export const weightsFor = (
  passages: readonly Pick<Scored, "near">[],
  readings: ReadonlyMap<unknown, unknown>,
): ChoiceWeights =>
  weightsWith({ near: passages.some(({ near = [] }) => near.length > 0), readings: readings.size > 0 });

/**
 * The quotable units of passages, in their order, each with its worth as the answer. All passages are weighed together: the
 * best sentence of the second one may answer where the first only mentions the subject.
 */
export function weighUnits<Passage extends Scored>(
  passages: readonly Passage[],
  question: string,
  language: Language = english,
  readings: Readings<Passage> = new Map(),
): Candidate<Passage>[] {
  const { units: weightOf } = weightsFor(passages, readings);
  const weights = UNIT_FEATURES.map((name) => weightOf[name]);
  const known = passages.flatMap(({ text }) => abbreviationsIn(text));
  const isOnMeaning = asksMeaning(question);
  const term = askedTerm(question, language);
  const [figures, asked] = [keyedFiguresOf(question, language), termsOf(question, language)];
  const units = passages
    .flatMap((passage) => answeringUnitsOf(passage, language))
    .map((unit) => withoutOtherFigures(unit, asked, figures, language));
  return describeUnits(inAllForms(units, formsOf(known, language)), question, language, readings).map(
    (unit) => ({
      ...unit,
      worth: weights.reduce(
        (sum, weight, place) => sum + weight * (unit.features[place] ?? 0),
        (known.length === 0 || !defines(unit.text) ? 0 : isOnMeaning ? ofDefinition : -ofDefinition) +
          (saysWhatItIs(unit.text, term) ? ofSaying : 0),
      ),
    }),
  );
}

/** A unit with an abbreviation has the words of its meaning, and the reverse. */
function inAllForms<Unit extends AnsweringUnit<WeighedPassage>>(
  units: readonly Unit[],
  forms: ReturnType<typeof formsOf>,
): readonly Unit[] {
  if (forms.length === 0) return units;
  return units.map((unit) => ({
    ...unit,
    terms: new Set([...unit.terms, ...otherForms(unit.terms, forms)]),
  }));
}
