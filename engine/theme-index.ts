import { at } from "./arrays.ts";
import { chanceOf } from "#engine/odds.ts";
import { firstPass } from "#engine/rank/candidates.ts";
import { describe, type Described, FEATURES } from "#engine/rank/features.ts";
import { misspelled } from "#engine/query/spelling/misspelled.ts";
import { namingOf } from "#engine/rank/naming.ts";
import { type SectionHit, sectionHits } from "#engine/rank/section-hits.ts";
import { askedSection } from "#engine/query/section-question.ts";
import { english, questionLanguage } from "#engine/text/language.ts";
import type { Language } from "#engine/text/language.ts";
import { type Question, readQuestion } from "#engine/query/question.ts";
import { asRead, type ReadAs } from "#engine/query/spelling/read-as.ts";
import { BIAS, WEIGHTS } from "#engine/rank/rank-weights.ts";
import { SegmentError } from "#engine/index/segment.ts";
import { createThemeStore } from "#engine/index/theme-store.ts";
import type { StoredDocument } from "#engine/index/theme-store.ts";
import { coversLittle, coversNothing, nearestOf } from "#engine/query/unknown-words.ts";
import { wordsOf } from "#engine/rank/substitutes.ts";

/**
 * A passage found. `score` is the ranker's estimate, from 0 to 1, that the passage answers the question; it compares across
 * questions and themes. `coverage` is the share of the question's words, weighted by their rarity in the theme, that the
 * passage, its section or its document's title contains; unknown words count as missing. `proximity` is the share that occurs
 * close together there (`passage-stats.ts`). `named` is how clearly the question names the document: 1 by a title word that
 * no other document contains, 0 by none and for the only document.
 */
export type Hit = {
  document: number;
  passage: number;
  score: number;
  coverage: number;
  proximity: number;
  named: number;
};

/** A question's results: passages, best first, and the figures that tell how much of them is chance. */
export type Found = {
  hits: Hit[];
  /** Number of documents in the theme. */
  documents: number;
  /** Documents of the searched part that are left out because their segments can't be read. */
  unreadable: number[];
  /** Number of passages searched. */
  passages: number;
  /** Words of the question that no document of the theme contains, as typed: names, and words unlike any in the hits. */
  unknownWords: string[];
  /** Further ones that little in the hits resembles: a weak answer mentions them. */
  absentWords: string[];
  /** Words of the question that were corrected because neither the theme nor a dictionary knows them. */
  readAs: ReadAs[];
  /** The topic that a passage must match (`query/question.ts`), for search by meaning. */
  topic: string;
  /** ISO 639-1 code of the language used to analyze the question. */
  language: string;
};

export type SearchOptions = {
  limit: number;
  /** Restricts results to these documents; rarity still refers to the whole theme. */
  documents?: ReadonlySet<number>;
};

// Of the gold passages among 500 candidates, 150 hold all but 0.02 to 0.04.
const CANDIDATES = 150;
/** Score of a passage found by the number of its section, and the share of it for a part of that section. */
const SURE = 0.95;
const PART_SHARE = 0.9;
/** The passages whose words are compared with a word that the theme lacks. */
const COMPARED = 10;

/**
 * The searchable passages of one theme. All statistics come from the documents currently in the index, so an index reached
 * by additions and removals answers exactly as a fresh one.
 */
