import { abstain, joinSpans, type Draft, type Span } from "#engine/draft.ts";
import { isSamePassage, type Evidence, type Retrieved } from "#engine/evidence.ts";
import { askedSections } from "#engine/query/section-question.ts";
import { english, languageOf, type Language } from "#engine/text/language.ts";
import { answerTypeOf, nameOfType } from "./answer-type.ts";
import { asksOfThePast, endOf, isChangeHistory, isSuperseded } from "./change-history.ts";
import { weighUnits, weightsFor } from "./choose.ts";
import type { Candidate } from "./answering-units.ts";
import { partsInOrder } from "./asked-part.ts";
import { compose, type Composed } from "./compose.ts";
import { confidenceIn } from "./confidence.ts";
import { isElsewhere, isRegional, names, noFocus, withChosen, type Focus } from "./focus.ts";
import type { Terms } from "./asked-words.ts";
import { listOf, missingWords } from "./query-notices.ts";
import { readingsOf, type Readings } from "./unit-features.ts";

/** Number of passages whose sentences are weighed. */
export const passagesWeighed = 12;
/** The lead quote, two beside it, the others below the fold (`compose.ts`). */
const mostQuotes = 5;
/** A passage is in sight if its odds are at least this share of the lead's, … */
const oddsInSight = 0.2;
/** … and isn't quoted at all below this one. */
const leastOdds = 0.01;
/** A second sentence beside the best one is also marked from this share of its odds on. */
const oddsToMark = 0.4;

/**
 * Answers with the best passages, verbatim, each whole with the answering sentence marked, best first. If nothing is likely
 * to answer, says so.
 */
export function answerExtractively(
  question: string,
  found: Retrieved,
  parts: Part[] = [],
  focus: Focus = noFocus,
): Draft {
  const { read, quotes, confidence, language, weights, missing } = weigh(question, found, focus);
  if (read.length === 0) return abstain("None of the documents cover this.");
  const [lead] = quotes;
  if (lead === undefined) return abstain("There's no complete sentence to quote in the closest passages.");
  if (confidence < weights.leastConfidence) return abstain(whatIsMissing(question, read, language));
  const draft = compose(withParts(withFit(quotes, confidence), parts, { found, focus, language }));
  return {
    ...draft,
    reason:
      [formNotice(question, lead, language), pastNotice(lead), partNotice(missing), draft.reason]
        .filter(Boolean)
        .join(" ") || null,
  };
}

/** The confidence in the lead, 0 to 1, and the least with which it leads; 0 if there is nothing to quote. */
export function confidenceFor(question: string, found: Retrieved): { confidence: number; least: number } {
  const { confidence, weights } = weigh(question, found, noFocus);
  return { confidence, least: weights.leastConfidence };
}

/** Whether the product would lead with something, rather than show what comes closest. */
export function isAnswered(question: string, found: Retrieved): boolean {
  const { confidence, least } = confidenceFor(question, found);
  return confidence >= least;
}

function weigh(question: string, found: Retrieved, focus: Focus) {
  const language = languageOf(found.language);
  const read = ofNamedDocument(found.evidence, question).slice(0, passagesWeighed);
  const readings = readingsOf(found);
  const past = new Set(asksOfThePast(question) ? [] : read.filter(isSuperseded));
  const weighed = lowered(unitsFor(question, read, focus, language, readings), ofSuperseded, ({ evidence }) =>
    past.has(evidence),
  );
  const { units, beginnings, missing } = partsInOrder(weighed, askedSections(question));
  const quotes = quotesOf(units, beginnings);
  const [lead] = quotes;
  const weights = weightsFor(read, readings);
  const confidence = lead === undefined ? 0 : confidenceIn(lead.lit[0], units, found, language, weights);
  return { read, quotes, confidence, language, weights, missing };
}

/**
 * Log-odds of a document that says it no longer applies, for a question that does not ask of the past: it leads only where no
 * other comes near.
 */
const ofSuperseded = -6;
/** The same of what holds in one state only, for a question that names none: 3 and 5 choose the same leads. */
const ofRegion = -3;

const lowered = (
  units: readonly Candidate<Evidence>[],
  by: number,
  isLate: (unit: Candidate<Evidence>) => boolean,
): readonly Candidate<Evidence>[] =>
  units.map((unit) => (isLate(unit) ? { ...unit, worth: unit.worth + by } : unit));

