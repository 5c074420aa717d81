import { analyze, BREAK } from "#engine/text/analyze.ts";
import { familyOf } from "#engine/text/synonyms.ts";

/** What a sentence is about: its words, each with whether it narrows the case ('on batteries') and on which side of it ('after'). */
export type Matter = ReadonlyMap<string, Word>;
type Word = { narrows: boolean; relation: string | null };

/** Words that a rule can do without: what it is about stands in the others. */
const light = new Set(
  analyze(
    "each every all any only once later least most up maximum minimum limit period need require required apply last provide " +
      "give send make back accept possible permit permitted permissible allow allowed able prohibit prohibited forbid forbidden " +
      "exclude excluded cover covered include rate oblige obliged mandatory optional always never cannot use either both other follow following " +
      "than then further hereby thereof",
  ),
);

const narrowing =
  /^(?:on|for|in|within|against|during|before|after|above|below|over|under|by|with|without|at|from|of|to|except|outside|inside|between|if|when|where|unless|until)$/;
/** Which side of something a rule speaks of. */
const sides = new Map(
  Object.entries({ before: "before", until: "before", during: "during", after: "after", above: "above", over: "above", below: "below", under: "below", without: "without", with: "with", outside: "outside", inside: "inside" }),
); // prettier-ignore
/** Between a preposition and what it belongs to. */
const articles = /^(?:the|a|an|any|each|every|this|that|these|those|its|their|his|her|our|your|one|such)$/;

const auxiliaries = /^(?:must|shall|may|can|could|might|will|should|is|are|was|were|be|been|to|not|cannot)$/;

/** Two rules that speak of fewer common words may be about anything. */
const leastCommon = 2;
/** One of them may say so many words more. */
const mostMore = 3;

/**
 * Whether two sentences are rules about the same case: they share what they are about, not each of them has words of its
 * own ('premium members' and 'standard members' are two cases), and the further words of one do not narrow it to a special
 * case ('on batteries', 'opened products').
 */
export function isSameMatter(one: Matter, other: Matter): boolean {
  const common = [...one.keys()].filter((term) => other.has(term));
  if (common.length < leastCommon || (common.length < one.size && common.length < other.size)) return false;
  const more = [...one, ...other].filter(([term]) => !one.has(term) || !other.has(term));
  if (more.length > Math.min(mostMore, common.length)) return false;
  if (more.some(([, { narrows }]) => narrows)) return false;
  return common.every((term) => {
    const [here, there] = [one.get(term)?.relation ?? null, other.get(term)?.relation ?? null];
    return here === null || there === null || here === there;
  });
}

/** How many words only one of the two holds. */
export function wordsApart(one: Matter, other: Matter): number {
  const common = [...one.keys()].filter((term) => other.has(term)).length;
  return one.size + other.size - 2 * common;
}

/** The matter of a sentence whose figures are cut out and marked `#` (measures.ts). */
export function matterOf(text: string): Matter {
  const words = new Map<string, Word>();
  // words of one noun phrase stand side by side: what narrows its first word narrows all of them
  let phrase: { terms: string[]; place: "figure" | "preposition" | null; relation: string | null } | null =
    null;
  let preposition: string | null = null;
  let isBehindFigure = false;
  let isVerb = false;
  const close = () => {
    phrase?.terms.forEach((term, at, { length }) => {
      // '30 days of delivery': from when a time runs narrows nothing
      const narrows = phrase?.place !== "figure" && (phrase?.place === "preposition" || at < length - 1);
      words.set(term, { narrows, relation: phrase?.relation ?? null });
    });
    phrase = null;
  };
  for (const [token] of text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*|[#,;:()]/gu)) {
    if (articles.test(token)) continue;
    const terms = weightyTerms(token);
    if (terms.length === 0) {
      close();
      preposition = narrowing.test(token) ? token : null;
      if (preposition === null) isBehindFigure = token === "#";
      isVerb = auxiliaries.test(token);
      continue;
    }
    phrase ??= {
      terms: [],
      place: isBehindFigure ? "figure" : preposition === null ? null : "preposition",
      relation: sides.get(preposition ?? "") ?? null,
    };
    phrase.terms.push(...terms);
    if (isVerb) close();
    preposition = null;
    isBehindFigure = false;
    isVerb = false;
  }
  close();
  return words;
}

// A page has hundreds of words and a few of them over and over.
const mostKnown = 20_000;
const known = new Map<string, string[]>();

/** The terms of a word, in the name of their family; none for grammar and for words that a rule can do without. */
function weightyTerms(word: string): string[] {
  const before = known.get(word);
  if (before !== undefined) return before;
  const isGrammar = narrowing.test(word) || auxiliaries.test(word);
  const terms = isGrammar ? [] : analyze(word).filter((term) => term !== BREAK && !light.has(term));
  const named = terms.map((term) => familyOf(term));
  if (known.size >= mostKnown) known.clear();
  known.set(word, named);
  return named;
}
