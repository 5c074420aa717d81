import { similarityOf } from "#engine/models/word-vectors.ts";
import type { Asked, Word } from "./asked-things.ts";
import { meaningOf } from "./asked-things.ts";

/** How much a word says about what is asked, by its rarity among what the theme is asked. */
export type Weights = (family: string) => number;

/** Two words less alike than this have nothing in common. */
const leastAlike = 0.4;

export type Likeness = {
  /** The share of each question's words, by weight, that the other one says too; the smaller of both. */
  words: number;
  /** Words of either question that the other one says in no way. */
  strange: number;
  /** The cosine of the questions' directions, to which each word adds its vector. */
  meaning: number;
  /** The share of the words that are at least alike, for questions that are merely similar. */
  alike: number;
};

export function likenessOf(one: Asked, other: Asked, weights: Weights): Likeness {
  const sides = [coverage(one, other, weights), coverage(other, one, weights)] as const;
  const weightOf = ({ family }: Word) => weights(family);
  const [left, right] = [meaningOf(one.words, weightOf), meaningOf(other.words, weightOf)];
  let meaning = 0;
  for (let place = 0; place < left.length; place++) meaning += (left[place] ?? 0) * (right[place] ?? 0);
  return {
    words: Math.min(...sides.map(({ said }) => said)),
    strange: sides[0].strange + sides[1].strange,
    meaning,
    alike: Math.min(...sides.map(({ alike }) => alike)),
  };
}

type Coverage = { said: number; alike: number; strange: number };

/** How much of a question another one says. */
function coverage(one: Asked, other: Asked, weights: Weights): Coverage {
  let [total, said, alike, strange] = [1e-9, 0, 0, 0];
  const families = new Set(other.words.map(({ family }) => family));
  for (const word of one.words) {
    const weight = weights(word.family);
    const isSaid = families.has(word.family) || isSpelledOut(word, other) || isInitialed(word, one, other);
    total += weight;
    if (isSaid) said += weight;
    else strange += 1;
    alike += weight * (isSaid ? 1 : nearest(word, other.words));
  }
  return { said: said / total, alike: alike / total, strange };
}

function nearest(word: Word, others: readonly Word[]): number {
  const most = Math.max(0, ...others.map((other) => similarityOf(word.vector, other.vector)));
  return most >= leastAlike ? most : 0;
}

/** 'MDR' where the other question says 'Medical Device Report'. */
function isSpelledOut({ term }: Word, { initials }: Asked): boolean {
  return initials.has(term);
}

/** 'device' of a 'Medical Device Report' where the other question says 'MDR'. */
function isInitialed({ term }: Word, own: Asked, other: Asked): boolean {
  return [...own.initials].some(
    ([initials, terms]) => terms.includes(term) && other.words.some((word) => word.term === initials),
  );
}
