import { analyze, BREAK } from "./analyze.ts";
import { remember } from "./remember.ts";
import { representatives } from "./representatives.ts";

/** Interchangeable verbs and nouns of rules. The first of a line represents all. */
const families = [
  "keep retain hold store preserve archive",
  "delete erase destroy",
  "cost fee charge price",
  "report notify inform",
  "cancel terminate",
  "daily day",
  "weekly week",
  "monthly month",
  "yearly annual year",
  "customer client buyer consumer purchaser",
  "employee staff worker personnel",
  "reply answer respond",
];
const nameOf = representatives(families.map((family) => family.split(" ").flatMap((word) => analyze(word))));

/** The representative of a term's synonym group. */
export function familyOf(term: string): string {
  return nameOf.get(term) ?? term;
}

/** The terms of a text as representatives of their groups, in order, without stop words. */
export const canonicalTerms = remember((text): readonly string[] =>
  analyze(text).flatMap((term) => (term === BREAK ? [] : familyOf(term))),
);
