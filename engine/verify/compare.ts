import { termsOf } from "#engine/text/analyze.ts";
import type { ClaimVerdict } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { numbersOf } from "#engine/text/numbers.ts";
import { toFormsOf } from "#engine/text/abbreviations.ts";
import { cellsOf, columnsOf, headingsOf, isRow } from "#engine/text/rows.ts";
import { canonicalTerms } from "#engine/text/synonyms.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { appliedFigures } from "./applied-figures.ts";
import { isOfAnotherColumn } from "./columns.ts";
import { droppedCondition } from "./conditions.ts";
import { contextOf } from "./context.ts";
import { type Disagreement, disagreement } from "./disagreement.ts";
import { restates } from "./restates.ts";
import { isPast, isStatement, leastContent } from "./statements.ts";
import { hasMisplacedNumber, placedIn } from "./word-order.ts";

/**
 * Share of a sentence's words that the best span of its passage contains. docs/decisions/checking.md explains the value.
 */
const openShare = 0.35;
/** An applied rule is said in few words of its own. */
const appliedShare = 0.15;
/** A single sentence with this share of a claim's words is about the same thing. */
const contradictedShare = 0.75;
/** … and so is a sentence with this share of common words in both directions. */
const twinShare = 0.5;
/** With this share of common words, another number is the difference. */
const alikeShare = 0.6;

/** The result of comparing a sentence with a passage. */
export type CheckedVerdict = Exclude<ClaimVerdict, "unchecked">;

/** A sentence, and what its question contributes to it. */
export type Asserted = {
  claim: string;
  question: string;
  /** Without a citation only long sentences are confirmed: their words are met by chance less often. */
  content?: number;
};

export type Comparison = {
  verdict: CheckedVerdict;
  /** The words of the passage to show beside the sentence. */
  quote: string;
  /** A clause that limits these words and that the sentence lacks. */
  condition: string | null;
};

/** Words of the passage, and what they say about the claim. */
type Span = {
  stretch: Window;
  /** Share of the claim's terms that they contain, with headings and column names; `words` leaves numbers out. */
  overlap: number;
  words: number;
  /** Share of the terms of both that occur in both. */
  common: number;
  /** How they disagree with the claim. */
  against: Disagreement | "column" | null;
  /** They say no other number: they have none, or some of the claim's in other words, and the passage has the rest. */
  isSilent: boolean;
};

/** In paraphrases these are error-prone: 'payment is blocked' has no negation and means 'no payment is made'. */
const uncertain: ReadonlySet<Span["against"]> = new Set(["negation", "modality", "direction"]);

/**
 * How well one passage supports one sentence. *supported*: words of it state the sentence (restates.ts) as it stands: no
 * exact check fails (disagreement.ts), they are a statement of today's rules (statements.ts) and nothing limits them that the
 * sentence lacks (conditions.ts). *contradicted*: words of it say the same of another number, name, column or time.
 * *open*: it discusses the sentence and no exact check fails.
 */
