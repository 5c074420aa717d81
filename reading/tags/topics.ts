import type { TagSource } from "./source.ts";
import { isTopic, LAYOUT, STOP } from "./topics-words.ts";
import { stemOf } from "./words.ts";

const MOST = 6;
const LONGEST = 4;
/** A heading states its section's topic: worth this many mentions. */
const HEADING_WEIGHT = 4;

/** A text this long may have appendices about another topic: it is checked in ten parts. */
const LONG_CHARACTERS = 60_000;
const PARTS = 10;
const LEAST_PARTS = 3;
/** Enough that six different ones remain. */
const CONSIDERED = 40;

/** Too short for language detection (language.ts). */
const SHORT_CHARACTERS = 2_000;
/** The title states the kind of document, which isn't one of its topics. */
const KIND =
  /\b(?:polic(?:y|ies)|procedures?|manual|guide(?:lines)?|handbook|rules|circular|schedule|agreement|report|form|terms|and)\b/gi;

type Phrase = {
  /** The most frequent spelling: the key consists of stems, so singular and plural are one. */
  words: string[];
  votes: number;
  weight: number;
  count: number;
  /**
   * Occurs in lower case; a phrase that never does is a name, not a topic, unless its words do: then it is a defined term.
   */
  plain: boolean;
};

/** Recurring key phrases of two to four words, with headings weighted higher; `names` are already tagged elsewhere. */
export function findTopics(
  { text, headings, titles, ordinary, language }: TagSource,
  names: string[],
): string[] {
  // The stop words are English: in other languages only headings are phrases.
  const running = language === "en" || (language === null && text.length < SHORT_CHARACTERS);
  const word = running ? ENGLISH_WORD : WORD;
  const stems = new Map<string, string>();
  const runs = [
    ...[...new Set(headings)].flatMap((heading) => runsOf(strip(heading), HEADING_WEIGHT, word, stems)),
    ...titles.flatMap((title) => runsOf(title.replace(KIND, "."), HEADING_WEIGHT, word, stems)),
    ...(running ? runsOf(text, 1, word, stems) : []),
  ];
  const least = Math.max(3, Math.min(10, Math.round(text.length / 40_000)));
  const phrases = countPhrases(runs, least);
  const isTerm = ({ plain, words }: Phrase) => plain || words.every((word) => ordinary.has(stemOf(word)));
  const known = new Set(names.map((name) => name.toLowerCase().split(" ").map(stemOf).join(" ")));
  const nested = weightInLonger(phrases);
  const ranked = [...phrases]
    .filter(
      ([key, { count, weight }]) =>
        (count >= least || (count > 1 && weight > HEADING_WEIGHT)) && !known.has(key),
    )
    .map(([key, phrase]) => ({
      phrase,
      score: Math.log2(phrase.words.length) * (phrase.weight - (nested.get(key) ?? 0)) + phrase.weight / 4,
    }))
    .sort((a, b) => b.score - a.score);
  const share = spreadOver(text);
  const considered: { words: string[]; score: number }[] = [];
  for (const { phrase, score } of ranked) {
    if (considered.length >= CONSIDERED) break;
    if ((isTerm(phrase) || !running) && isTopic(phrase.words))
      considered.push({ words: phrase.words, score: score * share(phrase.words.join(" ")) });
  }
  const topics: string[][] = [];
  for (const { words, score } of considered.sort((a, b) => b.score - a.score)) {
    if (topics.length >= MOST || score === 0) break;
    if (!topics.some((topic) => isSame(topic, words))) topics.push(words);
  }
  return topics.map((words) => words.join(" "));
}

/** Adjacent words without a phrase boundary between them. */
type Run = { words: string[]; stems: string[]; written: string[]; weight: number };

/** In lower case, except a heading's first word, which is always capitalized. */
function isPlain({ words, written, weight }: Run, from: number, end: number): boolean {
  for (let at = from; at < end; at++)
    if (written[at] !== words[at] && (at > 0 || weight === 1 || written[0]?.slice(1) !== words[0]?.slice(1)))
      return false;
  return true;
}

