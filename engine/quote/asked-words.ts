import { pairsOf } from "#engine/query/asked-terms.ts";
import { askingFactor, isEveryday, withoutMeasure } from "#engine/query/asking-words.ts";
import { directionOf, similarityOf, vectorOf } from "#engine/models/word-vectors.ts";
import { analyze, termsOf } from "#engine/text/analyze.ts";
import { holdsTerm } from "#engine/text/compounds.ts";
import { english, type Language } from "#engine/text/language.ts";

/** Distinct terms of a text. */
export type Terms = ReadonlySet<string>;
type Weight = (term: string) => number;

/** Below this cosine two words are strangers; above it they share its square, and never all. */
const leastSimilar = 0.45;
const mostSimilar = 0.95;

/**
 * The words of a question as they choose between units of text: each weighs its rarity among the units, and a similar word
 * stands for it in part.
 * @param units the terms of each unit
 */
export function askedWordsOf(question: string, units: readonly Terms[], language: Language) {
  const isEnglish = language === english;
  const text = isEnglish ? withoutMeasure(question) : question;
  const rarity = rarityAmong(units, language);
  const words = sought(text, language).map((term) => ({
    term,
    weight: rarity(term) * askingFactor(term, language),
  }));
  const terms: Terms = new Set(words.map(({ term }) => term));
  const whole = words.reduce((sum, { weight }) => sum + weight, 0) || 1;

  /** How much of a word some terms state: 1 the word itself, less a similar one. */
  function stated(word: string, by: Terms): number {
    if (holdsTerm(by, word, language)) return 1;
    const vector = isEnglish ? vectorOf(word) : 0;
    if (vector === 0) return 0;
    let best = 0;
    for (const term of by) {
      const cosine = similarityOf(vector, vectorOf(term));
      if (cosine > best) best = cosine;
    }
    return best < leastSimilar ? 0 : Math.min(mostSimilar, best ** 2);
  }

  return {
    /** Its content words, each with its weight. */
    words,
    /** Sum of the weights; above zero, because callers divide by it. */
    whole,
    pairs: pairsIn(text, language),
    direction: directionBy(terms, (term) => rarity(term) * askingFactor(term, language)),
    rarity,
    stated,
    /** The share of the question that some terms state. */
    shareStatedBy: (by: Terms) =>
      by.size === 0 ? 0 : words.reduce((sum, { term, weight }) => sum + weight * stated(term, by), 0) / whole,
    /** The share of some terms, by rarity, that the question doesn't state. */
    strangeShareOf: (of: Terms) => strangeShare(of, rarity, (term) => stated(term, terms)),
    isStated: (term: string) => stated(term, terms),
    directionOf: (of: Terms) => directionBy(of, rarity),
  };
}
export type AskedWords = ReturnType<typeof askedWordsOf>;

/** The words that choose; everyday words only if a question has no others. */
function sought(text: string, language: Language): string[] {
  const all = [...termsOf(text, language)];
  const content = all.filter((term) => !isEveryday(term, language));
  return content.length > 0 ? content : all;
}

function rarityAmong(units: readonly Terms[], language: Language): Weight {
  const counts = new Map<string, number>();
  for (const terms of units) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const held = (term: string) =>
    language === english
      ? (counts.get(term) ?? 0)
      : units.filter((terms) => holdsTerm(terms, term, language)).length;
  const known = new Map<string, number>();
  return (term) => {
    const rarity = known.get(term) ?? Math.log(1 + units.length / (1 + held(term)));
    known.set(term, rarity);
    return rarity;
  };
}

function strangeShare(terms: Terms, rarity: Weight, stated: Weight): number {
  let [all, strange] = [0, 0];
  for (const term of terms) {
    all += rarity(term);
    strange += rarity(term) * (1 - stated(term));
  }
  return all === 0 ? 0 : strange / all;
}

/** Adjacent words of a text. */
export function pairsIn(text: string, language: Language): Terms {
  return new Set(pairsOf(analyze(text, language)).map((pair) => pair.join(" ")));
}

function directionBy(terms: Terms, weight: Weight): Float64Array {
  return directionOf([...terms].map((term) => [vectorOf(term), weight(term)] as const));
}
