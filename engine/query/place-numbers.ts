import { isOn } from "#engine/rules.ts";
import { analyze, BREAK, SECTION_NUMBER, termsOf } from "#engine/text/analyze.ts";
import { askingFactor } from "./asking-words.ts";

const kinds =
  "section article rule clause paragraph chapter part annex appendix schedule regulation principle point";
/** 'section 4', '§ 7', or with two points whatever stands before it: '1.2.2' counts and measures nothing. */
const place = new RegExp(
  String.raw`(?:\b(?:${kinds.replaceAll(" ", "s?|")}s?)\s+|§+\s*)(${SECTION_NUMBER})|\b(\d+(?:\.\d+){2,})`,
  "giu",
);
/** Whoever asks what stands at a place asks with these. */
const saying = termsOf(`${kinds} say state read show tell summarise summary text content wording rule about`);

/**
 * The terms of the numbers by which a question names a place in a document, where it asks for that place and nothing else
 * ('What does section 1.2.2 of the manual say?'); none where it asks what the place says of something: then another one
 * may say it (obliqa, 225 such questions: the place named is less often the answer than others that rank alike).
 * `words` are the question's terms.
 */
export function placeAskedFor(
  text: string,
  words: readonly string[],
  isInTitle: (term: string) => boolean,
): ReadonlySet<string> {
  if (!isOn("place numbers")) return new Set();
  const numbers = [...text.matchAll(place)].flatMap(([, named, bare]) => analyze(named ?? bare ?? ""));
  if (numbers.length === 0) return new Set();
  const known = new Set(numbers);
  const others = words.filter(
    (term) =>
      term !== BREAK && !known.has(term) && !saying.has(term) && askingFactor(term) === 1 && !isInTitle(term),
  );
  return others.length > 0 ? new Set() : new Set(numbers.slice(0, 1));
}
