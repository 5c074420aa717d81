import type { TagSource } from "./tags.ts";

const STOP = new Set(
  "a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing down during each either etc every few for from further had has have having he her here him his how however i if in into is it its itself just may me might more most must my neither no nor not now of off on once one only or other our out over own per same shall she should since so some such than that the their them then there these they this those through thus to too under until up upon us very was we were what when where whether which while who whom whose why will with within without would you your yes new used using use uses including include includes included based following see set given make made well many much several various please contact collect first second third two three four five six seven eight nine ten another around via e.g i.e eg ie non pursuant thereof hereof herein thereto hereby therein respect applicable like look looks say says said go goes take takes get gets need needs want wants know let way ways thing things lot able".split(
    " ",
  ),
);
/** Words of layout and of every report: a phrase with one of them is no topic. */
const LAYOUT = new Set(
  "page pages section sections table tables figure figures item items note notes chapter part parts appendix exhibit annex example examples year years month months day days date quarter ended million millions billion thousand percent total number numbers amount amounts jan january feb february march april june july august september october november december continued copyright reserved hereto hereinafter hereunder party parties referred principal prior written consent registered office address line print agrees acknowledges wishes subject matter york states united www http https com org pdf fiscal end previous next contents index version draft inc llc ltd corp company corporation refer accompanying paragraph accordance results respectively approximately primarily check mark additional information".split(
    " ",
  ),
);
const MOST = 6;
const LONGEST = 4;
/** A heading says what its section is about: worth this many mentions. */
const HEADING_WEIGHT = 4;

/** Too short to tell its language from (language.ts). */
const SHORT_CHARACTERS = 2_000;
/** What kind of document it is says its title, and is no topic of it. */
const KIND =
  /\b(?:polic(?:y|ies)|procedures?|manual|guide(?:lines)?|handbook|rules|circular|schedule|agreement|report|form|terms|and)\b/gi;

type Phrase = {
  words: string[];
  weight: number;
  count: number;
  /** Occurs in small letters; what never does is a name, not a topic. */
  plain: boolean;
};

/** Key phrases of two to four words that recur, headings weighing more; `names` are tagged elsewhere already. */
export function findTopics({ text, headings, titles, language }: TagSource, names: string[]): string[] {
  // The stop words are English: elsewhere only headings are phrases by themselves.
  const running = language === "en" || (language === null && text.length < SHORT_CHARACTERS);
  const runs = [
    ...[...new Set(headings)].flatMap((heading) => runsOf(strip(heading), HEADING_WEIGHT)),
    ...titles.flatMap((title) => runsOf(title.replace(KIND, "."), HEADING_WEIGHT)),
    ...(running ? runsOf(text, 1) : []),
  ];
  const least = Math.max(2, Math.min(10, Math.round(text.length / 40_000)));
  const phrases = countPhrases(runs, least);
  const known = new Set(names.map((name) => name.toLowerCase()));
  const nested = weightInLonger(phrases);
  const ranked = [...phrases]
    .filter(
      ([phrase, { count, weight, plain }]) =>
        (plain || !running) && (count >= least || weight >= HEADING_WEIGHT * 2) && !known.has(phrase),
    )
    .map(([phrase, { words, weight }]) => ({
      phrase,
      words,
      score: Math.log2(words.length) * (weight - (nested.get(phrase) ?? 0)) + weight / 4,
    }))
    .sort((a, b) => b.score - a.score);
  const topics: typeof ranked = [];
  for (const next of ranked) {
    if (topics.length >= MOST) break;
    if (!topics.some((topic) => isSame(topic.words, next.words))) topics.push(next);
  }
  return topics.map((topic) => topic.phrase);
}

/** Words that follow each other with nothing between them that ends a phrase. */
type Run = { words: string[]; written: string[]; weight: number };

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

function runsOf(text: string, weight: number): Run[] {
  const runs: Run[] = [];
  let run: Run = { words: [], written: [], weight };
  let end = 0;
  const close = () => {
    if (run.words.length > 1) runs.push(run);
    if (run.words.length > 0) run = { words: [], written: [], weight };
  };
  for (const match of text.matchAll(WORD)) {
    const gap = match.index - end;
    if (gap > 1 || (gap === 1 && !/\s/.test(text.charAt(end)))) close();
    end = match.index + match[0].length;
    const written = match[0].replace(/['’]s$/, "");
    const word = written.toLowerCase();
    if (word.length < 3 || /\p{N}/u.test(word) || STOP.has(word) || LAYOUT.has(word)) close();
    else {
      run.words.push(word);
      run.written.push(written);
    }
  }
  close();
  return runs;
}

/**
 * Phrases of two to four words. A longer one is counted only where its first and its last words recur as a phrase
 * themselves: most of the phrases of a text occur once, and are never stored.
 */
function countPhrases(runs: Run[], least: number): Map<string, Phrase> {
  let recurring: Set<string> | null = null;
  const phrases = new Map<string, Phrase>();
  for (let length = 2; length <= LONGEST; length++) {
    const found = new Map<string, Phrase>();
    for (const { words, written, weight } of runs)
      for (let from = 0; from + length <= words.length; from++) {
        const parts = words.slice(from, from + length);
        if (recurring !== null && !isRecurring(parts, recurring)) continue;
        if (parts.some((word, at) => word === parts[at - 1])) continue;
        const key = parts.join(" ");
        const phrase = found.get(key) ?? { words: parts, weight: 0, count: 0, plain: false };
        phrase.weight += weight;
        phrase.count++;
        phrase.plain ||= written.slice(from, from + length).join(" ") === key;
        found.set(key, phrase);
      }
    recurring = new Set();
    for (const [key, phrase] of found)
      if (phrase.count >= least || phrase.weight >= HEADING_WEIGHT) {
        recurring.add(key);
        phrases.set(key, phrase);
      }
  }
  return phrases;
}

function isRecurring(words: string[], recurring: Set<string>): boolean {
  return recurring.has(words.slice(0, -1).join(" ")) && recurring.has(words.slice(1).join(" "));
}

/**
 * How much of a phrase's weight is that of longer ones: `consolidated financial` lives only in `consolidated financial
 * statements` (the C-value of Frantzi and Ananiadou, 1999).
 */
function weightInLonger(phrases: Map<string, Phrase>): Map<string, number> {
  const inside = new Map<string, number>();
  for (const { words, weight } of phrases.values())
    for (const part of [words.slice(0, -1), words.slice(1)]) {
      if (part.length < 2) continue;
      const key = part.join(" ");
      inside.set(key, Math.max(inside.get(key) ?? 0, weight));
    }
  return inside;
}

const strip = (heading: string) =>
  heading.replace(
    /^(?:[\dIVXLC]+(?:\.\d+)*[.)]?|(?:section|article|item|chapter|part|appendix)\s+\S+)\s+/i,
    "",
  );

/** Two phrases that share most of their words say the same. */
function isSame(one: string[], other: string[]): boolean {
  const stems = new Set(one.map(stemOf));
  const shared = other.filter((word) => stems.has(stemOf(word))).length;
  return shared >= Math.min(one.length, other.length) - (Math.min(one.length, other.length) > 2 ? 1 : 0);
}

/** Singular and plural of a word are one. */
export const stemOf = (word: string) =>
  word
    .replace(/ies$/, "y")
    .replace(/(x|ch|sh|ss)es$/, "$1")
    .replace(/([^s])s$/, "$1");