/** A passage to quote, with its answering sentences, best first, and its odds as a share of the lead's. */
type Quote = Omit<Composed, "fit"> & { lit: [Candidate<Evidence>, ...Candidate<Evidence>[]]; odds: number };

/** The units that may answer, of the chosen state or product before all others. */
function unitsFor(
  question: string,
  read: readonly Evidence[],
  focus: Focus,
  language: Language,
  readings?: Readings<Evidence>,
) {
  const texts = read.flatMap(({ section, text }) => [section, text]);
  const units = weighUnits(read, withChosen(question, focus, texts), language, readings).filter(
    (unit) => !isChangeHistory(unit, question, language),
  );
  const isOff = ({ evidence, text, unit }: Candidate<Evidence>) =>
    isElsewhere(evidence.section, focus) || (unit.kind === "row" && isElsewhere(text, focus));
  const onTarget = units.filter((unit) => !isOff(unit));
  const known = texts.join("\n");
  const regions = focus.regions.filter((name) => names(known, name));
  return lowered(onTarget.length === 0 ? units : onTarget, ofRegion, (unit) => isRegional(unit, regions));
}

/** One quote for each passage, those most likely to answer first. */
function quotesOf(
  units: readonly Candidate<Evidence>[],
  beginnings: ReadonlySet<Candidate<Evidence>> = new Set(),
): Quote[] {
  const passages = [...new Set(units.map(({ evidence }) => evidence))];
  const quotes = passages
    .map((evidence) => ({
      evidence,
      lit: answeringIn(
        units.filter((unit) => unit.evidence === evidence),
        beginnings,
      ),
    }))
    .toSorted((a, b) => b.lit[0].worth - a.lit[0].worth);
  const most = quotes[0]?.lit[0].worth ?? 0;
  return quotes
    .map((quote) => ({ ...quote, odds: Math.exp(quote.lit[0].worth - most) }))
    .filter(({ odds }) => odds >= leastOdds)
    .filter((quote, place, all) => !all.slice(0, place).some((other) => saysTheSame(other, quote)))
    .slice(0, mostQuotes)
    .map((quote) => ({
      ...quote,
      answering: spansOf(quote.lit, beginnings),
      best: quote.lit[0].unit,
      isInSight: quote.odds >= oddsInSight,
    }));
}

/**
 * Chances that match what 422 leads and 1,266 further quotes to newcomers' and customers' questions held: the lead's is its
 * confidence, another one's a share of its odds beside the lead, whatever the confidence.
 */
const withFit = (quotes: readonly Quote[], confidence: number): Fitting[] =>
  quotes.map((quote, place) => ({
    ...quote,
    fit: place === 0 ? confidence : Math.min(confidence, besideLead * quote.odds),
  }));
type Fitting = Quote & Composed;
const besideLead = 0.3;

/** Where each of several asked parts begins; else the run of the best sentence and the one beside it. */
function spansOf(lit: Quote["lit"], beginnings: ReadonlySet<Candidate<Evidence>>): Span[] {
  const units = lit.map(({ unit }) => unit);
  if (beginnings.has(lit[0])) return joinSpans(units);
  return [
    { start: Math.min(...units.map(({ start }) => start)), end: Math.max(...units.map(({ end }) => end)) },
  ];
}

/**
 * The best of a passage's units; with a sentence, also the one directly before or after it if it is about as likely. Of
 * several parts that are asked for, where each begins.
 */
function answeringIn(
  own: readonly Candidate<Evidence>[],
  beginnings: ReadonlySet<Candidate<Evidence>>,
): Quote["lit"] {
  const [first, ...begun] = own.filter((unit) => beginnings.has(unit));
  if (first !== undefined) return [first, ...begun];
  const best = own.reduce((one, other) => (other.worth > one.worth ? other : one));
  const place = own.indexOf(best);
  const beside = [own[place - 1], own[place + 1]].filter(
    (unit) =>
      unit?.unit.kind === "sentence" &&
      isDirectlyBeside(unit, best) &&
      unit.fits === best.fits &&
      Math.exp(unit.worth - best.worth) >= oddsToMark,
  );
  const [other] = beside.toSorted((a, b) => (b?.worth ?? 0) - (a?.worth ?? 0));
  return best.unit.kind !== "sentence" || other === undefined ? [best] : [best, other];
}

