import { isOn } from "#engine/rules.ts";
import { termsIn } from "#engine/text/analyze.ts";
import { withoutEnd } from "#engine/text/trim.ts";

// A capitalized word inside a sentence is usually a name.
const CAPITALISED = /(?<=\S\s{1,9}["'“‘(]{0,3})\p{Lu}[\p{L}\p{N}&.-]{0,60}/gu;
/** Capitalized words in a row are one name: 'South Carolina'. */
const RUN = /(?<=\S\s{1,9}["'“‘(]{0,3})\p{Lu}[\p{L}\p{N}&.-]{0,60}(?: \p{Lu}[\p{L}\p{N}&.-]{0,60}){0,4}/gu;
/** The first word of a later sentence is capitalized anyway ('… a refund. Please quote the rule.'). */
const SENTENCE_BREAK = /(?:[.?!:;]["'”’)]{0,3}\s{1,9}|\n\s{0,9})["'“‘(]{0,3}$/u;
/** No longer than what SENTENCE_BREAK matches. */
const BREAK_LENGTH = 20;
/**
 * Letters of a product, a year or an abbreviation ('FY2022', 'EBITDA'): people use their own, while documents spell them
 * out.
 */
const CODE = /\d|^[\p{Lu}&.-]+s?$/u;
/**
 * In a title almost every longer word is capitalized; in a question that names contracts and parties, about every third is.
 */
const SMALL_SHARE = 0.2;
const LONG_WORD = /\p{L}{4,}/gu;
/** Two of these words mark a text as German, where every noun is capitalized. */
const GERMAN =
  /(?<!\p{L})(?:der|das|dem|ein|eine[mnrs]?|und|oder|ist|sind|wie|wird|werden|für|nicht|mit|von|bei)(?!\p{L})/giu;

/** Restores capitals: in a text all in lower case or all in capitals, capitalizes the words known as names. */
export function withCapitals(text: string, isName: (word: string) => boolean): string {
  if (!isOn("capitals")) return text;
  if (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)) return text;
  return text
    .toLowerCase()
    .replace(/[\p{L}\p{N}]+/gu, (word) =>
      isName(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word,
    );
}

/** The terms of words capitalized inside the sentence. */
export function nameTerms(text: string): Set<string> {
  if (!isOn("names")) return new Set();
  return new Set([...text.matchAll(CAPITALISED)].flatMap(([name]) => termsIn(name)));
}

/**
 * The names in a question, as written, with a word whose terms are all unknown: a question about LiiON's agreement must not
 * return another company's. Empty where capitals carry no information: in titles and in German.
 */
export function unknownNames(text: string, isKnown: (term: string) => boolean): string[] {
  if (!isOn("unknown names")) return [];
  const names = [...text.matchAll(RUN)]
    .filter(({ index }) => !SENTENCE_BREAK.test(text.slice(Math.max(0, index - BREAK_LENGTH), index)))
    .map(([name]) => withoutEnd(name, /[.&-]/));
  const long = text.match(LONG_WORD) ?? [];
  const small = long.filter((word) => /^\p{Ll}/u.test(word)).length;
  if (small < long.length * SMALL_SHARE || (text.match(GERMAN) ?? []).length > 1) return [];
  const isUnknown = (word: string) => {
    const terms = CODE.test(word) ? [] : termsIn(word);
    return terms.length > 0 && !terms.some(isKnown);
  };
  return [...new Set(names.filter((name) => name.split(" ").some(isUnknown)))];
}
