import { at } from "#engine/arrays.ts";
import type { Candidate, FirstPass } from "./candidates.ts";
import { type PassageStats, passageStatsOf } from "./passage-stats.ts";
import { nearness } from "./nearness.ts";
import { substitutesOf } from "./substitutes.ts";
import { type Question } from "#engine/query/question.ts";
import { rarity } from "#engine/query/asked-terms.ts";
import type { ThemeCounts } from "#engine/index/theme-counts.ts";

/** The ranker's features, in this order; each is about 0 to 1 and has the same meaning for every question. */
export const FEATURES = [
  "text", // BM25 of text and section
  "localText", // the same with word rarity inside the document, and quicker saturation
  "untitledText", // the text for the words that the document's title lacks, relative to the best candidate
  "title", // share of the title that the question names
  "document", // the document relative to the best one
  "documentShare", // the document relative to the whole question
  "documentDensity", // share of the document's passages with the words, relative to the best one
  "fragment", // 1 for a heading or shorter
  "around", // the passages before and after
  "pairs", // words adjacent as in the question, relative to the best candidate
  "meaning", // words of similar meaning, even if different
  "window", // weight of the words inside one span of text, relative to the best candidate
  "substitutes", // similarity of the words that the passage lacks to words that it contains
  "length", // the passage's length, up to four lines
  "logLength", // its logarithm: with `length`, passages of about four lines are favored
] as const;

/**
 * Here `coverage` and `proximity` refer to the whole question: text, section and title, with unknown words counted as
 * missing.
 */
export type Described = {
  candidate: Candidate;
  features: Float64Array;
  coverage: number;
  proximity: number;
};

/** `lengths`: terms of the text, by slot of a candidate. */
type DescribedIn = {
  state: Pick<ThemeCounts["state"], "passageFrequency" | "passages" | "totalLength"> & {
    lengths: Uint32Array;
  };
};

const FRAGMENT = 6; // terms
const FULL_LENGTH = 60; // terms

// BM25's k1 and b: the textbook values, and the ones that rank best alone (obliqa .786/.663 against .778/.635).
const TEXTBOOK = { k1: 1.2, b: 0.75 };
const QUICK = { k1: 0.6, b: 0.5 };

/** Computes the features of each candidate, in the candidates' order. */
export function describe(store: DescribedIn, question: Question, pass: FirstPass): Described[] {
  const stats = passageStatsOf(store, question, pass.candidates);
  const documentScores = new Map(pass.candidates.map(({ place }) => [place, pass.documentScore(place)]));
  const substitutes = substitutesOf(question, pass.candidates);
  const pairSums = weighPairs(question, stats);
  const average = store.state.totalLength / Math.max(1, store.state.passages) || 1;
  const raw = pass.candidates.flatMap((candidate, index) => {
    const seen = stats[index];
    const documentScore = documentScores.get(candidate.place);
    if (!seen || !documentScore) return [];
    const length = at(store.state.lengths, candidate.slot);
    const match = matchTerms(question, pass, candidate, seen, length / average);
    const pairs = at(pairSums, index);
    return { candidate, seen, documentScore, length, match, pairs, substitutes: at(substitutes, index) };
  });
  const mostUntitled = most(raw.map(({ match }) => match.untitledText));
  const mostPairs = most(pairSums);
  const mostWindow = most(stats.map(({ window }) => window));

  return raw.map(({ candidate, seen, documentScore, length, match, pairs, substitutes }) => ({
    candidate,
    coverage: match.covered / (question.askedWeight + question.unknownWeight),
    proximity: seen.proximity / (question.askedWeight + question.unknownWeight),
    features: Float64Array.of(
      match.text / question.weight,
      match.localText / question.weight,
      match.untitledText / mostUntitled,
      documentScore.title,
      documentScore.best,
      documentScore.share,
      documentScore.density,
      length < FRAGMENT ? 1 : 0,
      candidate.around,
      pairs / mostPairs,
      nearness(question.direction, candidate),
      seen.window / mostWindow,
      substitutes,
      Math.min(1, length / FULL_LENGTH),
      Math.log1p(length),
    ),
  }));
}

/** Sums over the question's terms: weight times saturated occurrences, and the weight of those that occur. */
function matchTerms(
  question: Question,
  pass: FirstPass,
  candidate: Candidate,
  seen: PassageStats,
  relativeLength: number,
) {
  const { document, place } = candidate;
  const sums = { text: 0, localText: 0, untitledText: 0, covered: 0 };
  question.terms.forEach(({ term, weight, factor, isAsked }, asked) => {
    const inText = seen.counts[asked] ?? 0;
    const occurrences = inText + (seen.inSection[asked] ?? 0);
    const inTitle = document.title.includes(term);
    if (isAsked && (inTitle || occurrences > 0)) sums.covered += weight;
    if (occurrences === 0) return;
    sums.text += weight * saturate(occurrences, TEXTBOOK, relativeLength);
    const local = factor * rarity(document.passages, pass.held(asked, place));
    sums.localText += Math.min(weight, local) * saturate(occurrences, QUICK, relativeLength);
    // A one-passage document is as much about its title as about its text.
    if (inTitle && document.passages > 1) return;
    sums.untitledText += weight * saturate(inText, TEXTBOOK, relativeLength);
  });
  return sums;
}

/** For each candidate its adjacent pairs, each weighted by its rarity among the candidates. */
function weighPairs({ pairs }: Question, stats: readonly PassageStats[]): number[] {
  const weights = pairs.map((_, pair) =>
    rarity(stats.length, stats.filter((seen) => seen.pairs.has(pair)).length),
  );
  return stats.map((seen) => [...seen.pairs].reduce((sum, pair) => sum + at(weights, pair), 0));
}

/** BM25's saturating term frequency, from 0 to 1. */
function saturate(occurrences: number, { k1, b }: typeof TEXTBOOK, relativeLength: number): number {
  return occurrences / (occurrences + k1 * (1 - b + b * relativeLength));
}

/** The largest of non-negative figures; slightly above zero at least, because callers divide by it. */
function most(figures: readonly number[]): number {
  return Math.max(1e-9, ...figures);
}
