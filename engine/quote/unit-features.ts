import type { Evidence, Retrieved } from "#engine/evidence.ts";
import { deviationsAmong } from "#engine/deviations.ts";
import { logOdds } from "#engine/odds.ts";
import type { Reading } from "#engine/models/reader/reading.ts";
import { cosineOf } from "#engine/models/word-vectors.ts";
import { analyze, BREAK, termsOf } from "#engine/text/analyze.ts";
import { english, type Language } from "#engine/text/language.ts";
import { denying, duties, freedoms } from "#engine/text/modality.ts";
import { numbersOf } from "#engine/text/numbers.ts";
import { cellsOf, headingsOf, labelOf } from "#engine/text/rows.ts";
import { answerTypeOf, holds } from "./answer-type.ts";
import type { AnsweringUnit, DescribedUnit, WeighedPassage } from "./answering-units.ts";
import { askedWordsOf, pairsIn, type AskedWords, type Terms } from "./asked-words.ts";

/**
 * What tells the sentence, list or row that answers a question from the others, in this order; each is about 0 to 1. The
 * question's words count by their rarity among the units, and in part where a similar word stands for one.
 */
export const UNIT_FEATURES = [
  "passage", // the ranker's log-odds that the passage answers
  "own", // share of the question in the unit's own words
  "similar", // share that it states in similar words
  "columns", // share that only the names of a row's columns state, where its first cell states some
  "heading", // share that only the heading right above it states, or the lead-in of its list
  "path", // share that only the other headings or the title state
  "beside", // share that only the rest of its passage states
  "label", // share in a row's first cell
  "key", // a row's first cell states more of the question than those of the other rows
  "strangeKey", // share of a row's first cell that the question doesn't state
  "inRange", // the question's figure lies in the range that a row's first cell names, or stands in the unit
  "offRange", // a row's first cell names a range without the question's figure
  "pairs", // words adjacent as in the question
  "meaning", // direction of all its words
  "meaningAbove", // the same together with its heading
  "fits", // has the kind of figure that the question asks for
  "lacks", // lacks the kind of figure that the question asks for
  "row",
  "list",
  "item",
  "length", // logarithm of its terms
  "extra", // share of its words that the question doesn't state
  "names", // rarest of its names that the question lacks
  "conditions", // words of its conditions that the question lacks
  "headingExtra", // share of the heading's words that the question lacks
  "named", // share of the question's names in the unit, its columns or its heading
  "itself", // speaks of the document itself
  "rules", // says what must or may be, and the question asks for yes or no
  "first", // opens its passage
  "near", // nearness of its meaning, in quarters of a standard deviation among the units of the question
  "readPassage", // the reader's logit of its passage, …
  "readUnit", // … of itself, the lowest of all where the reader's input ended before it, …
  "unread", // … which this tells
] as const;
export type UnitFeature = (typeof UNIT_FEATURES)[number];

/** A passage whose rank isn't known, such as a recorded one, has even odds. */
export type Scored = WeighedPassage & Partial<Pick<Evidence, "score" | "near">>;

/** What the reader says of passages; none if words alone choose. */
export type Readings<Passage> = ReadonlyMap<Passage, Reading>;

export const readingsOf = ({ evidence, readings }: Retrieved): Readings<Evidence> =>
  new Map(
    readings?.flatMap((reading, place) => {
      const passage = evidence[place];
      return passage === undefined ? [] : [[passage, reading] as const];
    }),
  );

const noTerms: Terms = new Set();

/** Describes the units of a question's passages, in their order. */
export function describeUnits<Passage extends Scored>(
  units: readonly AnsweringUnit<Passage>[],
  question: string,
  language: Language,
  readings: Readings<Passage>,
): DescribedUnit<Passage>[] {
  const words = askedWordsOf(
    question,
    units.map(({ terms }) => terms),
    language,
  );
  const asked = askedOf(question, units, language);
  const seen = new Map<Passage, Surroundings>();
  const surroundings = (passage: Passage) => {
    const known = seen.get(passage) ?? surroundingsOf(passage, units, words, language);
    seen.set(passage, known);
    return known;
  };
  const [read, nearness] = [readOf(units, readings), nearnessIn(units)];
  return units.map((unit) => ({
    ...unit,
    ...describe(
      unit,
      surroundings(unit.evidence),
      words,
      { ...asked, ...read(unit), near: nearness(unit) },
      language,
    ),
  }));
}

