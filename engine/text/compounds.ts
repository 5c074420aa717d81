import { isOn } from "#engine/rules.ts";
import type { Language } from "./language.ts";

/** Languages that write compounds as one word, by ISO 639-1 code. */
const compounding = new Set(["de", "nl", "sv"]);
export const isCompounding = (code: string): boolean => compounding.has(code) && isOn("compounds");

/** Letters of a part and of the rest of a compound: shorter matches are mostly suffixes or coincidence. */
export const least = { part: 5, rest: 3 };

/** Whether a term begins or ends with another one: 'kundigungsfrist' with 'kundig' and with 'frist'. */
export function isCompoundOf(compound: string, part: string): boolean {
  if (part.length < least.part || compound.length < part.length + least.rest) return false;
  return compound.startsWith(part) || compound.endsWith(part);
}

/** Whether terms contain a term, alone or in a compound, or a part of it if it is one. */
export function holdsTerm(terms: ReadonlySet<string>, term: string, language: Language): boolean {
  if (terms.has(term)) return true;
  if (!isCompounding(language.code)) return false;
  return [...terms].some((other) => isCompoundOf(other, term) || isCompoundOf(term, other));
}
