import { abstain } from "#engine/draft.ts";
import type { Draft } from "#engine/draft.ts";
import { isSamePassage } from "#engine/evidence.ts";
import type { Evidence, Retrieved } from "#engine/evidence.ts";
import { isOn } from "#engine/rules.ts";
import { english, languageOf } from "#engine/text/language.ts";
import type { Language } from "#engine/text/language.ts";
import { answerability, passagesRead } from "./answerability.ts";
import { answerTypeOf, nameOfType } from "./answer-type.ts";
import { isChangeHistory } from "./change-history.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./compose.ts";
import { isElsewhere } from "./focus.ts";
import type { Focus } from "./focus.ts";
import { listOf, missingWords } from "./query-notices.ts";
import { quoteOf, weigh } from "./weigh.ts";
import type { Candidate } from "./weigh.ts";

/** The lead quote, two beside it, the others below the fold (`compose.ts`). */
const mostQuotes = 5;
/** A passage that scores below this share of the first one is folded, … */
const scoreInSight = 0.5;
/** … and isn't quoted at all below this one. */
const leastScore = 0.2;
/** A second sentence of the same passage is also marked if it scores this share of the best one. */
const worthLighting = 0.9;
const mostLit = 2;
/** A passage without the requested figure yields to one that has it and scores nearly as well, … */
const scoreWithout = 0.75;
/** … and one under another state's heading yields to nearly any other. */
const scoreElsewhere = 0.25;
/** A figure in a passage that scores below this share of the best belongs to another topic. */
const likelyScore = 0.4;

/**
 * Answers with the best passages, verbatim, each whole with the answering sentence marked, in rank order. If nothing
 * matches, says so.
 */
export function answerExtractively(
  question: string,
  found: Retrieved,
  parts: Part[] = [],
  focus: Focus = { chosen: [], others: [] },
): Draft {
  const read = inFocus(ofNamedDocument(found.evidence), focus).slice(0, passagesRead);
  if (read.length === 0) return abstain("None of the documents cover this.");
  const language = languageOf(found.language);
  if (answerability(read, found) < 1) return abstain(whatIsMissing(question, read, language));
  const quotes = quotesOf(read, question, focus, language);
  if (quotes.length === 0) return abstain("There's no complete sentence to quote in the closest passages.");
  const type = language === english ? answerTypeOf(question) : null;
  if (type !== null && isOn("form declines") && parts.length === 0 && !quotes.some(isLikely(quotes)))
    return abstain(
      `No sentence answers this directly. The closest passages don't state ${nameOfType[type]}.`,
    );
  return compose(withParts(quotes, parts, focus, language));
}

/** A passage to quote, with its answering sentences, best first. */
type Quote = Composed & { lit: Candidate[] };

/** The passages with something to quote; those with the requested figure come first if others lack it. */
function quotesOf(read: readonly Evidence[], question: string, focus: Focus, language: Language): Quote[] {
  const candidates = weigh(read, question, language).filter(
    (candidate) =>
      (candidate.unit.kind !== "row" || !isElsewhere(quoteOf(candidate), focus)) &&
      !isChangeHistory(candidate, question, language),
  );
  const quotes = read.flatMap((evidence) => {
    const own = candidates
      .filter((candidate) => candidate.evidence === evidence)
      .toSorted((a, b) => b.worth - a.worth);
    const [best] = own;
    if (best === undefined) return [];
    const lit = own.filter((other) => other.worth >= best.worth * worthLighting && other.fits === best.fits);
    return [{ evidence, lit: lit.slice(0, mostLit) }];
  });
  const scoreOf = ({ evidence, lit: [best] }: (typeof quotes)[number]) =>
    evidence.score *
    (best?.fits === false ? scoreWithout : 1) *
    (isElsewhere(evidence.section, focus) ? scoreElsewhere : 1);
  const ranked = quotes.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const most = ranked[0]?.evidence.score ?? 0;
  return ranked
    .filter(({ evidence }) => evidence.score >= most * leastScore)
    .filter((quote, place, all) => !all.slice(0, place).some((other) => saysTheSame(other, quote)))
    .slice(0, mostQuotes)
    .map(({ evidence, lit }) => ({
      evidence,
      lit,
      answering: lit.map(({ unit: { start, end } }) => ({ start, end })),
      isInSight: evidence.score >= most * scoreInSight,
    }));
}

/** Whether a quote contains the requested figure, in a passage that matches about as well as the best one. */
function isLikely(quotes: readonly Quote[]) {
  const most = Math.max(...quotes.map(({ evidence }) => evidence.score));
  return ({ evidence, lit }: Quote) => evidence.score >= most * likelyScore && lit.some(({ fits }) => fits);
}

/** From this value on, a question names a document by a word that no other title contains. */
const clearlyNamed = 0.99;

/**
 * Quotes no other company's policy if the question names one: applies if the best passage is from the named document.
 */
function ofNamedDocument(read: readonly Evidence[]): readonly Evidence[] {
  const [best] = read;
  if (best === undefined || best.named < clearlyNamed) return read;
  return read.filter(({ named }) => named >= clearlyNamed);
}

/** Puts passages under a heading of another state or product than the chosen one last. */
function inFocus(read: readonly Evidence[], focus: Focus): readonly Evidence[] {
  const elsewhere = read.filter(({ section }) => isElsewhere(section, focus));
  return elsewhere.length === 0 ? read : [...read.filter((item) => !elsewhere.includes(item)), ...elsewhere];
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

const quotesOfPart = 1;
const mostQuotesOfParts = 6;
/** A part's own passage must match this share of it to be quoted for it. */
const partCoverage = 0.45;

/**
 * The best passage of each part, after the lead of the whole question. The whole question finds more than its parts if they
 * share a topic (obliqa, 203 such questions: Recall@1 0.508 against 0.454) and less if they don't.
 */
function withParts(quotes: Quote[], parts: readonly Part[], focus: Focus, language: Language): Quote[] {
  const [lead, ...rest] = quotes;
  if (lead === undefined) return quotes;
  const own = parts.flatMap(({ question, evidence }) => {
    const read = evidence.slice(0, passagesRead);
    return Math.max(0, ...read.map(({ coverage }) => coverage)) < partCoverage
      ? []
      : quotesOf(read, question, focus, language).slice(0, quotesOfPart);
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
  if (one === undefined || other === undefined || one.unit.kind !== "sentence") return false;
  const common = [...one.terms].filter((term) => other.terms.has(term));
  if (common.length < sameWords * Math.max(one.terms.size, other.terms.size)) return false;
  const figures = (terms: Set<string>) => [...terms].filter((term) => /\d/.test(term)).join();
  return figures(one.terms) === figures(other.terms);
}
