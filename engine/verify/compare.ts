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

/** Shares of a sentence's words that the best span of its passage holds. docs/decisions/checking.md says why these. */
const supportedShare = 0.5;
const openShare = 0.35;
/** A single sentence that holds so much of a claim's words speaks of the same thing. */
const contradictedShare = 0.75;
/** … and a sentence of which so much is common to both, whatever way round it is said. */
const twinShare = 0.5;

/** What holding a sentence against a passage finds. */
export type CheckedVerdict = Exclude<ClaimVerdict, "unchecked">;

/** Words of the passage beside the claim. */
type Span = {
  quote: string;
  /** Share of the claim's terms that they hold, with headings and names of columns; of those without a number (`words`). */
  overlap: number;
  words: number;
  /** Share of the terms of both that both hold. */
  common: number;
  /** How they disagree with the claim. */
  against: Disagreement | "column" | null;
  /** They say what the claim says. */
  states: boolean;
};

/** In free words these are easily mistaken: 'payment is blocked' denies nothing and says what 'no payment is made' says. */
const uncertain: ReadonlySet<Span["against"]> = new Set(["negation", "modality", "direction"]);

/**
 * How well one passage carries one sentence, and the words of it that do: the span that holds most of the sentence's
 * words among those that agree with it (disagreement.ts) and state it (statement.ts).
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
    // of most of a passage nothing more needs to be known, and what follows costs most
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
  // a sentence that says the same thing the other way round is not outdone by its neighbors' words
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

/** Whether words of a passage agree with a sentence in all that must agree exactly, whatever either says besides. */
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

/** It speaks of the same thing and says otherwise: in other words only where little else is said. */
function isContradicting({ words, common, against }: Span): boolean {
  return against !== null && words >= contradictedShare && (!uncertain.has(against) || common >= twinShare);
}

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

/** The one that carries most; of two that carry as much, the earlier and so the shorter one is the better quote. */
function bestOf(spans: Span[]): Span | null {
  let best: Span | null = null;
  for (const span of spans) if (best === null || span.overlap > best.overlap + 0.08) best = span;
  return best;
}

/** Those that hold as many of the words as any other does, numbers aside: the twins of the claim. */
function closestOf(spans: Span[]): Span[] {
  const most = Math.max(...spans.map(({ words }) => words));
  return spans.filter(({ words }) => words === most);
}

type Words = {
  quote: string;
  sentences: string[];
  /** What they hang on: the lead-in of a list, the line above a table. */
  before: string;
  /** Of each row of a table among them the names of its columns. */
  rows: { text: string; columns: string[] }[];
};
/** Words of a passage: with those around them, their own terms, and the terms they and their headings hold. */
type Stretch = Words & { around: string; own: Set<string>; held: Set<string> };
type Read = { passage: Set<string>; sentences: Stretch[]; pairs: Stretch[] };

/** A passage of shorter sentences than these is a table of figures, read no further. Passages have at most 1,200 characters. */
const mostSentences = 120;

const known = new WeakMap<Evidence, Read>();

/** Single sentences of a passage, and pairs of neighbors. Each sentence of an answer is held against the same ones. */
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
