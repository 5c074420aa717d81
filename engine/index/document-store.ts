import { at, grown } from "#engine/arrays.ts";
import { BREAK } from "#engine/text/analyze.ts";
import { createReader, createWriter } from "./bytes.ts";
import { createPostings, MAX_SLOTS, packPosting } from "./postings.ts";
import { decodeSegment, type Segment } from "./segment.ts";
import { bump, titleTerms } from "./theme-store.ts";
import { createVocabulary } from "./vocabulary.ts";
import type { DocumentOutline } from "./theme-counts.ts";

/** What is kept of a document: how to count it out again. */
type Kept = DocumentOutline & { language: string; length: number; held: Uint8Array };

export type DocumentStore = ReturnType<typeof createDocumentStore>;

/** A posting holds five bits of count; larger counts are read from their document. */
const MANY = 31;
const DOCUMENT_BYTES = 600;

let stores = 0;

/**
 * A theme's exact counts, and which document has how many passages with a term, without the passages: between a quarter and
 * three fifths of the memory of `theme-store.ts`. An index over it finds the passages elsewhere (`passage-source.ts`).
 */
export function createDocumentStore() {
  const vocabulary = createVocabulary();
  const words: string[] = [BREAK];
  const postings = createPostings(); // of places; the count is of passages
  const titles = createPostings();
  const byPlace: (Kept | undefined)[] = [];
  const places = new Map<number, number>();
  const languages = new Map<string, number>();
  const state = {
    passageFrequency: new Uint32Array(16) as Uint32Array,
    documentFrequency: new Uint32Array(16) as Uint32Array,
    titleFrequency: new Uint32Array(16) as Uint32Array,
    passages: 0,
    totalLength: 0,
  };
  let documentBytes = 0;

  function* addInSteps(id: number, bytes: Uint8Array): Generator<void, void, void> {
    if (places.has(id)) throw new Error(`Document ${id} is already in the index.`);
    const segment = decodeSegment(bytes);
    if (byPlace.length >= MAX_SLOTS) throw new Error(`A theme can have at most ${MAX_SLOTS} documents.`);
    yield;
    const terms = vocabulary.add(segment.vocabulary, segment.language);
    segment.vocabulary.forEach((word, local) => {
      if (at(terms, local) === words.length) words.push(word);
    });
    const { held, length } = countPassages(segment);
    const document: Kept = {
      ...{ id, passages: segment.passages, language: segment.language, length, held: pack(terms, held) },
      ...titleTerms(segment, terms, segment.vocabulary),
    };
    for (const name of ["passageFrequency", "documentFrequency", "titleFrequency"] as const)
      state[name] = grown(state[name], vocabulary.size());
    yield;
    const place = byPlace.push(document) - 1;
    for (const [term, passages] of unpack(document.held))
      postings.append(term, packPosting(place, passages, 0));
    for (const term of document.title) titles.append(term, packPosting(place, 1, 0));
    count(document, 1);
    places.set(id, place);
  }

  function* removeInSteps(id: number): Generator<void, void, void> {
    const place = places.get(id);
    const document = place === undefined ? undefined : byPlace[place];
    if (place === undefined || document === undefined) return;
    places.delete(id);
    byPlace[place] = undefined;
    count(document, -1);
    yield;
  }

  /** Adds a document to (1) or subtracts it from (-1) all counts. */
  function count({ held, title, language, ...document }: Kept, by: 1 | -1) {
    for (const [term, passages] of unpack(held)) {
      bump(state.documentFrequency, term, by);
      state.passageFrequency[term] = at(state.passageFrequency, term) + by * passages;
    }
    for (const term of title) bump(state.titleFrequency, term, by);
    state.passages += by * document.passages;
    state.totalLength += by * document.length;
    documentBytes += by * (DOCUMENT_BYTES + held.byteLength);
    const left = (languages.get(language) ?? 0) + by;
    if (left === 0) languages.delete(language);
    else languages.set(language, left);
  }

  /** Calls `each` with every document that has the term and its number of passages with it. */
  function eachHolder(term: number, each: (place: number, passages: number) => void) {
    const list = new Uint32Array(postings.count(term));
    postings.readAll(term, list);
    for (const posting of list) {
      const place = posting >>> 8;
      const document = byPlace[place];
      if (document === undefined) continue;
      const passages = (posting >>> 3) & MANY;
      each(place, passages < MANY ? passages : heldOf(document, term));
    }
  }

  return {
    /** Which no other store of this thread has. */
    number: ++stores,
    state,
    addInSteps,
    removeInSteps,
    eachHolder,
    term: vocabulary.term,
    wordOf: (term: number) => words[term] ?? BREAK,
    compoundsOf: vocabulary.compoundsOf,
    relativesOf: vocabulary.relativesOf,
    titles,
    places: places as ReadonlyMap<number, number>,
    languages: languages as ReadonlyMap<string, number>,
    placeCount: () => byPlace.length,
    document: (place: number): (DocumentOutline & { language: string }) | undefined => byPlace[place],
    bytes: () =>
      postings.bytes() + titles.bytes() + documentBytes + vocabulary.bytes() + vocabulary.size() * 4 * 4,
  };
}

/** Terms in ascending order, each as its distance from the one before, with its number of passages. */
function pack(terms: Uint32Array, held: Uint32Array): Uint8Array {
  const pairs = Array.from(terms, (term, local) => [term, at(held, local)] as const)
    .filter(([term]) => term !== 0)
    .toSorted(([one], [other]) => one - other);
  const writer = createWriter();
  let last = 0;
  for (const [term, passages] of pairs) {
    writer.integer(term - last);
    writer.integer(passages);
    last = term;
  }
  return writer.finish();
}

function* unpack(held: Uint8Array): Generator<[term: number, passages: number], void, void> {
  const reader = createReader(held, 0);
  for (let term = 0; !reader.ended();) {
    term += reader.integer();
    yield [term, reader.integer()];
  }
}

function heldOf({ held }: Kept, asked: number): number {
  for (const [term, passages] of unpack(held)) if (term === asked) return passages;
  return 0;
}

/** By local term: the passages with it in text or section; and the terms of all texts. */
function countPassages({ vocabulary, tokens, starts, sections, sectionOf, passages }: Segment) {
  const held = new Uint32Array(vocabulary.length);
  const seenIn = new Uint32Array(vocabulary.length); // passage plus one
  let length = 0;
  for (let passage = 0; passage < passages; passage++) {
    for (const part of [1 + at(sectionOf, passage), 1 + sections + passage])
      for (let index = at(starts, part); index < at(starts, part + 1); index++) {
        const local = at(tokens, index);
        if (local === 0) continue;
        if (part > sections) length++;
        if (seenIn[local] === passage + 1) continue;
        seenIn[local] = passage + 1;
        bump(held, local, 1);
      }
  }
  return { held, length };
}
