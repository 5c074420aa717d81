import { at, grown } from "#engine/arrays.ts";
import { createPostings, MAX_SLOTS, packPosting } from "./postings.ts";
import { decodeSegment, type Segment } from "./segment.ts";
import { createVocabulary } from "./vocabulary.ts";
import { english } from "#engine/text/language.ts";
import { DIMENSIONS, vectorOf } from "#engine/models/word-vectors.ts";

/** A document in a theme: its segment, with `terms` mapping each local term to the theme's number. */
export type StoredDocument = Omit<Segment, "vocabulary"> & {
  id: number;
  firstSlot: number;
  terms: Uint32Array;
  title: Uint32Array;
  /** Title terms that aren't numbers. */
  name: Uint32Array;
  /** By local term: its word vector (`word-vectors.ts`). */
  vectors: Uint16Array;
  /** By passage: the direction of its words (`nearness.ts`), valid once `isDirected` is set. */
  directions: Int8Array;
  isDirected: Uint8Array;
};

export type ThemeStore = ReturnType<typeof createThemeStore>;

const STEP = 1000; // passages between two yields of `addInSteps`: 2 to 4 ms

/**
 * The data of a theme's index: documents, postings and the counts that ranking needs, exact after every change. A passage
 * keeps its slot while its document is in the index; slots of removed documents stay empty.
 */
export function createThemeStore() {
  const vocabulary = createVocabulary();
  const postings = createPostings(); // of slots
  const titles = createPostings(); // of places in `byPlace`
  const byPlace: (StoredDocument | undefined)[] = [];
  const places = new Map<number, number>();
  const state = {
    passageFrequency: new Uint32Array(16) as Uint32Array, // by term: passages that contain it in text or section
    documentFrequency: new Uint32Array(16) as Uint32Array, // by term: documents that contain it anywhere
    titleFrequency: new Uint32Array(16) as Uint32Array, // by term: documents that contain it in their title
    lengths: new Uint32Array(16) as Uint32Array, // by slot: terms of the text
    slotPlaces: new Uint32Array(16) as Uint32Array, // by slot: place plus one, 0 when the document is gone
    slots: 0,
    passages: 0,
    totalLength: 0,
  };
  let documentBytes = 0;
  /** Number of documents in the index, by language code. */
  const languages = new Map<string, number>();

  function* addInSteps(id: number, bytes: Uint8Array): Generator<void, void, void> {
    if (places.has(id)) throw new Error(`Document ${id} is already in the index.`);
    const { vocabulary: words, ...segment } = decodeSegment(bytes);
    if (state.slots + segment.passages > MAX_SLOTS)
      throw new Error(`A theme can have at most ${MAX_SLOTS} passages.`);
    yield;
    const terms = vocabulary.add(words, segment.language);
    const document: StoredDocument = {
      ...segment,
      id,
      firstSlot: state.slots,
      terms,
      ...titleTerms(segment, terms, words),
      // word vectors exist for English only
      vectors: Uint16Array.from(words, segment.language === english.code ? vectorOf : () => 0),
      directions: new Int8Array(segment.passages * DIMENSIONS),
      isDirected: new Uint8Array(segment.passages),
    };
    for (const name of ["passageFrequency", "documentFrequency", "titleFrequency"] as const) {
      state[name] = grown(state[name], vocabulary.size());
    }
    for (const name of ["lengths", "slotPlaces"] as const) {
      state[name] = grown(state[name], state.slots + segment.passages);
    }
    const place = byPlace.push(document) - 1;
    state.slots += segment.passages;
    yield;
    for (let passage = 0; passage < document.passages; passage++) {
      const slot = document.firstSlot + passage;
      for (const [local, counts] of countTerms(document, passage)) {
        const term = at(terms, local);
        postings.append(term, packPosting(slot, counts & 0xffff, counts >>> 16));
        bump(state.passageFrequency, term, 1);
      }
      state.lengths[slot] = countWords(sequence(document, textPart(document, passage)));
      if (passage % STEP === STEP - 1) yield;
    }
    yield;
    for (const term of document.title) titles.append(term, packPosting(place, 1, 0));
    countDocument(document, 1);
    state.slotPlaces.fill(place + 1, document.firstSlot, document.firstSlot + document.passages);
    places.set(id, place);
  }

  function* removeInSteps(id: number): Generator<void, void, void> {
    const place = places.get(id);
    const document = place === undefined ? undefined : byPlace[place];
    if (place === undefined || document === undefined) return;
    state.slotPlaces.fill(0, document.firstSlot, document.firstSlot + document.passages);
    places.delete(id);
    byPlace[place] = undefined;
    countDocument(document, -1);
    for (let passage = 0; passage < document.passages; passage++) {
      for (const local of countTerms(document, passage).keys()) {
        bump(state.passageFrequency, at(document.terms, local), -1);
      }
      if (passage % STEP === STEP - 1) yield;
    }
  }

  /**
   * Adds a document to (1) or subtracts it from (-1) all counts except passage frequencies. Integers, so nothing is left
   * over.
   */
  function countDocument(document: StoredDocument, by: 1 | -1) {
    for (const term of document.terms) bump(state.documentFrequency, term, by);
    for (const term of document.title) bump(state.titleFrequency, term, by);
    for (let passage = 0; passage < document.passages; passage++) {
      state.totalLength += by * at(state.lengths, document.firstSlot + passage);
    }
    state.passages += by * document.passages;
    documentBytes += by * bytesOf(document);
    const left = (languages.get(document.language) ?? 0) + by;
    if (left === 0) languages.delete(document.language);
    else languages.set(document.language, left);
  }

  return {
    state,
    addInSteps,
    removeInSteps,
    term: vocabulary.term,
    compoundsOf: vocabulary.compoundsOf,
    relativesOf: vocabulary.relativesOf,
    postings,
    titles,
    places,
    languages: languages as ReadonlyMap<string, number>,
    placeCount: () => byPlace.length,
    document: (place: number) => byPlace[place],
    bytes: () =>
      postings.bytes() +
      titles.bytes() +
      documentBytes +
      vocabulary.bytes() +
      vocabulary.size() * 3 * 4 +
      state.lengths.byteLength * 2,
  };
}