const notRead = { readPassage: 0, readUnit: 0, unread: 0 };

/** The reader's figures of each unit. */
function readOf<Passage extends Scored>(
  units: readonly AnsweringUnit<Passage>[],
  readings: Readings<Passage>,
): (unit: AnsweringUnit<Passage>) => typeof notRead {
  if (readings.size === 0) return () => notRead;
  const scores = new Map(
    [...readings].map(([passage, reading]) => [
      passage,
      new Map(reading.units.map(({ start, end, score }) => [`${start}-${end}`, score])),
    ]),
  );
  const scoreOf = ({ evidence, unit }: AnsweringUnit<Passage>) =>
    scores.get(evidence)?.get(`${unit.start}-${unit.end}`);
  const known = units.flatMap((unit) => scoreOf(unit) ?? []);
  const lowest = known.reduce((one, other) => Math.min(one, other), known[0] ?? 0);
  const lowestPassage = Math.min(...[...readings.values()].map(({ score }) => score));
  return (unit) => {
    const score = scoreOf(unit);
    return {
      readPassage: readings.get(unit.evidence)?.score ?? lowestPassage,
      readUnit: score ?? lowest,
      unread: flag(score === undefined),
    };
  };
}

/** The nearness of each unit; one that was not encoded is as far as the farthest. */
function nearnessIn<Passage extends Scored>(
  units: readonly AnsweringUnit<Passage>[],
): (unit: AnsweringUnit<Passage>) => number {
  const cosineOf = ({ evidence, unit }: AnsweringUnit<Passage>) =>
    evidence.near?.find(({ start, end }) => start === unit.start && end === unit.end)?.cosine;
  const known = units.flatMap((unit) => cosineOf(unit) ?? []);
  if (known.length === 0) return () => 0;
  const [deviationsOf, least] = [deviationsAmong(known), Math.min(...known)];
  return (unit) => deviationsOf(cosineOf(unit) ?? least) / 4;
}

type Asked = ReturnType<typeof askedOf> & typeof notRead & { near: number };

function askedOf(question: string, units: readonly AnsweringUnit<WeighedPassage>[], language: Language) {
  const isEnglish = language === english;
  return {
    type: isEnglish ? answerTypeOf(question) : null,
    numbers: figuresIn(question),
    names: isEnglish ? namesAsked(question, units) : noTerms,
    isClosed: isEnglish && isYesOrNo(question),
  };
}

type Label = { terms: Terms; share: number };
const noLabel: Label = { terms: noTerms, share: 0 };

type Surroundings = {
  heading: Terms;
  path: Terms;
  passage: Terms;
  /** The first cell of each of its rows, with the share of the question in it. */
  labels: ReadonlyMap<AnsweringUnit<WeighedPassage>, Label>;
  /** The highest of those shares. */
  bestLabel: number;
  first: AnsweringUnit<WeighedPassage> | undefined;
};

function surroundingsOf<Passage extends WeighedPassage>(
  passage: Passage,
  units: readonly AnsweringUnit<Passage>[],
  words: AskedWords,
  language: Language,
): Surroundings {
  const headings = headingsOf(passage.section).split(" › ");
  const own = units.filter(({ evidence }) => evidence === passage);
  const labels = new Map(
    own
      .filter(({ unit }) => unit.kind === "row")
      .map((row) => {
        const terms = termsOf(labelOf(row.text, row.group), language);
        return [row, { terms, share: words.shareStatedBy(terms) }];
      }),
  );
  return {
    heading: termsOf(headings.at(-1) ?? "", language),
    path: termsOf([...headings.slice(0, -1), passage.documentName].join("\n"), language),
    passage: termsOf(passage.text, language),
    labels,
    bestLabel: Math.max(0, ...[...labels.values()].map(({ share }) => share)),
    first: own[0],
  };
}

