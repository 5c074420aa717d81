import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stopwords as dutchStops } from "@orama/stopwords/dutch";
import { stopwords as frenchStops } from "@orama/stopwords/french";
import { stopwords as germanStops } from "@orama/stopwords/german";
import { stopwords as italianStops } from "@orama/stopwords/italian";
import { stopwords as portugueseStops } from "@orama/stopwords/portuguese";
import { stopwords as spanishStops } from "@orama/stopwords/spanish";
import { stopwords as swedishStops } from "@orama/stopwords/swedish";
import { stemmer as porter } from "stemmer";
import { STOP_WORDS } from "./stop-words.ts";

/**
 * How words of a language become terms. Snowball's stemmers and stop words, from a library; English uses Porter's stemmer,
 * with which the ranker's weights were learned. `stem` takes a lower-case word with its accents.
 */
export type Language = {
  /** ISO 639-1. */
  code: string;
  stopWords: ReadonlySet<string>;
  stem(word: string): string;
};

export const english: Language = { code: "en", stopWords: STOP_WORDS, stem: porter };

const snowball: Language[] = [
  { code: "de", stopWords: new Set(germanStops), stem: german },
  { code: "fr", stopWords: new Set(frenchStops), stem: french },
  { code: "es", stopWords: new Set(spanishStops), stem: spanish },
  { code: "it", stopWords: new Set(italianStops), stem: italian },
  { code: "pt", stopWords: new Set(portugueseStops), stem: portuguese },
  { code: "nl", stopWords: new Set(dutchStops), stem: dutch },
  { code: "sv", stopWords: new Set(swedishStops), stem: swedish },
];
const known = new Map([english, ...snowball].map((language) => [language.code, language]));

/**
 * A document's language, by its detected code. An undetected one (null) counts as English; a language without a stemmer
 * keeps whole words.
 */
export function languageOf(code: string | null): Language {
  if (code === null) return english;
  return known.get(code) ?? { code, stopWords: new Set(), stem: (word) => word };
}

/**
 * The language of a question, among those of the theme's documents: the one with the most of its words as stop words. Ties,
 * and questions without evidence, get the language of most documents.
 * @param documents number of the theme's documents in each language, by code
 */
export function questionLanguage(question: string, documents: ReadonlyMap<string, number>): Language {
  const candidates = [...documents].toSorted((a, b) => b[1] - a[1]).map(([code]) => languageOf(code));
  const [main, ...others] = candidates;
  if (main === undefined) return english;
  if (others.length === 0) return main;
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  const grammarOf = ({ stopWords }: Language) => words.filter((word) => stopWords.has(word)).length;
  return candidates.reduce(
    (best, language) => (grammarOf(language) > grammarOf(best) ? language : best),
    main,
  );
}

/** Another language than English needs this many more stop words; a name or a formula isn't evidence. */
const surplus = { share: 1.5, words: 4 };

/** The language of a text of a sentence or more, by its stop words; English unless another one is clear. */
export function writtenIn(text: string): Language {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const grammarOf = ({ stopWords }: Language) => words.filter((word) => stopWords.has(word)).length;
  const most = snowball.reduce((best, language) => (grammarOf(language) > grammarOf(best) ? language : best));
  const [other, own] = [grammarOf(most), grammarOf(english)];
  return other >= own * surplus.share && other - own >= surplus.words ? most : english;
}
