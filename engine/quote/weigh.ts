import { analyze, BREAK, termsOf } from "#engine/text/analyze.ts";
import { isEveryday, withoutMeasure } from "#engine/query/asking-words.ts";
import type { Evidence } from "#engine/evidence.ts";
import { english } from "#engine/text/language.ts";
import type { Language } from "#engine/text/language.ts";
import { unitsOf } from "#engine/text/units.ts";
import type { Unit } from "#engine/text/units.ts";
import { answerTypeOf, holds } from "./answer-type.ts";
import { isQuotable, namesColumnsOf, withoutAddresses, wordsOf } from "./quotable.ts";

/** Words of the headings above a sentence count, but less than its own. */
const sectionShare = 0.4;
/** A sentence without the figure that a question asks for must hold this much more than one with it. */
const worthWithout = 0.75;
/** What words bring that stand side by side as they were asked: a little, where two sentences hold the same words. */
const pairWorth = 0.03;

/** A sentence, row or list of a passage, with what speaks for it as the answer. */
export type Candidate = {
  evidence: Evidence;
  unit: Unit;
  terms: Set<string>;
  /** Whether it holds the figure that the question asks for, where it asks for one. */
  fits: boolean;
  worth: number;
};

/** The words by which quotes are chosen; those of everyday talk only where a question holds no others. */
function termsSought(question: string, language: Language): Set<string> {
  const all = termsOf(language === english ? withoutMeasure(question) : question, language);
  const content = new Set([...all].filter((term) => !isEveryday(term, language)));
  return content.size > 0 ? content : all;
}

/** Words that stand side by side, by twos. */
function pairsOf(text: string, language: Language): Set<string> {
  const words = analyze(text, language);
  return new Set(
    words.flatMap((word, place) => {
      const next = words[place + 1] ?? BREAK;
      return word === BREAK || next === BREAK ? [] : `${word} ${next}`;
    }),
  );
}

/** What can be quoted of the passages, each with its worth: the question's words it holds, the rare ones more. */
export function weigh(
  evidence: readonly Evidence[],
  question: string,
  language: Language = english,
): Candidate[] {
  const terms = termsSought(question, language);
  const type = language === english ? answerTypeOf(question) : null;
  const units = evidence.flatMap((item) => quotableIn(item, language));
  const rarity = new Map(
    [...terms].map((term) => [
      term,
      Math.log(1 + units.length / (1 + units.filter((other) => other.terms.has(term)).length)),
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
      if (candidate.terms.has(term)) own += weight;
      else if (above.get(item)?.has(term) || columns.has(term)) own += weight * sectionShare;
    const coverage = own / whole;
    const isTable = unit.kind === "row" || unit.kind === "table";
    const fits = type === null || holds(type, quoteOf(candidate), isTable);
    // cells of a row stand in the table's order
    const beside = pairs.size === 0 || unit.kind === "row" ? null : pairsOf(quoteOf(candidate), language);
    const shared = beside === null ? 0 : [...pairs].filter((pair) => beside.has(pair)).length / pairs.size;
    const worth = (coverage + pairWorth * shared) * (fits ? 1 : worthWithout);
    return { ...candidate, fits, worth };
  });
}

function quotableIn(item: Evidence, language: Language) {
  return unitsOf(item.text, item.section)
    .filter((unit) => isQuotable(unit, wordsOf(item, unit), item.section))
    .filter((unit, _place, all) => !all.some((other) => namesColumnsOf(unit, other)))
    .map((unit) => ({
      evidence: item,
      unit,
      // a table comes along with the sentence that points at it; for its rows they are quoted alone
      terms: termsOf(
        withoutAddresses(unit.kind === "table" ? wordsOf(item, unit) : quoteOf({ evidence: item, unit })),
        language,
      ),
      columns: termsOf(unit.columns.join(" "), language),
    }));
}

/** Its words as they stand in its passage. */
export function quoteOf({ evidence, unit }: Pick<Candidate, "evidence" | "unit">): string {
  return evidence.text.slice(unit.start, unit.end);
}
