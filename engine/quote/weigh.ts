import { isOn } from "#engine/rules.ts";
import { analyze, BREAK, termsOf } from "#engine/text/analyze.ts";
import { isEveryday } from "#engine/query/asking-words.ts";
import { askedFor, holds, withoutForm } from "./answer-type.ts";
import { isSamePassage } from "#engine/evidence.ts";
import type { Evidence } from "#engine/evidence.ts";
import { isQuotable, namesColumnsOf, withoutAddresses, wordsOf } from "./quotable.ts";
import { unitsOf } from "#engine/text/units.ts";
import type { Unit } from "#engine/text/units.ts";

/** Words of the headings above a sentence count, but less than its own, … */
const sectionShare = 0.4;
/** … and so do those of its passage: 'The scan takes an hour' need not say again which scan. */
const passageShare = 0.3;
/** Who asks for an amount, a date or an address is told of something else only when that holds this much more. */
const worthWithout = 0.75;
/** What words bring that stand side by side as they were asked: a little, where two sentences hold the same words. */
const pairWorth = 0.03;

/** What can be quoted from a passage, with what speaks for it. */
export type Candidate = {
  evidence: Evidence;
  unit: Unit;
  position: number;
  terms: Set<string>;
  /** Of them, those that the question names. */
  asked: Set<string>;
  /** Of the names of its columns. */
  columns: Set<string>;
  /** Share of the question it holds. */
  held: number;
  /** The same with what its passage holds besides, at its share: what it can be read to speak of. */
  meant: number;
  /** Whether it holds the kind of thing the question asks for, where that is of a kind. */
  fits: boolean;
  worth: number;
};

/** The words by which quotes are chosen; those of everyday talk only where a question holds no others. */
function termsSought(question: string): Set<string> {
  const all = termsOf(withoutForm(question));
  const telling = new Set([...all].filter((term) => !isEveryday(term)));
  return telling.size > 0 ? telling : all;
}

/** Words that stand side by side, by twos. */
function pairsOf(text: string): Set<string> {
  const words = analyze(text);
  return new Set(
    words.flatMap((word, place) => {
      const next = words[place + 1] ?? BREAK;
      return word === BREAK || next === BREAK ? [] : `${word} ${next}`;
    }),
  );
}

/** Units with what each is worth: the question's words it holds, the rare ones more, in a passage that ranks well. */
export function weigh(evidence: Evidence[], question: string): Candidate[] {
  const terms = termsSought(question);
  const wanted = askedFor(question);
  const units = evidence.flatMap((item) =>
    unitsOf(item.text, item.section)
      .filter((unit) => isQuotable(unit, wordsOf(item, unit), item.section))
      .filter((unit, _place, all) => !all.some((other) => namesColumnsOf(unit, other)))
      .map((unit, position) => ({
        evidence: item,
        unit,
        position,
        // a table comes along with the sentence that points at it; for its rows they are quoted alone
        terms: termsOf(
          withoutAddresses(unit.kind === "table" ? wordsOf(item, unit) : quoteOf({ evidence: item, unit })),
        ),
        columns: termsOf(unit.columns.join(" ")),
      })),
  );
  const rarity = new Map(
    [...terms].map((term) => [
      term,
      Math.log(1 + units.length / (1 + units.filter((other) => other.terms.has(term)).length)),
    ]),
  );
  const pairs = pairsOf(withoutForm(question));
  const whole = [...rarity.values()].reduce((sum, value) => sum + value, 0) || 1;
  const above = new Map(evidence.map((item) => [item, termsOf(`${item.section} ${item.documentName}`)]));
  const around = new Map(evidence.map((item) => [item, termsOf(item.text)]));
  const bestScore = Math.max(...evidence.map((item) => item.score), 1e-9);
  const weighed = units.map((candidate) => {
    const headings = above.get(candidate.evidence);
    const passage = around.get(candidate.evidence);
    let held = 0;
    let meant = 0;
    for (const [term, weight] of rarity)
      if (candidate.terms.has(term)) held += weight;
      else if (headings?.has(term) || candidate.columns.has(term)) held += weight * sectionShare;
      else if (passage?.has(term)) meant += weight * passageShare;
    const share = held / whole;
    const asked = new Set([...terms].filter((term) => candidate.terms.has(term)));
    const fits =
      wanted === null ||
      holds(wanted, question, quoteOf(candidate), /^(?:row|table)$/.test(candidate.unit.kind));
    // cells of a row stand in the table's order
    const own = pairs.size === 0 || candidate.unit.kind === "row" ? null : pairsOf(quoteOf(candidate));
    const beside = own === null ? 0 : [...pairs].filter((pair) => own.has(pair)).length / pairs.size;
    const worth =
      (0.6 * share + 0.4 * (candidate.evidence.score / bestScore) + pairWorth * beside) *
      (fits ? 1 : worthWithout);
    return { ...candidate, asked, held: share, meant: share + meant / whole, fits, worth };
  });
  if (!isOn("outdone rows")) return weighed;
  return weighed.filter((row) => !weighed.some((other) => isOutdone(row, other)));
}

/** Rows of a table are one instead of the other: who asks for 'critical' is not told of 'minor' too. */
function isOutdone(row: Candidate, other: Candidate): boolean {
  return (
    row.unit.kind === "row" &&
    other.unit.kind === "row" &&
    isSamePassage(row.evidence, other.evidence) &&
    row.asked.size < other.asked.size &&
    [...row.asked].every((term) => other.asked.has(term))
  );
}

/** Its words as they stand in its passage. */
export function quoteOf({ evidence, unit }: Pick<Candidate, "evidence" | "unit">): string {
  return evidence.text.slice(unit.start, unit.end);
}
