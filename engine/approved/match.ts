import { english, writtenIn } from "#engine/text/language.ts";
import { remember } from "#engine/text/remember.ts";
import { namedAmong, placeOfName } from "#engine/quote/focus.ts";
import { askedThingsOf, type Asked } from "./asked-things.ts";
import { differenceInWords, differenceOf } from "./differences.ts";
import { likenessBy, type Likeness, type Weights } from "./likeness.ts";

/** An approved answer's questions, and the tags it holds for, in groups; an empty group holds for questions without one. */
export type Candidate = { id: number; questions: readonly string[]; tags: readonly (readonly string[])[] };

/** What is asked. `tags`: those chosen, in the candidates' groups; `known`: every tag of the theme's documents in each group. */
export type AskedFor = {
  question: string;
  tags: readonly (readonly string[])[];
  known: readonly (readonly string[])[];
};

export type Matched = {
  /** The one that answers; null also if several do. */
  same: number | null;
  /** The most similar others, best first. */
  similar: number[];
};

/**
 * Both signals must say that the questions are the same: no content word is left over on either side, and their directions are
 * the same. One word more or less asks something else in most of 250 near questions (`npm run bench -- approved`).
 */
const leastMeaning = 0.9;
/** Near enough to show beside one another (`npm run bench -- approved`). */
const leastSimilar = { alike: 0.4, meaning: 0.55 };
export const mostSimilar = 2;

/** Which approved answers answer a question, or come near it. */
export function matchApproved(asked: AskedFor, candidates: readonly Candidate[]): Matched {
  // most who ask the same use the same words: then nothing else is compared
  const words = wordsIn(asked.question);
  const meant = tagsMeantBy(asked);
  const fitting = candidates.filter((candidate) => holdsFor(candidate, asked, meant));
  const [first, ...others] = fitting.filter(({ questions }) =>
    questions.some((text) => wordsIn(text) === words),
  );
  if (first !== undefined && others.length === 0) return { same: first.id, similar: [] };
  const likenessOf = likenessBy(rarityAmong(candidates));
  const isEnglish = writtenIn(asked.question) === english;
  const rated = fitting.map((candidate) => {
    const own = candidate.tags.flat();
    const question = askedThingsOf(withoutNames(asked.question, own));
    const best = candidate.questions
      .map((text) => rate(question, withoutNames(text, own), isEnglish, likenessOf))
      .reduce(
        (one, other) => (other.likeness > one.likeness || (other.isSame && !one.isSame) ? other : one),
        none,
      );
    return { id: candidate.id, ...best };
  });
  const same = rated.filter(({ isSame }) => isSame);
  const [only] = same.length === 1 ? same : [];
  return {
    same: only?.id ?? null,
    similar: rated
      .filter(({ id, isSimilar }) => isSimilar && id !== only?.id)
      .toSorted((one, other) => other.likeness - one.likeness)
      .slice(0, mostSimilar)
      .map(({ id }) => id),
  };
}

/** Whether two questions have the same answer. */
export function askSame(one: string, other: string): boolean {
  return rate(askedThingsOf(one), other, writtenIn(one) === english, alikeByCount).isSame;
}

/** Whether two statements differ in something that would have two questions ask for different things. */
export const differInWords = (one: string, other: string): boolean =>
  differenceInWords(askedThingsOf(one), askedThingsOf(other)) !== null;

/** Positions of the questions that come near one, best first: a person says which of them ask the same. */
export function similarTo(question: string, others: readonly string[]): number[] {
  const asked = askedThingsOf(question);
  return others
    .map((other, index) => ({ place: index, ...alikeByCount(asked, askedThingsOf(other)) }))
    .filter(isSimilar)
    .toSorted((one, other) => other.alike + other.meaning - one.alike - one.meaning)
    .map(({ place }) => place);
}

const isSimilar = ({ alike, meaning }: Pick<Likeness, "alike" | "meaning">) =>
  alike >= leastSimilar.alike || meaning >= leastSimilar.meaning;

/** Small letters, numbers and signs of comparison, without anything else between them. */
const wordsIn = remember(
  (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+|[<>≤≥=+]+/gu) ?? []).join(" "),
  5_000,
);

type LikenessOf = ReturnType<typeof likenessBy>;
const alikeByCount = likenessBy(() => 1);

type Rated = { isSame: boolean; isSimilar: boolean; likeness: number };
const none: Rated = { isSame: false, isSimilar: false, likeness: 0 };

function rate(question: Asked, other: string, isEnglish: boolean, likenessOf: LikenessOf): Rated {
  if (wordsIn(question.text) === wordsIn(other)) return { isSame: true, isSimilar: true, likeness: 2 };
  // the rules for differences are English
  if (!isEnglish) return none;
  const approved = askedThingsOf(other);
  const { strange, meaning, alike } = likenessOf(question, approved);
  return {
    isSame:
      question.words.length > 0 &&
      strange === 0 &&
      meaning >= leastMeaning &&
      differenceOf(question, approved) === null,
    isSimilar: isSimilar({ alike, meaning }),
    likeness: alike + meaning,
  };
}

/** Of each group, the tags that the asker has chosen or named, in small letters. */
const tagsMeantBy = ({ question, tags, known }: AskedFor): ReadonlySet<string>[] =>
  known.map(
    (all, group) =>
      new Set([...(tags[group] ?? []), ...namedAmong(question, all)].map((tag) => tag.toLowerCase())),
  );

/**
 * Of each group with a tag in either: the asker's, chosen or named, are among those that the answer holds for. An answer without
 * tags is for questions without tags.
 */
export function holdsFor(
  { tags }: Pick<Candidate, "tags">,
  asked: AskedFor,
  meant = tagsMeantBy(asked),
): boolean {
  return meant.every((own, group) => {
    const held = (tags[group] ?? []).map((tag) => tag.toLowerCase());
    // a tag that only the question names and no answer holds for is a word like any other
    if (held.length === 0) return (asked.tags[group] ?? []).length === 0;
    return own.size > 0 && [...own].every((tag) => held.includes(tag));
  });
}

/** 'What is the fee in Texas?' asks an answer that holds for Texas the same as 'What is the fee?'. */
function withoutNames(text: string, tags: readonly string[]): string {
  return tags.reduce((rest, tag) => {
    const at = placeOfName(rest, tag);
    if (at < 0) return rest;
    return `${rest.slice(0, at)} ${rest.slice(at + tag.length)}`.replace(
      /\s{1,9}(?:in|for|of|at|from)\s{2,9}|\s{2,9}/g,
      " ",
    );
  }, text);
}

/** How rare a word is among the approved questions, which are what the theme is asked. */
function rarityAmong(candidates: readonly Candidate[]): Weights {
  const frequency = new Map<string, number>();
  for (const { questions } of candidates)
    for (const family of new Set(
      questions.flatMap((text) => askedThingsOf(text).words.map((word) => word.family)),
    ))
      frequency.set(family, (frequency.get(family) ?? 0) + 1);
  return (family) => {
    const held = frequency.get(family) ?? 0;
    return Math.log(1 + (candidates.length - held + 0.5) / (held + 0.5));
  };
}