export function compare(asserted: Asserted, evidence: Evidence): Comparison {
  const { question, content = leastContent } = asserted;
  const { sentences, pairs, toItsForms } = readOnce(evidence);
  const claim = toItsForms(asserted.claim);
  const terms = [...termsOf(claim)];
  const words = terms.filter((term) => !/\d/.test(term));
  const applied = figuresApplied(claim, question, evidence);
  const least = applied.size > 0 ? appliedShare : openShare;
  const weigh = (stretch: Window): Span => {
    const { quote, rows, around, own, held } = stretch;
    const heldOf = (some: string[]) =>
      some.filter((term) => held.has(term)).length / Math.max(1, some.length);
    const shared = terms.filter((term) => own.has(term)).length;
    const common = shared / Math.max(1, terms.length + own.size - shared);
    const span: Span = {
      stretch,
      overlap: heldOf(terms),
      words: heldOf(words),
      common,
      against: null,
      isSilent: false,
    };
    // most spans stop here; the checks below are the expensive ones
    if (span.overlap < least && span.words < contradictedShare) return span;
    span.against = isInAnotherColumn(claim, rows)
      ? "column"
      : disagreement(claim, quote, { passage: evidence.text, around, applied });
    span.isSilent = span.against === "number" && saysNoOtherNumber(claim, span, evidence.text);
    return span;
  };
  const asks = (verdict: CheckedVerdict, { stretch: { quote, next } }: Span): Comparison => ({
    verdict,
    quote,
    condition: verdict === "unsupported" ? null : droppedCondition(`${claim} ${question}`, quote, next),
  });
  const singles = sentences.map(weigh);
  const nearest = bestOf(singles);
  if (nearest === null) return { verdict: "unsupported", quote: "", condition: null };
  const isStated = ({ stretch: { quote, around, next }, overlap, against }: Span) =>
    overlap >= openShare &&
    against === null &&
    applied.size === 0 &&
    canonicalTerms(claim).length >= content &&
    isStatement(quote, evidence) &&
    !isPast(`${headingsOf(evidence.section)} ${quote} ${next}`, evidence, claim) &&
    droppedCondition(claim, quote, next) === null &&
    restates(claim, { quote, around });
  const whole = singles.find(isStated);
  if (whole !== undefined) return asks("supported", whole);
  const verbatim = singles.find(({ stretch: { quote } }) => squeezed(quote) === squeezed(claim));
  if (verbatim !== undefined) return asks("open", verbatim);
  // a sentence that says the same thing in another order isn't beaten by its neighbors' words
  for (const alike of [[nearest], closestOf(singles)])
    if (alike.every(isContradicting)) return asks("contradicted", alike[0] ?? nearest);
  const joined = pairs.map(weigh);
  const joint = bestOf(joined.filter(isStated));
  if (joint !== null) return asks("supported", joint);
  const near = [...singles, ...joined].filter(({ overlap }) => overlap >= least);
  const best =
    bestOf(near.filter(({ against }) => against === null)) ??
    bestOf(near.filter(({ against }) => uncertain.has(against)));
  return best === null ? asks("unsupported", nearest) : asks("open", best);
}

const isInAnotherColumn = (claim: string, rows: Words["rows"]) =>
  rows.some((row) => isOfAnotherColumn(claim, row.text, row.columns));

/**
 * Whether a passage, its headings or its document's name have every word of a sentence, and the quoted words disagree with it in
 * nothing: somebody who vouches for the sentence then finds it there.
 */
export function hasWordsOf(
  written: string,
  { evidence, quote }: { evidence: Evidence; quote: string },
): boolean {
  const claim = readOnce(evidence).toItsForms(written);
  const around = `${evidence.section} ${evidence.documentName}`;
  const held = new Set(canonicalTerms(`${around} ${evidence.text}`));
  return (
    canonicalTerms(claim).every((term) => held.has(term)) &&
    disagreement(claim, quote, { passage: evidence.text, around }) === null
  );
}

/**
 * Whether words of a passage agree with a sentence in its numbers, units, names and columns, and one of their rows, if they
 * have any, is that of a word of the sentence or its question; whatever else either says.
 */
export function agrees(
  { claim: written, question }: Asserted,
  { evidence, quote }: { evidence: Evidence; quote: string },
): boolean {
  const { sentences, toItsForms } = readOnce(evidence);
  const claim = toItsForms(written);
  const around = `${evidence.section} ${evidence.documentName}`;
  const rows = sentences
    .filter((one) => one.quote.includes(quote) || quote.includes(one.quote))
    .flatMap((one) => one.rows);
  const applied = figuresApplied(claim, question, evidence);
  if (isInAnotherColumn(claim, rows) || isOfOtherRows(`${claim} ${question}`, quote, rows)) return false;
  const against = disagreement(claim, quote, { passage: evidence.text, around, applied });
  return against === null || uncertain.has(against);
}

function isOfOtherRows(said: string, quote: string, rows: Words["rows"]): boolean {
  const told = new Set(canonicalTerms(said));
  const labels = rows
    .map(({ text }) => canonicalTerms(cellsOf(text)[0] ?? ""))
    .filter((label) => label.length > 0);
  const isOnlyRows = sentencesOf(quote).every(({ text }) => isRow(text));
  return isOnlyRows && labels.length > 0 && !labels.some((label) => label.some((term) => told.has(term)));
}

