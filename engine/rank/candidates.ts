import { at } from "#engine/arrays.ts";
import { sectionCount, slotOf, textCount } from "#engine/index/postings.ts";
import { createBest } from "./top-slots.ts";
import { type DocumentFit, fitDocuments } from "./document-score.ts";
import { frequencyOf } from "#engine/query/asked-terms.ts";
import type { Question } from "#engine/query/question.ts";
import type { ThemeCounts } from "#engine/index/theme-counts.ts";
import type { StoredDocument, ThemeStore } from "#engine/index/theme-store.ts";

/** A candidate passage. `match` is its BM25 as a share of the highest possible, `around` its neighbors' mean. */
export type Candidate = {
  document: StoredDocument;
  place: number;
  passage: number;
  slot: number;
  match: number;
  around: number;
};

/** The first pass's results, which the second look at the candidates uses. */
export type FirstPass = {
  candidates: Candidate[];
  documentScore(place: number): DocumentFit;
  /** The number of passages of the document at `place` that contain the asked term number `asked`. */
  held(asked: number, place: number): number;
};

export const K1 = 1.2;
export const B = 0.6;
// The document's contribution to a passage's match. Gold passages among the first 150: legalbench-rag 0.51 without, 0.97
// with; no set loses.
export const DOCUMENT_SHARE = 0.2;
// Postings read per question: 400,000 take about 2 ms. Beyond that, the commonest words are left to the second look.
const POSTINGS_BUDGET = 400_000;

let scores = new Float32Array(0);
let scratch = new Uint32Array(0);

/** The best `limit` passages by plain BM25 and by their document, and the documents' scores. */
export function firstPass(
  store: ThemeStore,
  question: Question,
  limit: number,
  documents: ReadonlySet<number> | undefined,
): FirstPass {
  const { state } = store;
  const places = store.placeCount();
  const held = new Uint32Array(question.terms.length * places);
  const average = state.totalLength / Math.max(1, state.passages) || 1;
  if (scores.length < state.slots) scores = new Float32Array(Math.ceil(state.slots * 1.5));
  scores.fill(0, 0, state.slots);

  const read = affordable(store, question);
  const { lengths, slotPlaces } = state;
  const flat = K1 * (1 - B);
  const perTerm = (K1 * B) / average;
  function addPostings(term: number, gain: number, row: number) {
    const count = readPostings(store, term);
    // Reads are inlined: through `at`, which is polymorphic over array types, this loop takes three times as long.
    for (let entry = 0; entry < count; entry++) {
      const posting = scratch[entry] ?? 0;
      const slot = slotOf(posting);
      const place = slotPlaces[slot] ?? 0;
      if (place === 0) continue;
      const occurrences = textCount(posting) + (sectionCount(posting) > 0 ? 1 : 0);
      const norm = flat + perTerm * (lengths[slot] ?? 0);
      scores[slot] = (scores[slot] ?? 0) + (gain * occurrences) / (occurrences + norm);
      held[row + place] = (held[row + place] ?? 0) + 1;
    }
  }
  question.terms.forEach(({ term, compounds, weight }, asked) => {
    if (!read.has(asked)) return;
    for (const other of [term, ...compounds]) addPostings(other, weight * (K1 + 1), asked * places - 1);
  });
  const heldAt = (asked: number, place: number) => at(held, asked * places + place);
  const documentScores = fitDocuments(store, question, heldAt);
  const most = question.weight * (K1 + 1);
  const bonus = new Float32Array(places + 1); // by place plus one, as in `slotPlaces`; 0 keeps a document out
  for (const [id, place] of store.places) {
    if (!documents || documents.has(id)) bonus[place + 1] = 1 + DOCUMENT_SHARE * documentScores.best(place);
  }

  const heap = createBest(limit, (left, right) => before(store, left, right));
  for (let slot = 0; slot < state.slots; slot++) {
    const score = scores[slot] ?? 0;
    if (score === 0) continue;
    const allowed = bonus[slotPlaces[slot] ?? 0] ?? 0;
    const fitting = score / most + allowed - 1;
    if (allowed === 0 || fitting < heap.floor()) continue;
    heap.offer(slot, fitting);
  }
  const candidates = heap.take().flatMap(({ slot }) => {
    const place = at(state.slotPlaces, slot) - 1;
    const document = store.document(place);
    if (!document) return [];
    const neighbor = (other: number) => (at(state.slotPlaces, other) === place + 1 ? at(scores, other) : 0);
    return {
      document,
      place,
      slot,
      passage: slot - document.firstSlot,
      match: at(scores, slot) / most,
      around: (neighbor(slot - 1) + neighbor(slot + 1)) / (2 * most),
    };
  });
  return { candidates, documentScore: documentScores.documentScore, held: heldAt };
}

function readPostings(store: ThemeStore, term: number): number {
  const count = store.postings.count(term);
  if (scratch.length < count) scratch = new Uint32Array(Math.ceil(count * 1.5));
  return store.postings.readAll(term, scratch);
}

/** The positions of the terms whose postings fit the budget, rarest first; always at least one. */
export function affordable({ state }: ThemeCounts, { terms }: Question): Set<number> {
  const byCount = terms.map((term, asked) => ({ asked, count: frequencyOf(term, state.passageFrequency) }));
  byCount.sort((left, right) => left.count - right.count);
  const chosen = new Set<number>();
  let total = 0;
  for (const { asked, count } of byCount) {
    total += count;
    if (chosen.size > 0 && total > POSTINGS_BUDGET) break;
    chosen.add(asked);
  }
  return chosen;
}

function before(store: ThemeStore, left: number, right: number): boolean {
  const [one, other] = [left, right].map((slot) => store.document(at(store.state.slotPlaces, slot) - 1));
  if (!one || !other || one === other) return left < right;
  return one.id < other.id;
}
