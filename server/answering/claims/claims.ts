import { termsOf } from "#server/retrieval/analyze.ts";
import type { CheckedClaim, CitedSource, ClaimVerdict } from "../draft.ts";
import { disagreement } from "./disagreement.ts";
import type { Evidence } from "../evidence.ts";
import { strangeNames } from "./names.ts";
import { sentencesOf } from "../sentences.ts";

const marks = /\[(\d{1,3})\]/g;

/** Shares of a sentence's words that the best span of its passage holds. docs/decisions/answering.md says why these. */
const supportedShare = 0.6;
const partlyShare = 0.35;
/** A single sentence that holds so much of a claim's words speaks of the same thing. */
const contradictedShare = 0.75;

/**
 * Checks a model's answer sentence by sentence against the passages it cites. Marks that name no passage that was sent
 * are taken out. What disagreement.ts names must agree exactly; the rest by overlap with the best matching sentence.
 */
export function checkAnswer(
  answer: string,
  evidence: Evidence[],
): { text: string; sources: CitedSource[]; claims: CheckedClaim[] } {
  const byRank = new Map(evidence.map((item) => [item.rank, item]));
  const sources: CitedSource[] = [];
  const claims: CheckedClaim[] = [];
  const markerOf = new Map<string, number>();
  let text = "";
  let end = 0;
  for (const unit of unitsOf(answer)) {
    text += answer.slice(end, unit.start);
    end = unit.end;
    const cited = [...unit.raw.matchAll(marks)].flatMap((match) => byRank.get(Number(match[1])) ?? []);
    const bare = unit.raw
      .replace(marks, "")
      .replace(/\s+([.,;!?])/g, "$1")
      .replace(/[ \t]{2,}/g, " ")
      .trim();
    if (bare === "") continue;
    const checked = cited.map((item) => ({ item, ...compare(bare, item) }));
    const verdict = checked.some((check) => check.verdict === "supported")
      ? "supported"
      : checked.some((check) => check.verdict === "partly")
        ? "partly"
        : "unsupported";
    const markers = new Set<number>();
    for (const { item, quote } of checked) {
      const key = `${item.rank}/${quote}`;
      const marker = markerOf.get(key) ?? sources.length + 1;
      if (!markerOf.has(key)) {
        markerOf.set(key, marker);
        sources.push({ marker, evidence: item, quote });
      }
      markers.add(marker);
    }
    const start = text.length;
    text += bare;
    claims.push({ start, end: text.length, markers: [...markers], verdict });
    if (markers.size > 0) text += ` ${[...markers].map((marker) => `[${marker}]`).join("")}`;
  }
  return { text: text.trim(), sources, claims };
}

/** 'Yes.' and 'Generally no.' say nothing without the sentence that follows. */
const bareVerdict = /^(?:\p{L}+,? )?(?:yes|no)[.,:]$/iu;

/** Sentences with the marks that follow them. */
function unitsOf(answer: string): { raw: string; start: number; end: number }[] {
  const units: { raw: string; start: number; end: number }[] = [];
  for (const sentence of sentencesOf(answer)) {
    const previous = units.at(-1);
    const onlyMarks = sentence.text.replace(marks, "").replace(/[\s.]/g, "") === "";
    const leading = /^((?:\s*\[\d{1,3}\])+)/.exec(sentence.text)?.[1] ?? "";
    if (previous !== undefined && onlyMarks) {
      previous.raw += ` ${sentence.text}`;
      previous.end = sentence.end;
      continue;
    }
    if (previous !== undefined && leading !== "" && !/\[\d{1,3}\]\s*$/.test(previous.raw)) {
      previous.raw += ` ${leading}`;
      units.push({
        raw: sentence.text.slice(leading.length),
        start: sentence.start + leading.length,
        end: sentence.end,
      });
      continue;
    }
    if (previous !== undefined && bareVerdict.test(previous.raw.trim())) {
      previous.raw += ` ${sentence.text}`;
      previous.end = sentence.end;
      continue;
    }
    units.push({ raw: sentence.text, start: sentence.start, end: sentence.end });
  }
  return units;
}

/** Words of the passage, with the share of the claim's terms they hold (`words`: of those without a number). */
type Span = { overlap: number; words: number; quote: string; agrees: boolean };

/**
 * How well one passage carries one sentence, and the words of it that do: the span that holds most of the sentence's
 * words among those that agree with it (disagreement.ts).
 */
export function compare(claim: string, evidence: Evidence): { verdict: ClaimVerdict; quote: string } {
  const terms = [...termsOf(claim)];
  const words = terms.filter((term) => !/\d/.test(term));
  const around = `${evidence.section} ${evidence.documentName}`;
  const above = termsOf(around);
  const weigh = (quote: string): Span => {
    const own = termsOf(quote);
    const heldOf = (some: string[]) =>
      some.filter((term) => own.has(term) || above.has(term)).length / Math.max(1, some.length);
    const agrees = disagreement(claim, quote, { passage: evidence.text, around }) === null;
    return { overlap: heldOf(terms), words: heldOf(words), quote, agrees };
  };
  const { sentences, pairs } = spansOf(evidence.text);
  const singles = sentences.map(weigh);
  const verbatim = sentences.find((sentence) => squeezed(sentence) === squeezed(claim));
  if (verbatim !== undefined) return { verdict: "supported", quote: verbatim };
  const nearest = bestOf(singles);
  if (nearest === null) return { verdict: "unsupported", quote: "" };
  // a sentence that says the same thing the other way round is not outdone by its neighbours' words
  for (const alike of [[nearest], closestOf(singles)])
    if (alike.every(({ words, agrees }) => words >= contradictedShare && !agrees))
      return { verdict: "unsupported", quote: alike[0]?.quote ?? nearest.quote };
  const best = bestOf([...singles, ...pairs.map(weigh)].filter((span) => span.agrees));
  if (best === null || best.overlap < partlyShare) return { verdict: "unsupported", quote: nearest.quote };
  const isWhole =
    best.overlap >= supportedShare && strangeNames(claim, `${best.quote} ${around}`).length === 0;
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

/** Single sentences, and pairs of neighbours. */
function spansOf(text: string): { sentences: string[]; pairs: string[] } {
  const sentences = sentencesOf(text);
  const pairs = sentences
    .slice(1)
    .map((sentence, index) => text.slice(sentences[index]?.start ?? 0, sentence.end));
  return { sentences: sentences.map((sentence) => sentence.text), pairs };
}