function describe(
  candidate: AnsweringUnit<Scored>,
  around: Surroundings,
  words: AskedWords,
  asked: Asked,
  language: Language,
): Omit<DescribedUnit, keyof AnsweringUnit<WeighedPassage>> {
  const { evidence, unit, text, terms } = candidate;
  const isEnglish = language === english;
  const isTable = unit.kind === "row" || unit.kind === "table";
  const hasAnswerType = asked.type === null || holds(asked.type, text, isTable);
  const label = around.labels.get(candidate) ?? noLabel;
  const above =
    unit.leadIn === "" ? around.heading : new Set([...around.heading, ...termsOf(unit.leadIn, language)]);
  const { byColumns, ...shares } = statedWhere(
    candidate,
    { ...around, heading: above },
    words,
    label.share > 0,
  );
  const beside = unit.kind === "row" ? noTerms : pairsIn(text, language);
  const meaning = (of: Terms) => (isEnglish ? cosineOf(words.direction, words.directionOf(of)) : 0);
  const values: Record<UnitFeature, number> = {
    passage: logOdds(evidence.score ?? 0.5, 1e-3),
    ...shares,
    label: label.share,
    key: flag(label.share > 0 && label.share >= around.bestLabel),
    strangeKey: words.strangeShareOf(label.terms),
    ...rangeFeatures(candidate, asked.numbers),
    pairs:
      words.pairs.size === 0
        ? 0
        : [...words.pairs].filter((pair) => beside.has(pair)).length / words.pairs.size,
    meaning: meaning(terms),
    meaningAbove: meaning(new Set([...terms, ...above])),
    fits: flag(asked.type !== null && hasAnswerType),
    lacks: flag(!hasAnswerType),
    row: flag(unit.kind === "row"),
    list: flag(unit.kind === "list" || unit.kind === "table"),
    item: flag(unit.kind === "item"),
    length: Math.log1p(terms.size) / 4,
    extra: words.strangeShareOf(terms),
    names: isEnglish && unit.kind !== "row" ? strangestName(text, words) : 0,
    conditions: isEnglish ? Math.min(1, strangeConditions(text, words) / 6) : 0,
    headingExtra: words.strangeShareOf(around.heading),
    named: namedShare(asked.names, [terms, candidate.columns, around.heading]),
    itself: flag(isEnglish && ofItself.test(text)),
    rules: flag(asked.isClosed && rules.test(text)),
    first: flag(around.first === candidate),
    near: asked.near,
    readPassage: asked.readPassage,
    readUnit: asked.readUnit,
    unread: asked.unread,
  };
  const { own, similar, columns, heading, path } = shares;
  return {
    fits: hasAnswerType,
    coverage: own + similar + columns + heading + path,
    byColumns,
    features: Float64Array.from(UNIT_FEATURES, (name) => values[name]),
  };
}

const flag = (is: boolean): number => (is ? 1 : 0);

/**
 * Each share of the question counts once, where it is stated nearest. Names of columns count if the row's first cell states
 * some of the question (`isKeyed`); without a key every row has them, and `byColumns` is what they would state.
 */
function statedWhere(
  { terms, columns }: AnsweringUnit<WeighedPassage>,
  { heading, path, passage }: Surroundings,
  { words, whole, stated }: AskedWords,
  isKeyed: boolean,
) {
  const shares = { own: 0, similar: 0, columns: 0, heading: 0, path: 0, beside: 0, byColumns: 0 };
  for (const { term, weight } of words) {
    const share = weight / whole;
    const own = stated(term, terms);
    if (own === 1) {
      shares.own += share;
      continue;
    }
    shares.similar += share * own;
    const rest = share * (1 - own);
    const [byColumns, byHeading] = [stated(term, columns), stated(term, heading)];
    if (!isKeyed) shares.byColumns += rest * byColumns;
    else if (byColumns > 0) {
      shares.columns += rest * byColumns;
      continue;
    }
    if (byHeading > 0) shares.heading += rest * byHeading;
    else if (passage.has(term)) shares.beside += rest;
    else shares.path += rest * stated(term, path);
  }
  return shares;
}

