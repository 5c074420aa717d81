import { at } from "./arrays.ts";
import { chanceOf } from "#engine/odds.ts";
import type { ThemeCounts } from "#engine/index/theme-counts.ts";
import type { StoredDocument } from "#engine/index/theme-store.ts";
import { misspelled } from "#engine/query/spelling/misspelled.ts";
import { type Question, readQuestion } from "#engine/query/question.ts";
import { asRead, type ReadAs } from "#engine/query/spelling/read-as.ts";
import { coversLittle, coversNothing, nearestOf } from "#engine/query/unknown-words.ts";
import { type Described, FEATURES } from "#engine/rank/features.ts";
import { namingOf } from "#engine/rank/naming.ts";
import { BIAS, WEIGHTS } from "#engine/rank/rank-weights.ts";
import type { SectionHit } from "#engine/rank/section-hits.ts";
import { wordsOf } from "#engine/rank/substitutes.ts";
import { english, questionLanguage, type Language } from "#engine/text/language.ts";

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

/** Score of a passage found by the number of its section, and the share of it for a part of that section. */
const SURE = 0.95;
const PART_SHARE = 0.9;
/** The passages whose words are compared with a word that the theme lacks. */
const COMPARED = 10;

/** A question as the theme understands it. */
type Understood = { language: Language; readAs: ReadAs[]; read: Question };

/** Reads a question over a theme's counts. */
export function understand(counts: ThemeCounts, question: string): Understood {
  const language = questionLanguage(question, counts.languages);
  const frequencyIn = (word: string) => frequency(counts, word);
  const readAs = language === english ? misspelled(question, frequencyIn) : [];
  const read = readQuestion(counts, asRead(question, readAs), language);
  return { language, readAs, read };
}

/** What the results say about the theme beside the hits. */
type Searched = Pick<Found, "unreadable" | "passages">;

/** The results from the candidates' features. */
export function foundFrom(
  counts: ThemeCounts,
  { read, readAs, language }: Understood,
  described: readonly (Described & { passage: number })[],
  { limit }: SearchOptions,
  searched: Searched,
): Found {
  const bias = biasOf(counts, language);
  const hits = described.map(({ candidate, features, passage, coverage, proximity }) => ({
    stored: candidate.document,
    place: candidate.passage,
    document: candidate.document.id,
    passage,
    score: scoreOf(features, bias),
    coverage,
    proximity,
  }));
  hits.sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage);
  const best = hits.slice(0, limit);
  const absent = absentFrom(read, best);
  const unknown = absent.filter(({ nearest }) => nearest < coversNothing);
  return {
    hits: best.map(({ stored, document, passage, score, coverage, proximity }) => ({
      ...{ document, passage, score, coverage, proximity },
      named: namingOf(counts, read, stored),
    })),
    documents: counts.places.size,
    ...searched,
    unknownWords: [...new Set([...read.unknownNames, ...unknown.map(({ word }) => word)])],
    absentWords: absent.filter((item) => !unknown.includes(item)).map(({ word }) => word),
    readAs,
    topic: read.matter,
    language: language.code,
  };
}

/** A part asked for by its number is found by it, whatever else its text says. */
export function foundInSection(
  counts: ThemeCounts,
  hits: readonly Pick<SectionHit, "document" | "passage" | "isWhole">[],
  language: Language,
  { limit }: SearchOptions,
  searched: Searched,
): Found {
  const held = { coverage: 1, proximity: 1, named: 0 };
  return {
    hits: hits.slice(0, limit).map(({ document, passage, isWhole }) => ({
      ...{ document: document.id, passage, score: isWhole ? SURE : SURE * PART_SHARE, ...held },
    })),
    documents: counts.places.size,
    ...searched,
    ...{ unknownWords: [], absentWords: [], readAs: [], topic: "" },
    language: language.code,
  };
}

/** The words of a question that the theme lacks and that little in the passages resembles. */
function absentFrom(
  { unknownWords }: Question,
  best: { stored: StoredDocument; place: number }[],
): { word: string; nearest: number }[] {
  if (unknownWords.length === 0 || best.length === 0) return [];
  const words = new Set(best.slice(0, COMPARED).flatMap(({ stored, place }) => wordsOf(stored, place)));
  return unknownWords
    .map(({ word, vector }) => ({ word, nearest: nearestOf(vector, words) }))
    .filter(({ nearest }) => nearest < coversLittle);
}

function biasOf({ places }: ThemeCounts, language: Language): number {
  return BIAS + (language === english ? 0 : MEAN.meaning) + (places.size > 1 ? 0 : MEAN.documents);
}

function frequency({ term: termOf, state }: ThemeCounts, word: string): number {
  const term = termOf(word);
  return term === 0 ? 0 : Math.max(at(state.passageFrequency, term), at(state.documentFrequency, term));
}

/** Number of passages of the searched documents; of all without a choice. */
export function passagesOf(
  { state, places, document }: ThemeCounts,
  documents: ReadonlySet<number> | undefined,
): number {
  if (documents === undefined) return state.passages;
  let passages = 0;
  for (const id of documents) passages += document(places.get(id) ?? -1)?.passages ?? 0;
  return passages;
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
  WEIGHT_LIST.forEach((weight, index) => {
    sum += weight * (features[index] ?? 0);
  });
  return chanceOf(sum);
}
