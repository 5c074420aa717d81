import { analyze, BREAK, termsOf } from "#engine/text/analyze.ts";
import { isEveryday, withoutMeasure } from "#engine/query/asking-words.ts";
import type { Evidence } from "#engine/evidence.ts";
import { holdsTerm } from "#engine/text/compounds.ts";
import { english } from "#engine/text/language.ts";
import type { Language } from "#engine/text/language.ts";
import { unitsOf } from "#engine/text/units.ts";
import type { Unit } from "#engine/text/units.ts";
import { abbreviationsIn, asksMeaning, defines, formsOf, otherForms } from "#engine/text/abbreviations.ts";
import { answerTypeOf, holds } from "./answer-type.ts";
import { isQuotable, namesColumnsOf, withoutAddresses, wordsOf } from "./quotable.ts";

/** Words of the headings above a sentence count, but less than its own. */
const sectionShare = 0.4;
/** A sentence without the requested figure must match this much better than one with it. */
const worthWithout = 0.75;
/** A sentence that only defines an abbreviation answers a question for its meaning, and hardly any other. */
const worthOfDefinition = 0.5;
/** Bonus for words adjacent as in the question: small, a tie-breaker between sentences with the same words. */
const pairWorth = 0.03;

const noTerms: ReadonlySet<string> = new Set();

/** What is read of a passage to weigh its sentences. */
export type WeighedPassage = Pick<Evidence, "text" | "section" | "documentName">;

/** A sentence, row or list of a passage, with its evidence as the answer. */
export type Candidate<Passage extends WeighedPassage = Evidence> = {
  evidence: Passage;
  unit: Unit;
  terms: Set<string>;
  /** Whether it contains the requested figure, if the question asks for one. */
  fits: boolean;
  worth: number;
};

/** The words that choose quotes; everyday words only if a question has no others. */
function termsSought(question: string, language: Language): Set<string> {
  const all = termsOf(language === english ? withoutMeasure(question) : question, language);
  const content = new Set([...all].filter((term) => !isEveryday(term, language)));
  return content.size > 0 ? content : all;
}

/** Pairs of adjacent words. */
function pairsOf(text: string, language: Language): Set<string> {
  const words = analyze(text, language);
  return new Set(
    words.flatMap((word, place) => {
      const next = words[place + 1] ?? BREAK;
      return word === BREAK || next === BREAK ? [] : `${word} ${next}`;
    }),
  );
}

/**
 * The quotable units of the passages, each with its score: the question's words it contains, rare ones weighted higher.
 */
export function weigh<Passage extends WeighedPassage>(
  evidence: readonly Passage[],
  question: string,
  language: Language = english,
): Candidate<Passage>[] {
  const terms = termsSought(question, language);
  const type = language === english ? answerTypeOf(question) : null;
  const known = formsOf(
    evidence.flatMap(({ text }) => abbreviationsIn(text)),
    language,
  );
  const units = evidence
    .flatMap((item) => quotableIn(item, language))
    .map((unit) => {
      const others = otherForms(unit.terms, known);
      return others.length === 0 ? unit : { ...unit, terms: new Set([...unit.terms, ...others]) };
    });
  const isMeaning = known.length > 0 && asksMeaning(question);
  const rarity = new Map(
    [...terms].map((term) => [
      term,
      Math.log(
        1 + units.length / (1 + units.filter((other) => holdsTerm(other.terms, term, language)).length),
      ),
    ]),
  );
  const pairs = pairsOf(language === english ? withoutMeasure(question) : question, language);
  const whole = [...rarity.values()].reduce((sum, value) => sum + value, 0) || 1;
  const above = new Map(
    evidence.map((item) => [item, termsOf(`${item.section} ${item.documentName}`, language)]),
  );
  return units.map(({ columns, ...candidate }) => {
    const { evidence: item, unit } = candidate;
    let own = 0;
    for (const [term, weight] of rarity)
      if (holdsTerm(candidate.terms, term, language)) own += weight;
      else if (holdsTerm(above.get(item) ?? noTerms, term, language) || columns.has(term))
        own += weight * sectionShare;
    const coverage = own / whole;
    const isTable = unit.kind === "row" || unit.kind === "table";
    const fits = type === null || holds(type, quoteOf(candidate), isTable);
    // the cells of a row follow the table's order
    const beside = pairs.size === 0 || unit.kind === "row" ? null : pairsOf(quoteOf(candidate), language);
    const shared = beside === null ? 0 : [...pairs].filter((pair) => beside.has(pair)).length / pairs.size;
    const defining = known.length > 0 && defines(quoteOf(candidate));
    const share = defining === isMeaning ? 1 : worthOfDefinition;
    const worth = (coverage + pairWorth * shared) * (fits ? 1 : worthWithout) * share;
    return { ...candidate, fits, worth };
  });
}

function quotableIn<Passage extends WeighedPassage>(item: Passage, language: Language) {
  return unitsOf(item.text, item.section)
    .filter((unit) => isQuotable(unit, wordsOf(item, unit), item.section))
    .filter((unit, _place, all) => !all.some((other) => namesColumnsOf(unit, other)))
    .map((unit) => ({
      evidence: item,
      unit,
      // a table accompanies the sentence that introduces it; to match its rows, they are quoted alone
      terms: termsOf(
        withoutAddresses(unit.kind === "table" ? wordsOf(item, unit) : quoteOf({ evidence: item, unit })),
        language,
      ),
      columns: termsOf(unit.columns.join(" "), language),
    }));
}

/** The unit's words as written in its passage. */
export function quoteOf({ evidence, unit }: Pick<Candidate<WeighedPassage>, "evidence" | "unit">): string {
  return evidence.text.slice(unit.start, unit.end);
}