/** Figures in digits or words: 'seven years' is 7. */
const figuresIn = (text: string): number[] => numbersOf(text).map(Number).filter(Number.isFinite);

function rangeFeatures({ unit, text }: AnsweringUnit<WeighedPassage>, numbers: readonly number[]) {
  if (numbers.length === 0) return { inRange: 0, offRange: 0 };
  const range = unit.kind === "row" ? rangeOf(cellsOf(text)[0] ?? "") : null;
  if (range === null) {
    const own = figuresIn(text);
    return { inRange: flag(numbers.some((number) => own.includes(number))), offRange: 0 };
  }
  const isIn = numbers.some((number) => number >= range.from && number <= range.to);
  return { inRange: flag(isIn), offRange: flag(!isIn) };
}

const below = /\b(?:up to|below|under|less than|fewer than|at most|or less|or fewer)\b/i;
const over = /\b(?:over|above|more than|from|at least|or more|and more)\b|\d ?\+/i;

/** The range that a row's first cell names: '6 to 10', 'up to 55 inches', 'more than 500', '7'; null if none. */
function rangeOf(label: string): { from: number; to: number } | null {
  const [from, to, ...more] = figuresIn(label);
  if (from === undefined || more.length > 0) return null;
  if (to !== undefined) return to >= from ? { from, to } : null;
  if (below.test(label)) return { from: 0, to: from };
  return { from, to: over.test(label) ? Infinity : from };
}

const asksForYesOrNo =
  /^(?:and |so |but )?(?:is|are|was|were|do|does|did|can|could|may|must|shall|should|will|would|have|has|am)\b/i;
/** 'I moved to Ohio, do I need …?' */
const isYesOrNo = (question: string) =>
  question.split(/[,.;:?!] /).some((part) => asksForYesOrNo.test(part.trim()));
const ofItself =
  /\b(?:this|the present) (?:policy|document|manual|procedure|guide|handbook|agreement|section|chapter|plan|standard|circular|schedule|code|page|notice|part|supplement)\b/i;
const rules = new RegExp(String.raw`${duties.source}|${freedoms.source}|\b(?:${denying})\b`, "i");

/** Capitalized inside a sentence. */
const capitalized = /(?<=[^.!?:\n\t|] )\p{Lu}[\p{L}\p{N}&-]*/gu;

function namesIn(text: string): string[] {
  return [...text.matchAll(capitalized)].flatMap(([name]) => [...termsOf(name)]);
}

/** The question's words that the units write as names: the theme's own documents say what is one. */
function namesAsked(question: string, units: readonly AnsweringUnit<WeighedPassage>[]): Terms {
  const known = new Set(units.flatMap(({ text }) => namesIn(text)));
  return new Set([...termsOf(question)].filter((term) => known.has(term)));
}

function namedShare(names: Terms, by: readonly Terms[]): number {
  const held = [...names].filter((name) => by.some((terms) => terms.has(name)));
  return names.size === 0 ? 0 : held.length / names.size;
}

/** 'Massachusetts' where the question names no state. */
function strangestName(text: string, { isStated, rarity }: AskedWords): number {
  const strange = namesIn(text).filter((name) => isStated(name) === 0);
  return Math.max(0, ...strange.map(rarity)) / 5;
}

const condition =
  /\b(?:if|when|where|unless|except|until|provided that|in (?:the )?case of|only for|for (?!(?:the|an?)\b))\b[^,;.:]*/gi;

function strangeConditions(text: string, { isStated }: AskedWords): number {
  const clauses = (text.match(condition) ?? []).flatMap((clause) => analyze(clause));
  return clauses.reduce((sum, term) => sum + (term === BREAK ? 0 : 1 - isStated(term)), 0);
}
