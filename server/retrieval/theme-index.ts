import { analyze, BREAK } from "./analyze.ts";
import { at, grown } from "./arrays.ts";
import {
  createPostings,
  MAX_SLOTS,
  packPosting,
  sectionCount,
  slotOf,
  textCount,
  titleCount,
} from "./postings.ts";
import { decodeSegment } from "./segment.ts";

/** A passage found: its place in its document, a score from 0 to 1 and the share of the question's terms it holds. */
export type Hit = { document: number; passage: number; score: number; coverage: number };

export type ThemeIndex = ReturnType<typeof createThemeIndex>;

const K1 = 1.2;
const B = 0.75;
const SECTION_WEIGHT = 1;
const TITLE_WEIGHT = 1;

type IndexedDocument = {
  id: number;
  firstSlot: number;
  vocabulary: Uint32Array;
  tokens: Uint16Array | Uint32Array;
  starts: Uint32Array;
  sectionOf: Uint32Array;
  sections: number;
  passages: number;
};

const STEP = 2000; // passages between two yields of `addInSteps`: about 3 ms

/** The searchable passages of one theme. Statistics are its own and exact after every `add` and `remove`. */
export function createThemeIndex() {
  const terms = new Map<string, number>([[BREAK, 0]]);
  let termCharacters = 0;
  const postings = createPostings();
  let frequencies: Uint32Array = new Uint32Array(16); // living passages that hold the term
  let slotDocuments: Uint32Array = new Uint32Array(16); // place in `slots`, plus one; 0 where the document is gone
  let lengths: Uint32Array = new Uint32Array(16);
  let slots = 0;
  let passages = 0;
  let totalLength = 0;
  const byPlace: (IndexedDocument | undefined)[] = [];
  const places = new Map<number, number>();
  let forwardBytes = 0;

  function termOf(word: string): number {
    const known = terms.get(word);
    if (known !== undefined) return known;
    const id = terms.size;
    terms.set(word, id);
    termCharacters += word.length;
    return id;
  }

  /** As `add`, in steps of a few milliseconds; the document is found once the last step is done. */
  function* addInSteps(document: number, bytes: Uint8Array): Generator<void, void, void> {
    if (places.has(document)) throw new Error(`Document ${document} is already in the index.`);
    const segment = decodeSegment(bytes);
    if (slots + segment.passages > MAX_SLOTS) throw new Error(`A theme holds at most ${MAX_SLOTS} passages.`);
    yield;
    const vocabulary = Uint32Array.from(segment.vocabulary, termOf);
    frequencies = grown(frequencies, terms.size);
    slotDocuments = grown(slotDocuments, slots + segment.passages);
    lengths = grown(lengths, slots + segment.passages);
    yield;
    const indexed: IndexedDocument = { ...segment, id: document, firstSlot: slots, vocabulary };
    const place = byPlace.push(indexed);
    slots += segment.passages;
    for (let passage = 0; passage < segment.passages; passage++) {
      const slot = indexed.firstSlot + passage;
      const counts = countTerms(indexed, passage);
      for (const [local, count] of counts) {
        const term = at(vocabulary, local);
        postings.append(term, packPosting(slot, count & 0xff, (count >>> 8) & 0xff, count >>> 16));
        frequencies[term] = at(frequencies, term) + 1;
      }
      const length = passageLength(indexed, passage);
      lengths[slot] = length;
      totalLength += length;
      if (passage % STEP === STEP - 1) yield;
    }
    for (let passage = 0; passage < segment.passages; passage++)
      slotDocuments[indexed.firstSlot + passage] = place;
    places.set(document, place);
    passages += segment.passages;
    forwardBytes += bytesOf(indexed);
  }

  function add(document: number, bytes: Uint8Array) {
    for (const _ of addInSteps(document, bytes)) continue;
  }

  function remove(document: number) {
    const place = places.get(document);
    const indexed = place === undefined ? undefined : byPlace[place - 1];
    if (place === undefined || indexed === undefined) return;
    for (let passage = 0; passage < indexed.passages; passage++) {
      const slot = indexed.firstSlot + passage;
      slotDocuments[slot] = 0;
      totalLength -= at(lengths, slot);
      for (const local of countTerms(indexed, passage).keys()) {
        const term = at(indexed.vocabulary, local);
        frequencies[term] = at(frequencies, term) - 1;
      }
    }
    places.delete(document);
    byPlace[place - 1] = undefined;
    passages -= indexed.passages;
    forwardBytes -= bytesOf(indexed);
  }

  function search(question: string, options: { limit: number; documents?: ReadonlySet<number> }): Hit[] {
    const asked = [...new Set(analyze(question))].flatMap((word) => {
      const term = terms.get(word);
      return term === undefined || term === 0 ? [] : [term];
    });
    const scores = new Float32Array(slots);
    const covered = new Float32Array(slots);
    const average = totalLength / Math.max(1, passages);
    let total = 0;
    const scratch = new Uint32Array(Math.max(0, ...asked.map((term) => postings.count(term))));
    for (const term of asked) {
      const frequency = at(frequencies, term);
      const weight = Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
      total += weight;
      const count = postings.readAll(term, scratch);
      for (let entry = 0; entry < count; entry++) {
        const posting = at(scratch, entry);
        const slot = slotOf(posting);
        const tf =
          textCount(posting) + SECTION_WEIGHT * sectionCount(posting) + TITLE_WEIGHT * titleCount(posting);
        const norm = K1 * (1 - B + (B * at(lengths, slot)) / average);
        scores[slot] = at(scores, slot) + (weight * tf * (K1 + 1)) / (tf + norm);
        covered[slot] = at(covered, slot) + weight;
      }
    }
    const hits: Hit[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const score = at(scores, slot);
      const indexed = score > 0 ? byPlace[at(slotDocuments, slot) - 1] : undefined;
      if (!indexed || (options.documents && !options.documents.has(indexed.id))) continue;
      hits.push({
        document: indexed.id,
        passage: slot - indexed.firstSlot,
        score: score / (total * (K1 + 1)),
        coverage: at(covered, slot) / total,
      });
    }
    hits.sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage);
    return hits.slice(0, options.limit);
  }

  return {
    add,
    addInSteps,
    remove,
    search,
    get documents(): ReadonlySet<number> {
      return new Set(places.keys());
    },
    get passages() {
      return passages;
    },
    /** Share of the slots whose document is gone: past a half a fresh index is smaller and faster. */
    get waste() {
      return slots === 0 ? 0 : 1 - passages / slots;
    },
    get bytes() {
      // A word of the dictionary costs its characters and about 60 bytes of map entry and string header.
      return (
        postings.bytes() +
        forwardBytes +
        terms.size * 60 +
        termCharacters +
        frequencies.byteLength +
        slotDocuments.byteLength +
        lengths.byteLength
      );
    },
  };
}

function sequence(document: IndexedDocument, part: number) {
  return document.tokens.subarray(at(document.starts, part), at(document.starts, part + 1));
}

/** Local term → how often it stands in the text, plus 256 × in the section, plus 65,536 × in the title. */
function countTerms(document: IndexedDocument, passage: number): Map<number, number> {
  const counts = new Map<number, number>();
  const count = (part: number, one: number, most: number) => {
    for (const local of sequence(document, part)) {
      if (local === 0) continue;
      const sum = counts.get(local) ?? 0;
      if (Math.floor(sum / one) % 256 < most) counts.set(local, sum + one);
    }
  };
  count(0, 65_536, 3);
  count(1 + at(document.sectionOf, passage), 256, 3);
  count(1 + document.sections + passage, 1, 255);
  return counts;
}

function passageLength(document: IndexedDocument, passage: number): number {
  let length = 0;
  for (const local of sequence(document, 1 + document.sections + passage)) if (local !== 0) length++;
  return length;
}

function bytesOf(document: IndexedDocument): number {
  // 600 bytes: the object and the headers of its five typed arrays
  return (
    600 +
    document.vocabulary.byteLength +
    document.tokens.byteLength +
    document.starts.byteLength +
    document.sectionOf.byteLength
  );
}
