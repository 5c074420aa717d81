import { termsOf } from "#engine/text/analyze.ts";
import type { ClaimVerdict } from "#engine/draft.ts";
import type { Evidence } from "#engine/evidence.ts";
import { columnsOf, isRow } from "#engine/text/rows.ts";
import { saidIn } from "#engine/text/synonyms.ts";
import { sentencesOf } from "#engine/text/sentences.ts";
import { isOfAnotherColumn } from "./columns.ts";
import { hasOtherActor } from "./actors.ts";
import { contextOf } from "./context.ts";
import { type Disagreement, disagreement } from "./disagreement.ts";
import { strangeNames } from "./names.ts";
import { isStatedBy } from "./statement.ts";

/**
 * Shares of a sentence's words that the best span of its passage contains. docs/decisions/checking.md explains the values.
 */
const supportedShare = 0.5;
const openShare = 0.35;
/** A single sentence with this share of a claim's words is about the same thing. */
const contradictedShare = 0.75;
/** … and so is a sentence with this share of common words in both directions. */
const twinShare = 0.5;

/** The result of comparing a sentence with a passage. */
export type CheckedVerdict = Exclude<ClaimVerdict, "unchecked">;

/** Words of the passage to show beside the claim. */
type Span = {
  quote: string;
  /** Share of the claim's terms that they contain, with headings and column names; `words` leaves numbers out. */
  overlap: number;
  words: number;
  /** Share of the terms of both that occur in both. */
  common: number;
  /** How they disagree with the claim. */
  against: Disagreement | "column" | null;
  /** Whether they state the claim. */
  states: boolean;
};

/** In paraphrases these are error-prone: 'payment is blocked' has no negation and means 'no payment is made'. */
const uncertain: ReadonlySet<Span["against"]> = new Set(["negation", "modality", "direction"]);

/**
 * How well one passage supports one sentence, and the supporting words: the span that contains most of the sentence's words
 * among those that agree with it (disagreement.ts) and state it (statement.ts).
 */
export function compare(claim: string, evidence: Evidence): { verdict: CheckedVerdict; quote: string } {
  const terms = [...termsOf(claim)];
  const words = terms.filter((term) => !/\d/.test(term));
  const { passage, sentences, pairs } = readOnce(evidence);
  const weigh = ({ quote, rows, sentences: parts, around, own, held }: Stretch): Span => {
    const heldOf = (some: string[]) =>
      some.filter((term) => held.has(term)).length / Math.max(1, some.length);
    const shared = terms.filter((term) => own.has(term)).length;
    const common = shared / Math.max(1, terms.length + own.size - shared);
    const shares = { overlap: heldOf(terms), words: heldOf(words), common };
    const span: Span = { quote, ...shares, against: null, states: false };
    // this is enough for most of a passage, and the rest costs most
    if (span.overlap < openShare && span.words < contradictedShare) return span;
    span.against = isInAnotherColumn(claim, rows)
      ? "column"
      : disagreement(claim, quote, { passage: evidence.text, around });
    span.states =
      span.against === null &&
      span.overlap >= supportedShare &&
      strangeNames(claim, `${quote} ${around}`).length === 0 &&
      isStatedBy(claim, parts, { around, passage });
    return span;
  };
  const singles = sentences.map(weigh);
  const verbatim = sentences.find(({ quote }) => squeezed(quote) === squeezed(claim));
  if (verbatim !== undefined) return { verdict: "supported", quote: verbatim.quote };
  const nearest = bestOf(singles);
  if (nearest === null) return { verdict: "unsupported", quote: "" };
  // a sentence that says the same thing in another order isn't beaten by its neighbors' words
  for (const alike of [[nearest], closestOf(singles)])
    if (alike.every(isContradicting))
      return { verdict: "contradicted", quote: alike[0]?.quote ?? nearest.quote };
  const spans = [...singles, ...pairs.map(weigh)];
  const whole = bestOf(spans.filter(({ states }) => states));
  if (whole !== null) return { verdict: "supported", quote: whole.quote };
  const near = spans.filter(({ overlap }) => overlap >= openShare);
  const best =
    bestOf(near.filter(({ against }) => against === null)) ??
    bestOf(near.filter(({ against }) => uncertain.has(against)));
  return best === null
    ? { verdict: "unsupported", quote: nearest.quote }
    : { verdict: "open", quote: best.quote };
}

const isInAnotherColumn = (claim: string, rows: Words["rows"]) =>
  rows.some((row) => isOfAnotherColumn(claim, row.text, row.columns));

/**
 * Whether words of a passage agree with a sentence in everything that must agree exactly, whatever else either says.
 */
export function agrees(claim: string, { evidence, quote }: { evidence: Evidence; quote: string }): boolean {
  const { passage, sentences } = readOnce(evidence);
  const around = `${evidence.section} ${evidence.documentName}`;
  const rows = sentences
    .filter((one) => one.quote.includes(quote) || quote.includes(one.quote))
    .flatMap((one) => one.rows);
  return (
    !isInAnotherColumn(claim, rows) &&
    disagreement(claim, quote, { passage: evidence.text, around }) === null &&
    !hasOtherActor(claim, quote, passage)
  );
}

/** The span discusses the same thing and contradicts the claim; in other words, only if little else is said. */
function isContradicting({ words, common, against }: Span): boolean {
  return against !== null && words >= contradictedShare && (!uncertain.has(against) || common >= twinShare);
}

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

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
  sentences: string[];
  /** Their context: the lead-in of a list, the line above a table. */
  before: string;
  /** The column names of each table row among them. */
  rows: { text: string; columns: string[] }[];
};
/** Words of a passage: with their context, their own terms, and the terms of both them and their headings. */
type Stretch = Words & { around: string; own: Set<string>; held: Set<string> };
type Read = { passage: Set<string>; sentences: Stretch[]; pairs: Stretch[] };

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

function readPassage({ text, section, documentName }: Evidence): Read {
  const parts = sentencesOf(text).slice(0, mostSentences);
  const above = `${section} ${documentName}`;
  const withTerms = (words: Words): Stretch => {
    const over = [above, ...words.rows.flatMap(({ columns }) => columns)].join(" ");
    const own = termsOf(words.quote);
    return { ...words, own, held: new Set([...own, ...termsOf(over)]), around: `${words.before} ${over}` };
  };
  const sentences = parts.map((part, place) => {
    const rows = isRow(part.text) ? [{ text: part.text, columns: columnsOf(parts, place, section) }] : [];
    return withTerms({ quote: part.text, sentences: [part.text], before: contextOf(parts, place), rows });
  });
  const pairs = parts.slice(1).map((part, place) =>
    withTerms({
      quote: text.slice(parts[place]?.start ?? 0, part.end),
      sentences: [parts[place]?.text ?? "", part.text],
      before: sentences[place]?.before ?? "",
      rows: sentences.slice(place, place + 2).flatMap(({ rows }) => rows),
    }),
  );
  return { passage: new Set(saidIn(text)), sentences, pairs };
}