const isDirectlyBeside = (one: Candidate<Evidence>, other: Candidate<Evidence>): boolean => {
  const [from, to] =
    one.unit.start < other.unit.start ? [one.unit.end, other.unit.start] : [other.unit.end, one.unit.start];
  return one.evidence.text.slice(from, Math.max(from, to)).trim() === "";
};

/** Says of an answer that lacks the kind of figure asked for that it does. */
function formNotice(question: string, { lit }: Quote, language: Language): string {
  const type = language === english ? answerTypeOf(question) : null;
  return type === null || lit.some(({ fits }) => fits)
    ? ""
    : `The quoted passage doesn't state ${nameOfType[type]}.`;
}

function pastNotice({ evidence }: Quote): string {
  const end = endOf(evidence);
  return end === null ? "" : `'${evidence.documentName}' says that it ${end}.`;
}

const partNotice = (missing: string[]) =>
  missing.length === 0 ? "" : `No part numbered ${listOf(missing, "disjunction")} was found.`;

/** From this value on, a question names a document by a word that no other title contains. */
const clearlyNamed = 0.99;

/**
 * Quotes no other company's policy if the question names one: applies if the best passage is from the named document.
 */
function ofNamedDocument(read: readonly Evidence[], question: string): readonly Evidence[] {
  const [best] = read;
  if (best === undefined || best.named < clearlyNamed) return read;
  // 'late fee' is no name of the circular on late fees that was withdrawn
  if (isSuperseded(best) && !asksOfThePast(question)) return read;
  return read.filter(({ named }) => named >= clearlyNamed);
}

function whatIsMissing(question: string, read: readonly Evidence[], language: Language): string {
  const texts = read.map(({ text, section, documentName }) => `${text}\n${section}\n${documentName}`);
  const missing = missingWords(question, texts, language);
  return missing.length === 0
    ? "The closest passages aren't close enough to the question."
    : `The closest passages don't mention ${listOf(missing, "disjunction")}.`;
}

/** One of several questions in a question, with the passages found for it alone. */
export type Part = { question: string; evidence: Evidence[] };

const mostQuotesOfParts = 6;
/** A part's own passage must match this share of it to be quoted for it. */
const partCoverage = 0.45;

/**
 * The best passage of each part, after the lead of the whole question. The whole question finds more than its parts if they
 * share a topic (obliqa, 203 such questions: Recall@1 0.508 against 0.454) and less if they don't.
 */
function withParts(
  quotes: Fitting[],
  parts: readonly Part[],
  { found, focus, language }: { found: Retrieved; focus: Focus; language: Language },
): Fitting[] {
  const [lead, ...rest] = quotes;
  if (lead === undefined) return quotes;
  const own = parts.flatMap(({ question, evidence }) => {
    const read = evidence.slice(0, passagesWeighed);
    if (Math.max(0, ...read.map(({ coverage }) => coverage)) < partCoverage) return [];
    const units = unitsFor(question, read, focus, language);
    const [best] = quotesOf(units);
    if (best === undefined) return [];
    const confidence = confidenceIn(best.lit[0], units, found, language, weightsFor(read, new Map()));
    return withFit([best], confidence);
  });
  return [lead, ...own, ...rest]
    .filter(
      (quote, place, all) =>
        !all.slice(0, place).some((other) => isSamePassage(other.evidence, quote.evidence)),
    )
    .slice(0, mostQuotesOfParts);
}

/** Two passages with this share of their words in common are duplicates, unless their figures differ. */
const sameWords = 0.8;

function saysTheSame({ lit: [one] }: Pick<Quote, "lit">, { lit: [other] }: Pick<Quote, "lit">): boolean {
  if (one.unit.kind !== "sentence") return false;
  const common = [...one.terms].filter((term) => other.terms.has(term));
  if (common.length < sameWords * Math.max(one.terms.size, other.terms.size)) return false;
  const figures = (terms: Terms) => [...terms].filter((term) => /\d/.test(term)).join();
  return figures(one.terms) === figures(other.terms);
}