function isWritten(phrase: string[], words: string[], from: number): boolean {
  for (let at = 0; at < phrase.length; at++) if (phrase[at] !== words[from + at]) return false;
  return true;
}

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
/** The same in a fifth of the time, for a text known to be English. */
const ENGLISH_WORD = /[0-9A-Za-zÀ-ɏ]+(?:['’-][0-9A-Za-zÀ-ɏ]+)*/g;

function runsOf(text: string, weight: number, word: RegExp, stems: Map<string, string>): Run[] {
  const runs: Run[] = [];
  let run: Run = { words: [], stems: [], written: [], weight };
  let end = 0;
  const close = () => {
    if (run.words.length > 1) {
      for (const small of run.words) {
        const stem = stems.get(small) ?? stemOf(small);
        stems.set(small, stem);
        run.stems.push(stem);
      }
      runs.push(run);
    }
    if (run.words.length > 0) run = { words: [], stems: [], written: [], weight };
  };
  for (const match of text.matchAll(word)) {
    const gap = match.index - end;
    if (gap > 1 || (gap === 1 && !/\s/.test(text.charAt(end)))) close();
    end = match.index + match[0].length;
    const written = match[0].replace(/['’]s$/, "");
    const small = written.toLowerCase();
    if (small.length < 3 || /\d/.test(small) || STOP.has(small) || LAYOUT.has(small)) close();
    else {
      run.words.push(small);
      run.written.push(written);
    }
  }
  close();
  return runs;
}

/**
 * Phrases of two to four words. A longer one is counted only if its first and its last words recur as phrases: most phrases
 * of a text occur once, and are never stored.
 */
function countPhrases(runs: Run[], least: number): Map<string, Phrase> {
  let recurring: Set<string> | null = null;
  const phrases = new Map<string, Phrase>();
  for (let length = 2; length <= LONGEST; length++) {
    const found = new Map<string, Phrase>();
    for (const run of runs) {
      const { words, stems, weight } = run;
      for (let from = 0; from + length <= words.length; from++) {
        const parts = stems.slice(from, from + length);
        if (recurring !== null && !isRecurring(parts, recurring)) continue;
        if (parts.some((word, at) => word === parts[at - 1])) continue;
        const key = parts.join(" ");
        const phrase = found.get(key) ?? {
          words: words.slice(from, from + length),
          votes: 0,
          weight: 0,
          count: 0,
          plain: false,
        };
        phrase.weight += weight;
        phrase.count++;
        if (isWritten(phrase.words, words, from)) phrase.votes++;
        else if (phrase.votes-- === 0)
          Object.assign(phrase, { words: words.slice(from, from + length), votes: 1 });
        if (!phrase.plain) phrase.plain = isPlain(run, from, from + length);
        found.set(key, phrase);
      }
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
 * The share of a phrase's weight due to longer ones: `consolidated financial` occurs only in `consolidated financial
 * statements` (the C-value of Frantzi and Ananiadou, 1999).
 */
function weightInLonger(phrases: Map<string, Phrase>): Map<string, number> {
  const inside = new Map<string, number>();
  for (const [phrase, { weight }] of phrases) {
    const words = phrase.split(" ");
    for (const part of [words.slice(0, -1), words.slice(1)]) {
      if (part.length < 2) continue;
      const key = part.join(" ");
      inside.set(key, Math.max(inside.get(key) ?? 0, weight));
    }
  }
  return inside;
}

const strip = (heading: string) =>
  heading.replace(
    /^(?:[\dIVXLC]+(?:\.\d+)*[.)]?|(?:section|article|item|chapter|part|appendix)\s+\S+)\s+/i,
    "",
  );

/**
 * The share of a long text in which a phrase occurs, 0 to 1, 0 for less than three tenths: a phrase that one appendix
 * repeats isn't a topic of the whole. A short text has one subject.
 */
function spreadOver(text: string): (phrase: string) => number {
  if (text.length < LONG_CHARACTERS) return () => 1;
  const size = Math.ceil(text.length / PARTS);
  const lower = text.toLowerCase().replace(/\s/g, " ");
  const parts = Array.from({ length: PARTS }, (_, at) => lower.slice(at * size, (at + 1) * size));
  return (phrase) => {
    const start = phrase.replace(/(?:ies|y|s)$/, "");
    const occurs = parts.filter((part) => part.includes(start)).length;
    return occurs < LEAST_PARTS ? 0 : occurs / PARTS;
  };
}

/** Two phrases that share most of their words have the same meaning. */
function isSame(one: string[], other: string[]): boolean {
  const root = (word: string) => stemOf(word).replace(/ing$/, "");
  const roots = new Set(one.map(root));
  const shared = other.filter((word) => roots.has(root(word))).length;
  return shared >= Math.min(one.length, other.length) - (Math.min(one.length, other.length) > 2 ? 1 : 0);
}
