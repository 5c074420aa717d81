import { at } from "#engine/arrays.ts";
import type { ThemeCounts } from "#engine/index/theme-counts.ts";
import { isCompounding, least } from "#engine/text/compounds.ts";
import type { Language } from "#engine/text/language.ts";

/** A term of the theme, and compounds that count as it. */
type Held = [term: number, ...compounds: number[]];

/**
 * Index terms that match a question word: itself and the compounds that contain it; if no passage
 * contains either, the first and the last part of the word ('Kontoschließung': konto, schließen). Empty if a part is missing.
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

/** Null if no passage contains the word or a compound of it. */
function heldOf(store: ThemeCounts, word: string, language: Language): Held | null {
  const compounds = isCompounding(language.code) ? store.compoundsOf(word) : [];
  const [term, ...others] = [store.term(word), ...compounds].filter(
    (own) => own !== 0 && at(store.state.documentFrequency, own) > 0,
  );
  return term === undefined ? null : [term, ...others];
}
