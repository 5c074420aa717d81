import { at } from "#engine/arrays.ts";
import type { DocumentStore } from "#engine/index/document-store.ts";
import type { PassageAt, PassageSource, PassageTokens } from "#engine/index/passage-source.ts";
import type { StoredDocument } from "#engine/index/theme-store.ts";
import { DIMENSIONS, vectorOf } from "#engine/models/word-vectors.ts";
import type { Question } from "#engine/query/question.ts";
import { BREAK } from "#engine/text/analyze.ts";
import { english } from "#engine/text/language.ts";
import { affordable, DOCUMENT_SHARE, K1, type FirstPass } from "./candidates.ts";
import { fitDocuments } from "./document-score.ts";
import { lengthOf, matchOf } from "./passage-match.ts";

/**
 * How many more are asked for than are kept: a source may score passages of unusual length differently. The best ten of 1,279
 * questions on six sets are those of memory with 1.5 too, but not where a hundred passages differ in their numbers alone.
 */
const WIDER = 2;
/** The documents whose passages are preferred; the others count as the least of them. */
const MOST_PREFERRED = 2_000;

/**
 * Candidates as ranking reads them, of all themes together, the latest last: about 2 KB each with passages of 60 terms. In long
 * passages, their directions are most of a question's work.
 */
const MOST_KEPT = 20_000;
const kept = new Map<string, StoredDocument>();

type DistantPass = FirstPass & { lengths: Uint32Array; passageAt(slot: number): number };

/** The first pass (`candidates.ts`) over passages that a source proposes. */
export async function distantPass(
  store: DocumentStore,
  question: Question,
  limit: number,
  documents: ReadonlySet<number> | undefined,
  source: PassageSource,
): Promise<DistantPass> {
  const size = store.placeCount();
  const read = affordable(store, question);
  const held = new Uint32Array(question.terms.length * size);
  const gains = new Map<string, number>();
  question.terms.forEach(({ term, compounds, weight }, asked) => {
    if (!read.has(asked)) return;
    for (const other of [term, ...compounds]) {
      const word = store.wordOf(other);
      gains.set(word, (gains.get(word) ?? 0) + weight * (K1 + 1));
      store.eachHolder(other, (place, passages) => {
        held[asked * size + place] = at(held, asked * size + place) + passages;
      });
    }
  });
  const heldAt = (asked: number, place: number) => at(held, asked * size + place);
  const scores = fitDocuments(store, question, heldAt);
  const most = question.weight * (K1 + 1);
  const bonusOf = (document: number) => DOCUMENT_SHARE * scores.best(store.places.get(document) ?? -1);
  const average = store.state.totalLength / Math.max(1, store.state.passages) || 1;

  const proposed = await source.best({
    gains,
    bonuses: preferred(store, documents, bonusOf, most),
    average,
    documents: documents ?? null,
    most: limit * WIDER,
  });
  // a source may be behind the theme, or ahead of it
  const isSearched = ({ document }: PassageAt) =>
    store.places.has(document) && (documents?.has(document) ?? true);
  const scored = proposed.filter(isSearched).map((passage) => {
    const match = matchOf(gains, passage, average) / most;
    return { passage, match, fitting: match + bonusOf(passage.document) };
  });
  scored.sort((one, other) => other.fitting - one.fitting || inOrder(one.passage, other.passage));
  const best = scored.slice(0, limit);

  const matches = new Map(scored.map(({ passage, match }) => [keyOf(passage), match]));
  const beside = best.flatMap(({ passage: { document, passage } }) =>
    [passage - 1, passage + 1].map((other) => ({ document, passage: other })),
  );
  const isMissing = (place: PassageAt) => {
    const passages = store.document(store.places.get(place.document) ?? -1)?.passages ?? 0;
    return place.passage >= 0 && place.passage < passages && !matches.has(keyOf(place));
  };
  const missing = new Map(beside.filter(isMissing).map((place) => [keyOf(place), place]));
  if (missing.size > 0)
    for (const passage of await source.at([...missing.values()]))
      matches.set(keyOf(passage), matchOf(gains, passage, average) / most);

  const candidates = best.map(({ passage: own, match }, slot) => {
    const { document, passage } = own;
    const neighbor = (other: number) => matches.get(keyOf({ document, passage: other })) ?? 0;
    return {
      document: keptOf(store, own),
      place: store.places.get(document) ?? -1,
      slot,
      passage: 0,
      match,
      around: (neighbor(passage - 1) + neighbor(passage + 1)) / 2,
    };
  });
  return {
    candidates,
    documentScore: scores.documentScore,
    held: heldAt,
    lengths: Uint32Array.from(best, ({ passage }) => lengthOf(passage.text)),
    passageAt: (slot) => best[slot]?.passage.passage ?? 0,
  };
}

/** The bonus of each preferred document, in a match's units, beyond that of all others. */
function preferred(
  store: DocumentStore,
  documents: ReadonlySet<number> | undefined,
  bonusOf: (document: number) => number,
  most: number,
): Map<number, number> {
  const all = [...store.places.keys()]
    .filter((document) => documents?.has(document) ?? true)
    .map((document) => ({ document, bonus: bonusOf(document) * most }))
    .filter(({ bonus }) => bonus > 0);
  if (all.length <= MOST_PREFERRED) return new Map(all.map(({ document, bonus }) => [document, bonus]));
  all.sort((one, other) => other.bonus - one.bonus);
  const least = all[MOST_PREFERRED]?.bonus ?? 0;
  return new Map(all.slice(0, MOST_PREFERRED).map(({ document, bonus }) => [document, bonus - least]));
}

/** A passage of a document, whose place no other document of the theme ever has. */
function keptOf(store: DocumentStore, passage: PassageTokens): StoredDocument {
  const key = `${store.number}.${store.places.get(passage.document) ?? -1}.${passage.passage}`;
  const known = kept.get(key) ?? asStored(store, passage.document, [passage], true);
  kept.delete(key);
  kept.set(key, known);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return known;
}

const keyOf = ({ document, passage }: PassageAt) => `${document}.${passage}`;
const inOrder = (one: PassageAt, other: PassageAt) =>
  one.document - other.document || one.passage - other.passage;

/**
 * Some passages of a document in the form that ranking reads, numbered from 0.
 * @param isWhole whether its count of passages is the document's own
 */
export function asStored(
  store: DocumentStore,
  id: number,
  passages: readonly PassageTokens[],
  isWhole = false,
): StoredDocument {
  const outline = store.document(store.places.get(id) ?? -1);
  const language = outline?.language ?? english.code;
  const numbers = new Map<string, number>([[BREAK, 0]]);
  const tokens: number[] = [];
  const starts = [0, 0];
  const parts = [...passages.map(({ section }) => section), ...passages.map(({ text }) => text)];
  for (const part of parts) {
    for (const word of part) {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      tokens.push(number);
    }
    starts.push(tokens.length);
  }
  const words = [...numbers.keys()];
  return {
    id,
    language,
    passages: isWhole ? (outline?.passages ?? 0) : passages.length,
    sections: passages.length,
    sectionOf: Uint32Array.from(passages, (_, index) => index),
    tokens: Uint32Array.from(tokens),
    starts: Uint32Array.from(starts),
    terms: Uint32Array.from(words, store.term),
    vectors: Uint16Array.from(words, language === english.code ? vectorOf : () => 0),
    title: outline?.title ?? new Uint32Array(),
    name: outline?.name ?? new Uint32Array(),
    firstSlot: 0,
    directions: new Int8Array(passages.length * DIMENSIONS),
    isDirected: new Uint8Array(passages.length),
  };
}
