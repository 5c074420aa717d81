import { termsOf } from "#server/retrieval/analyze.ts";
import type { ClaimVerdict } from "../draft.ts";
import type { Evidence } from "../evidence.ts";
import { columnsOf, isRow } from "../rows.ts";
import { sentencesOf } from "../sentences.ts";
import { isOfAnotherColumn } from "./columns.ts";
import { disagreement } from "./disagreement.ts";
import { strangeNames } from "./names.ts";

/** Shares of a sentence's words that the best span of its passage holds. docs/decisions/answering.md says why these. */
const supportedShare = 0.6;
const partlyShare = 0.35;
/** A single sentence that holds so much of a claim's words speaks of the same thing. */
const contradictedShare = 0.75;

/**
 * Words of the passage, with what stands `around` them (headings, document, columns) and the share of the claim's terms
 * that both hold (`words`: of those without a number).
 */
type Span = { overlap: number; words: number; quote: string; around: string; agrees: boolean };

/**
 * How well one passage carries one sentence, and the words of it that do: the span that holds most of the sentence's
 * words among those that agree with it (disagreement.ts).
 */
export function compare(claim: string, evidence: Evidence): { verdict: ClaimVerdict; quote: string } {
  const terms = [...termsOf(claim)];
  const words = terms.filter((term) => !/\d/.test(term));
  const above = `${evidence.section} ${evidence.documentName}`;
  const weigh = ({ quote, rows }: Stretch): Span => {
    const around = [above, ...rows.flatMap(({ columns }) => columns)].join(" ");
    const held = termsOf(`${quote} ${around}`);
    const heldOf = (some: string[]) =>
      some.filter((term) => held.has(term)).length / Math.max(1, some.length);
    const agrees =
      disagreement(claim, quote, { passage: evidence.text, around }) === null &&
      !rows.some((row) => isOfAnotherColumn(claim, row.text, row.columns));
    return { overlap: heldOf(terms), words: heldOf(words), quote, around, agrees };
  };
  const { sentences, pairs } = stretchesOf(evidence);
  const singles = sentences.map(weigh);
  const verbatim = sentences.find(({ quote }) => squeezed(quote) === squeezed(claim));
  if (verbatim !== undefined) return { verdict: "supported", quote: verbatim.quote };
  const nearest = bestOf(singles);
  if (nearest === null) return { verdict: "unsupported", quote: "" };
  // a sentence that says the same thing the other way round is not outdone by its neighbours' words
  for (const alike of [[nearest], closestOf(singles)])
    if (alike.every(({ words, agrees }) => words >= contradictedShare && !agrees))
      return { verdict: "unsupported", quote: alike[0]?.quote ?? nearest.quote };
  const best = bestOf([...singles, ...pairs.map(weigh)].filter((span) => span.agrees));
  if (best === null || best.overlap < partlyShare) return { verdict: "unsupported", quote: nearest.quote };
  const isWhole =
    best.overlap >= supportedShare && strangeNames(claim, `${best.quote} ${best.around}`).length === 0;
  return { verdict: isWhole ? "supported" : "partly", quote: best.quote };
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

/** Words of a passage; of each row of a table among them the names of its columns. */
type Stretch = { quote: string; rows: { text: string; columns: string[] }[] };

/** Single sentences, and pairs of neighbours. */
function stretchesOf({ text, section }: Evidence): { sentences: Stretch[]; pairs: Stretch[] } {
  const parts = sentencesOf(text);
  const sentences = parts.map((part, place): Stretch => {
    const rows = isRow(part.text) ? [{ text: part.text, columns: columnsOf(parts, place, section) }] : [];
    return { quote: part.text, rows };
  });
  const pairs = parts.slice(1).map((part, place): Stretch => ({
    quote: text.slice(parts[place]?.start ?? 0, part.end),
    rows: sentences.slice(place, place + 2).flatMap(({ rows }) => rows),
  }));
  return { sentences, pairs };
}
