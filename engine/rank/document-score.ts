import { at } from "#engine/arrays.ts";
import { slotOf } from "#engine/index/postings.ts";
import { type Question } from "#engine/query/question.ts";
import { rarity } from "#engine/query/asked-terms.ts";
import type { ThemeCounts } from "#engine/index/theme-counts.ts";

/** How well a document as a whole matches the question; each figure from 0 to about 1, all 0 for the only document. */
export type DocumentFit = {
  /** Relative to the best document: its words, where title words count as TITLE_PASSAGES passages. */
  best: number;
  /** The same relative to the whole question. */
  share: number;
  /** Relative to the best document: the share of the document's passages that contain the words. */
  density: number;
  /** How much of the title, by rarity, the question names. */
  title: number;
};

const K1 = 1.2;
const B = 0.4; // 0.75 puts the right document first less often on three of four sets
const TITLE_PASSAGES = 10; // 0.927 of named contracts rank first with 1, 0.964 with 3, 0.974 with 10
const DENSITY_SHARE = 0.2; // of the passages: above it, more of them add little

/**
 * Ranks documents as BM25 ranks texts; each passage that holds the word counts as one occurrence. `held` gives the number
 * of passages of the document at a place that contain an asked term.
 */
export function fitDocuments(
  store: ThemeCounts,
  question: Question,
  held: (asked: number, place: number) => number,
) {
  const documents = store.places.size;
  const size = store.placeCount();
  const words = new Float64Array(size);
  const densities = new Float64Array(size);
  const titles = new Float64Array(size);
  const average = store.state.passages / Math.max(1, documents);
  let mostWords = 1e-9;
  let mostDensity = 1e-9;

  for (const [asked, { term, nameWeight }] of question.terms.entries()) {
    if (documents < 2) break;
    const titled = titledDocuments(store, term, size);
    const inTitle = rarity(documents, at(store.state.titleFrequency, term));
    for (const place of store.places.values()) {
      const passages = held(asked, place);
      const named = (titled[place] ?? 0) > 0;
      if (passages === 0 && !named) continue;
      const length = store.document(place)?.passages ?? 0;
      const count = passages + (named ? TITLE_PASSAGES : 0);
      const norm = K1 * (1 - B + (B * length) / average);
      words[place] = (words[place] ?? 0) + (nameWeight * count * (K1 + 1)) / (count + norm);
      densities[place] =
        (densities[place] ?? 0) + (nameWeight * passages) / (passages + DENSITY_SHARE * length + 1);
      if (named) titles[place] = (titles[place] ?? 0) + inTitle;
      mostWords = Math.max(mostWords, words[place] ?? 0);
      mostDensity = Math.max(mostDensity, densities[place] ?? 0);
    }
  }
  const asked = question.terms.reduce((sum, { nameWeight }) => sum + nameWeight, 1e-9) * (K1 + 1);

  const best = (place: number) => (words[place] ?? 0) / mostWords;
  const documentScore = (place: number): DocumentFit => ({
    best: best(place),
    share: (words[place] ?? 0) / asked,
    density: (densities[place] ?? 0) / mostDensity,
    title: titles[place] ? titles[place] / titleWeight(store, place) : 0,
  });
  return { best, documentScore };
}

/** By place: 1 if the document's title contains the term. */
function titledDocuments(store: ThemeCounts, term: number, size: number): Uint8Array {
  const titled = new Uint8Array(size);
  const postings = new Uint32Array(store.titles.count(term));
  store.titles.readAll(term, postings);
  for (const posting of postings) titled[slotOf(posting)] = 1;
  return titled;
}

function titleWeight(store: ThemeCounts, place: number): number {
  let weight = 0;
  for (const term of store.document(place)?.title ?? []) {
    weight += rarity(store.places.size, at(store.state.titleFrequency, term));
  }
  return weight || 1;
}
