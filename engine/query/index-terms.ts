import { at } from "#engine/arrays.ts";
import type { ThemeCounts } from "#engine/index/theme-counts.ts";
import { isCompounding, least } from "#engine/text/compounds.ts";
import { isOn } from "#engine/rules.ts";
import { english, type Language } from "#engine/text/language.ts";

/** A term of the theme, and compounds or relatives that count as it. */
type Held = [term: number, ...compounds: number[]];

/**
 * Index terms that match a question word: itself and the compounds that contain it, or its relatives; if no passage
 * contains any, the first and the last part of the word ('Kontoschließung': konto, schließen). Empty if a part is missing.
 */
export function indexTermsFor(store: ThemeCounts, word: string, language: Language): Held[] {
  const whole = heldOf(store, word, language);
  if (whole !== null) return [whole];
  if (!isCompounding(language.code)) return [];
  const first = longestPart(store, word, language, (length) => word.slice(0, length));
  if (first === null) return [];
  const rest = word.slice(first.length);
  const last = longestPart(store, rest, language, (length) => rest.slice(-length));
  return last === null ? [] : [first.held, last.held];
}

function longestPart(
  store: ThemeCounts,
  word: string,
  language: Language,
  partOf: (length: number) => string,
) {
  for (let length = word.length; length > least.rest; length--) {
    const held = heldOf(store, partOf(length), language);
    if (held !== null) return { length, held };
  }
  return null;
}

/** Null if no passage contains the word, a compound of it or, in English, a relative. */
function heldOf(store: ThemeCounts, word: string, language: Language): Held | null {
  const held = (terms: number[]) =>
    terms.filter((term) => term !== 0 && at(store.state.documentFrequency, term) > 0);
  const own = held([store.term(word), ...(isCompounding(language.code) ? store.compoundsOf(word) : [])]);
  // a word that the theme has stands for itself: its relatives only took the place of better passages
  const isMissing = own.length === 0 && language === english && isOn("relatives");
  const [term, ...others] = isMissing ? held(store.relativesOf(word)) : own;
  return term === undefined ? null : [term, ...others];
}
