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
 * How words of a language become terms. Snowball's stemmers and stop words, by library; English keeps Porter's, which the
 * ranker's weights were learned with. `stem` takes a word in lower case with its accents.
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

/** The language of a document, by the code it was detected as. One that did not show (null) is read as English; one without a stemmer word for word. */
export function languageOf(code: string | null): Language {
  if (code === null) return english;
  return known.get(code) ?? { code, stopWords: new Set(), stem: (word) => word };
}

/**
 * The language that a question is asked in, among those of the theme's documents: the one that has most of its words as stop
 * words; of several, and where none shows, the one of most documents.
 * @param documents how many documents of the theme each language has, by its code
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

/** Another language than English shows by this many more of its stop words; a name or a formula is no language. */
const surplus = { share: 1.5, words: 4 };

/** The language of a text of a sentence or more, by its stop words; English where none other shows clearly. */
export function writtenIn(text: string): Language {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const grammarOf = ({ stopWords }: Language) => words.filter((word) => stopWords.has(word)).length;
  const most = snowball.reduce((best, language) => (grammarOf(language) > grammarOf(best) ? language : best));
  const [other, own] = [grammarOf(most), grammarOf(english)];
  return other >= own * surplus.share && other - own >= surplus.words ? most : english;
}