/** The tokens of one part of a document: 0 is the title, followed by its sections, then its passages. */
export function sequence(document: StoredDocument, part: number) {
  return document.tokens.subarray(at(document.starts, part), at(document.starts, part + 1));
}

export const sectionPart = (document: StoredDocument, passage: number) => 1 + at(document.sectionOf, passage);
export const textPart = (document: StoredDocument, passage: number) => 1 + document.sections + passage;

/** The theme's numbers of the distinct title terms. */
export function titleTerms(
  { tokens, starts }: Omit<Segment, "vocabulary">,
  terms: Uint32Array,
  words: readonly string[],
): Pick<StoredDocument, "title" | "name"> {
  const locals = [...new Set(tokens.subarray(0, at(starts, 1)))].filter((local) => at(terms, local) !== 0);
  const numbersOf = (all: number[]) => Uint32Array.from(all, (local) => at(terms, local));
  return {
    title: numbersOf(locals),
    name: numbersOf(locals.filter((local) => !/^\d/.test(words[local] ?? ""))),
  };
}

export function bump(counts: Uint32Array, term: number, by: 1 | -1) {
  counts[term] = at(counts, term) + by;
}

/** Local term → occurrences in the passage's text, plus 65,536 × occurrences in its section. */
function countTerms(document: StoredDocument, passage: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const local of sequence(document, textPart(document, passage))) {
    if (local !== 0) counts.set(local, Math.min(0xffff, (counts.get(local) ?? 0) + 1));
  }
  for (const local of sequence(document, sectionPart(document, passage))) {
    if (local !== 0) counts.set(local, (counts.get(local) ?? 0) + 0x10000);
  }
  return counts;
}

function countWords(tokens: Uint16Array | Uint32Array): number {
  let words = 0;
  for (const local of tokens) if (local !== 0) words++;
  return words;
}

function bytesOf(document: StoredDocument): number {
  // 1,000 bytes: the object and the headers of its seven typed arrays
  const { terms, tokens, starts, sectionOf, vectors, directions, isDirected } = document;
  const arrays = [terms, tokens, starts, sectionOf, vectors, directions, isDirected];
  return arrays.reduce((bytes, { byteLength }) => bytes + byteLength, 1_000);
}
