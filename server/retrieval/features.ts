import { at } from "./arrays.ts";
import type { Candidate, FirstPass } from "./candidates.ts";
import { type Question, rarity } from "./question.ts";
import { sectionPart, sequence, textPart, type ThemeStore } from "./theme-store.ts";

/** What the ranker weighs, in this order; every figure is about 0 to 1 and means the same for every question. */
export const FEATURES = [
  "text", // BM25 of text and section
  "titledText", // the same, words of the document's title counting as one more occurrence
  "localText", // the same with the rarity the words have inside the document, and quicker saturation
  "untitledText", // the text for the words that the document's title does not hold, against the best candidate
  "title", // share of the title that the question names
  "document", // the document against the best one
  "documentShare", // the document against all that was asked
  "documentDensity", // share of the document's passages with the words, against the best one
  "fragment", // 1 for a heading or less
  "around", // the passages before and after
  "pairs", // words side by side as in the question, against the best candidate
  "window", // weight of the words inside one stretch of text, against the best candidate
] as const;

/** `coverage` here is of the whole question: text, section and title, unknown words counting as missing. */
export type Described = { candidate: Candidate; features: Float64Array; coverage: number };

const WINDOW = 20; // terms, about two lines
const FRAGMENT = 6; // terms

let marks = new Uint8Array(0); // by theme term: place in the question plus one (a question has fewer than 255 terms); all zero between questions

/** Reads every candidate's tokens once and describes how it fits the question. */
export function describe(store: ThemeStore, question: Question, pass: FirstPass): Described[] {
  const known = store.state.passageFrequency.length;
  if (marks.length < known) marks = new Uint8Array(known * 2);
  question.terms.forEach(({ term }, asked) => {
    marks[term] = asked + 1;
  });
  const average = store.state.totalLength / Math.max(1, store.state.passages) || 1;
  const looks = pass.candidates.map((candidate) => look(question, candidate));
  for (const { term } of question.terms) marks[term] = 0;

  const pairWeights = question.pairs.map((_, pair) => {
    const holding = looks.filter(({ pairs }) => pairs.has(pair)).length;
    return rarity(looks.length, holding);
  });
  const pairSums = looks.map(({ pairs }) => [...pairs].reduce((sum, pair) => sum + at(pairWeights, pair), 0));
  const mostPairs = Math.max(1e-9, ...pairSums);
  const mostWindow = Math.max(1e-9, ...looks.map(({ window }) => window));

  const fits = new Map(pass.candidates.map(({ place }) => [place, pass.fit(place)]));
  const described = pass.candidates.map((candidate, place) => {
    const { counts, inSection, window } = looks[place] ?? NOTHING;
    const { document } = candidate;
    const fit = fits.get(candidate.place);
    const length = at(store.state.lengths, candidate.slot);
    const relative = length / average;
    let text = 0;
    let titledText = 0;
    let localText = 0;
    let untitledText = 0;
    let covered = 0;
    question.terms.forEach(({ term, weight, factor }, asked) => {
      const occurrences = (counts[asked] ?? 0) + (inSection[asked] ?? 0);
      const inTitle = document.title.includes(term);
      const titled = occurrences + (inTitle ? 1 : 0);
      if (titled === 0) return;
      covered += weight;
      titledText += weight * saturate(titled, 1.2, 0.75, relative);
      if (occurrences === 0) return;
      text += weight * saturate(occurrences, 1.2, 0.75, relative);
      const local = factor * rarity(document.passages, pass.held(asked, candidate.place));
      localText += Math.min(weight, local) * saturate(occurrences, 0.6, 0.5, relative);
      // A document of one passage is as much about its title as about its text.
      if (!inTitle || document.passages === 1)
        untitledText += weight * saturate(counts[asked] ?? 0, 1.2, 0.75, relative);
    });
    const whole = question.weight;
    return {
      candidate,
      coverage: covered / (whole + question.unknownWeight),
      features: Float64Array.of(
        text / whole,
        titledText / whole,
        localText / whole,
        untitledText,
        fit?.title ?? 0,
        fit?.best ?? 0,
        fit?.share ?? 0,
        fit?.density ?? 0,
        length < FRAGMENT ? 1 : 0,
        candidate.around,
        at(pairSums, place) / mostPairs,
        window / mostWindow,
      ),
    };
  });
  const untitled = FEATURES.indexOf("untitledText");
  const most = described.reduce((best, { features }) => Math.max(best, at(features, untitled)), 1e-9);
  for (const { features } of described) features[untitled] = at(features, untitled) / most;
  return described;
}

/** BM25's occurrences with falling returns, from 0 to 1. */
function saturate(occurrences: number, k1: number, b: number, relativeLength: number): number {
  return occurrences / (occurrences + k1 * (1 - b + b * relativeLength));
}

type Look = { counts: Uint16Array; inSection: Uint16Array; pairs: Set<number>; window: number };
const NOTHING: Look = {
  counts: new Uint16Array(),
  inSection: new Uint16Array(),
  pairs: new Set(),
  window: 0,
};

/** One walk over a candidate's tokens: occurrences, neighbouring pairs, and the richest stretch of WINDOW terms. */
function look(question: Question, { document, passage }: Candidate): Look {
  const counts = new Uint16Array(question.terms.length);
  const inSection = new Uint16Array(question.terms.length);
  const pairs = new Set<number>();
  const { terms } = document;
  for (const local of sequence(document, sectionPart(document, passage))) {
    const asked = local === 0 ? -1 : (marks[terms[local] ?? 0] ?? 0) - 1;
    if (asked >= 0) inSection[asked] = at(inSection, asked) + 1;
  }
  const tokens = sequence(document, textPart(document, passage));
  const hits: number[] = []; // place and asked term by turns
  let previous = -1;
  for (let place = 0; place < tokens.length; place++) {
    const local = tokens[place] ?? 0;
    const asked = local === 0 ? -1 : (marks[terms[local] ?? 0] ?? 0) - 1;
    if (asked >= 0) {
      counts[asked] = Math.min(65_535, (counts[asked] ?? 0) + 1);
      hits.push(place, asked);
      if (previous >= 0) {
        for (let pair = 0; pair < question.pairs.length; pair++) {
          const words = question.pairs[pair];
          if (words && words[0] === previous && words[1] === asked) pairs.add(pair);
        }
      }
    }
    previous = asked;
  }
  return { counts, inSection, pairs, window: richestWindow(question, hits) };
}

function richestWindow({ terms }: Question, hits: readonly number[]): number {
  const inside = new Uint16Array(terms.length);
  let weight = 0;
  let most = 0;
  let start = 0;
  for (let end = 0; end < hits.length; end += 2) {
    const asked = at(hits, end + 1);
    if (at(inside, asked) === 0) weight += terms[asked]?.weight ?? 0;
    inside[asked] = at(inside, asked) + 1;
    while (at(hits, end) - at(hits, start) >= WINDOW) {
      const gone = at(hits, start + 1);
      inside[gone] = at(inside, gone) - 1;
      if (at(inside, gone) === 0) weight -= terms[gone]?.weight ?? 0;
      start += 2;
    }
    most = Math.max(most, weight);
  }
  return most;
}