/** Whether a sentence applies figures of its question to a passage (applied-figures.ts). */
export function appliesFigures({ claim, question }: Asserted, evidence: Evidence): boolean {
  return figuresApplied(claim, question, evidence).size > 0;
}

function figuresApplied(claim: string, question: string, { text, section }: Evidence): ReadonlySet<string> {
  return appliedFigures(claim, `${text} ${headingsOf(section)}`, question);
}

/** The span discusses the same thing and contradicts the claim; a paraphrase counts only if it says little else. */
function isContradicting({ words, common, against, isSilent }: Span): boolean {
  return (
    !isSilent &&
    against !== null &&
    words >= contradictedShare &&
    (!uncertain.has(against) || common >= twinShare)
  );
}

function saysNoOtherNumber(claim: string, { stretch: { quote }, common }: Span, passage: string): boolean {
  const held = numbersOf(quote);
  if (held.length === 0) return true;
  const said = numbersOf(claim);
  const others = said.filter((one) => !held.includes(one));
  const elsewhere = numbersOf(passage);
  return (
    common < alikeShare &&
    others.length > 0 &&
    others.length < said.length &&
    others.every((one) => elsewhere.includes(one)) &&
    !hasMisplacedNumber(placedIn(claim), placedIn(quote))
  );
}

/** In one line. */
export const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

/** The span with the most support; of equals, the earlier and thus shorter one makes the better quote. */
function bestOf(spans: Span[]): Span | null {
  let best: Span | null = null;
  for (const span of spans) if (best === null || span.overlap > best.overlap + 0.08) best = span;
  return best;
}

/** The spans with the maximum share of the words, numbers aside: the claim's twins. */
function closestOf(spans: Span[]): Span[] {
  const most = Math.max(...spans.map(({ words }) => words));
  return spans.filter(({ words }) => words === most);
}

type Words = {
  quote: string;
  /** The sentence after them. */
  next: string;
  /** Their context: the lead-in of a list, the line above a table. */
  before: string;
  /** The column names of each table row among them. */
  rows: { text: string; columns: string[] }[];
};
/** Words of a passage: with their context, their own terms, and the terms of both them and their headings. */
type Window = Words & { around: string; own: Set<string>; held: Set<string> };
type Read = {
  sentences: Window[];
  pairs: Window[];
  /** A name written out says the same as its abbreviation. */
  toItsForms: (claim: string) => string;
};

/**
 * A passage with shorter sentences than these is a table of figures and is read no further. Passages have at most 1,200
 * characters.
 */
const mostSentences = 120;

const known = new WeakMap<Evidence, Read>();

/** Single sentences of a passage, and pairs of neighbors. Each sentence of an answer is compared with the same ones. */
function readOnce(evidence: Evidence): Read {
  const read = known.get(evidence) ?? readPassage(evidence);
  known.set(evidence, read);
  return read;
}

function readPassage({ text, section, documentName, abbreviations = [] }: Evidence): Read {
  const parts = sentencesOf(text).slice(0, mostSentences);
  const above = `${section} ${documentName}`;
  const withTerms = (words: Words): Window => {
    const over = [above, ...words.rows.flatMap(({ columns }) => columns)].join(" ");
    const own = termsOf(words.quote);
    return { ...words, own, held: new Set([...own, ...termsOf(over)]), around: `${words.before} ${over}` };
  };
  const sentences = parts.map((part, index) => {
    const rows = isRow(part.text) ? [{ text: part.text, columns: columnsOf(parts, index, section) }] : [];
    const next = parts[index + 1]?.text ?? "";
    return withTerms({ quote: part.text, next, before: contextOf(parts, index), rows });
  });
  const pairs = parts.slice(1).map((part, index) =>
    withTerms({
      quote: text.slice(parts[index]?.start ?? 0, part.end),
      next: parts[index + 2]?.text ?? "",
      before: sentences[index]?.before ?? "",
      rows: sentences.slice(index, index + 2).flatMap(({ rows }) => rows),
    }),
  );
  return { sentences, pairs, toItsForms: toFormsOf(text, abbreviations) };
}