export function createThemeIndex() {
  const store = createThemeStore();
  const unreadable = new Set<number>();

  /** A document whose segment can't be decoded is left out, and reported with every result. */
  function* addInSteps(document: number, segment: Uint8Array): Generator<void, void, void> {
    try {
      yield* store.addInSteps(document, segment);
    } catch (error) {
      if (!(error instanceof SegmentError)) throw error;
      unreadable.add(document);
    }
  }

  function* removeInSteps(document: number): Generator<void, void, void> {
    if (!unreadable.delete(document)) yield* store.removeInSteps(document);
  }

  /** The candidates for a question with their features, in no particular order. */
  function describeCandidates(question: string, options: SearchOptions): Described[] {
    return describeFor(readQuestion(store, question, questionLanguage(question, store.languages)), options);
  }

  function describeFor(read: Question, { limit, documents }: SearchOptions): Described[] {
    if (read.terms.length === 0) return [];
    return describe(store, read, firstPass(store, read, Math.max(limit, CANDIDATES), documents));
  }

  function search(question: string, options: SearchOptions): Found {
    const section = askedSection(question);
    const inSection = section === null ? [] : sectionHits(store, section, options.documents);
    const language = questionLanguage(question, store.languages);
    if (inSection.length > 0) return foundInSection(inSection, options, language);
    const readAs = language === english ? misspelled(question, frequency) : [];
    const read = readQuestion(store, asRead(question, readAs), language);
    const bias = biasOf(language);
    const hits = describeFor(read, options).map(({ candidate, features, ...held }) => ({
      stored: candidate.document,
      document: candidate.document.id,
      passage: candidate.passage,
      score: scoreOf(features, bias),
      ...held,
    }));
    hits.sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage);
    const best = hits.slice(0, options.limit);
    const absent = absentFrom(read, best);
    const unknown = absent.filter(({ nearest }) => nearest < coversNothing);
    return {
      hits: best.map(({ stored, ...hit }) => ({ ...hit, named: namingOf(store, read, stored) })),
      documents: store.places.size,
      unreadable: unreadableOf(options.documents),
      passages: passagesOf(options.documents),
      unknownWords: [...new Set([...read.unknownNames, ...unknown.map(({ word }) => word)])],
      absentWords: absent.filter((item) => !unknown.includes(item)).map(({ word }) => word),
      readAs,
      topic: read.matter,
      language: language.code,
    };
  }

  /** A part asked for by its number is found by it, whatever else its text says. */
  function foundInSection(
    hits: SectionHit[],
    { limit, documents }: SearchOptions,
    language: Language,
  ): Found {
    const held = { coverage: 1, proximity: 1, named: 0 };
    return {
      hits: hits.slice(0, limit).map(({ document, passage, isWhole }) => ({
        ...{ document: document.id, passage, score: isWhole ? SURE : SURE * PART_SHARE, ...held },
      })),
      documents: store.places.size,
      unreadable: unreadableOf(documents),
      passages: passagesOf(documents),
      ...{ unknownWords: [], absentWords: [], readAs: [], topic: "" },
      language: language.code,
    };
  }

  const unreadableOf = (documents: ReadonlySet<number> | undefined) =>
    [...unreadable].filter((id) => documents?.has(id) ?? true);

  /** The words of a question that the theme lacks and that little in the passages resembles. */
  function absentFrom(
    { unknownWords }: Question,
    best: { stored: StoredDocument; passage: number }[],
  ): { word: string; nearest: number }[] {
    if (unknownWords.length === 0 || best.length === 0) return [];
    const words = new Set(best.slice(0, COMPARED).flatMap(({ stored, passage }) => wordsOf(stored, passage)));
    return unknownWords
      .map(({ word, vector }) => ({ word, nearest: nearestOf(vector, words) }))
      .filter(({ nearest }) => nearest < coversLittle);
  }

  function biasOf(language: Language): number {
    return BIAS + (language === english ? 0 : MEAN.meaning) + (store.places.size > 1 ? 0 : MEAN.documents);
  }

  function frequency(word: string): number {
    const term = store.term(word);
    return term === 0
      ? 0
      : Math.max(at(store.state.passageFrequency, term), at(store.state.documentFrequency, term));
  }

  function passagesOf(documents: ReadonlySet<number> | undefined): number {
    if (documents === undefined) return store.state.passages;
    let passages = 0;
    for (const id of documents) passages += store.document(store.places.get(id) ?? -1)?.passages ?? 0;
    return passages;
  }

  return {
    /** Throws if the document is already in the index. */
    add(document: number, segment: Uint8Array) {
      for (const _ of addInSteps(document, segment)) continue;
    },
    /** Like `add`, in steps of a few milliseconds: the document can be found after the last step. */
    addInSteps,
    /** Does nothing if the document isn't in the index. */
    remove(document: number) {
      for (const _ of removeInSteps(document)) continue;
    },
    /** Like `remove`, in steps of a few milliseconds: the document can't be found after the first step. */
    removeInSteps,
    search,
    describeCandidates,
    get documents(): ReadonlySet<number> {
      return new Set(store.places.keys());
    },
    get passages() {
      return store.state.passages;
    },
    /** Estimated memory. */
    get bytes() {
      return store.bytes();
    },
    /** Share of the slots whose document is gone: above a half, a rebuilt index is smaller and faster. */
    get waste() {
      return store.state.slots === 0 ? 0 : 1 - store.state.passages / store.state.slots;
    },
  };
}

/**
 * Log-odds that features add to a lead on average (425 answerable questions of `bench -- customers` and `-- asked`), added where
 * a theme has none of them, so that scores mean the same in every theme: word vectors exist for English only, and a single
 * document doesn't compare with others (2.4, less .8 that `localText` is higher there).
 */
const MEAN = { meaning: 1.4, documents: 1.6 };
const WEIGHT_LIST = FEATURES.map((name) => WEIGHTS[name]);

function scoreOf(features: Float64Array, bias: number): number {
  let sum = bias;
  WEIGHT_LIST.forEach((weight, place) => {
    sum += weight * (features[place] ?? 0);
  });
  return chanceOf(sum);
}
