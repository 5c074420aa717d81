import { cosineOf, directionOf, similarityOf } from "#engine/models/word-vectors.ts";
import { initialsIn, isCompany, type Asked, type Word } from "./asked-things.ts";
import { asksForPerson } from "./form.ts";
import { object } from "./relations.ts";
import { isGiving, isLight, isPerson } from "./word-classes.ts";

/** How much a word says about what is asked, by its rarity among what the theme is asked. */
export type Weights = (family: string) => number;

/** Two words less alike than this have nothing in common. */
const leastAlike = 0.4;

export type Likeness = {
  /** Words of either question that the other one says in no way, and that change what it asks. */
  strange: number;
  /** The cosine of the questions' directions, to which each word adds its vector. */
  meaning: number;
  /** The share of the words that are at least alike, for questions that are merely similar. */
  alike: number;
};

/** Compares questions by words of these weights; each question's direction is found once. */
export function likenessBy(weights: Weights): (one: Asked, other: Asked) => Likeness {
  const directions = new WeakMap<Asked, Float64Array>();
  const meaningOf = (asked: Asked) => {
    const known =
      directions.get(asked) ??
      directionOf(asked.words.map(({ vector, family }) => [vector, weights(family)] as const));
    directions.set(asked, known);
    return known;
  };
  return (one, other) => {
    const sides = [coverage(one, other, weights), coverage(other, one, weights)] as const;
    return {
      strange:
        strangeIn({ one, other, own: sides[0].strange, others: sides[1].strange }) +
        strangeIn({ one: other, other: one, own: sides[1].strange, others: sides[0].strange }),
      meaning: cosineOf(meaningOf(one), meaningOf(other)),
      alike: Math.min(...sides.map(({ alike }) => alike)),
    };
  };
}

type Coverage = { alike: number; strange: string[] };

type Sides = { one: Asked; other: Asked; own: readonly string[]; others: readonly string[] };

/** The words of one question that the other one lacks, but for those that may be left out. */
function strangeIn({ one, other, own, others }: Sides): number {
  if (others.length > 0) return own.length;
  const left = own.filter((family) => !isLight(family));
  if (left.every(isPerson)) return left.every((family) => isAsker(family, one, other)) ? 0 : left.length;
  const mayLeaveGiving =
    !asksForPerson(one.form) &&
    !(hasVerb.test(one.text) && hasVerb.test(other.text)) &&
    areWrittenAlike(one, other);
  return mayLeaveGiving && left.every(isGiving) ? 0 : left.length;
}

/** Who asks for themselves leaves out who they are, unless they ask for their company; 'the discount for members' is narrower. */
function isAsker(family: string, { relations }: Asked, other: Asked): boolean {
  const preposition = relations.get(family)?.preposition ?? "by";
  return !isCompany(other) && (preposition === "by" || preposition === object);
}

/** In both, other verbs say what is done: 'does the supplier get a refund', 'does the supplier refund'. */
const hasVerb = /\b(?:do|does|did|can|could|may|might|must|shall|should|will)\b(?!.*\bha(?:ve|s)\b)/i;

/** In other forms, the words beside 'receive' may have changed sides: 'receive donated leave', 'donate leave'. */
const areWrittenAlike = (one: Asked, other: Asked) =>
  [...one.written].every(([family, words]) => {
    const others = other.written.get(family);
    return others === undefined || [...words].some((word) => others.has(word));
  });

/** How much of a question another one says. */
function coverage(one: Asked, other: Asked, weights: Weights): Coverage {
  let [total, alike] = [1e-9, 0];
  const strange: string[] = [];
  const families = new Set(other.words.map(({ family }) => family));
  for (const word of one.words) {
    const weight = weights(word.family);
    const isSaid = families.has(word.family) || isSpelledOut(word, other) || isInitialed(word, one, other);
    total += weight;
    if (!isSaid) strange.push(word.family);
    alike += weight * (isSaid ? 1 : nearest(word, other.words));
  }
  return { alike: alike / total, strange };
}

function nearest(word: Word, others: readonly Word[]): number {
  const most = Math.max(0, ...others.map((other) => similarityOf(word.vector, other.vector)));
  return most >= leastAlike ? most : 0;
}

/** A word without a vector is none of the language. */
const areInitials = ({ term, vector }: Word) => vector === 0 && /^[a-z]{3,6}$/.test(term);

/** 'MDR' where the other question says 'Medical Device Report'. */
function isSpelledOut(word: Word, { plain }: Asked): boolean {
  return areInitials(word) && initialsIn(plain).has(word.term);
}

/** 'device' of a 'Medical Device Report' where the other question says 'MDR'. */
function isInitialed({ term }: Word, own: Asked, other: Asked): boolean {
  const known = other.words.filter(areInitials);
  if (known.length === 0) return false;
  const initials = initialsIn(own.plain);
  return known.some((word) => initials.get(word.term)?.includes(term) === true);
}
