import { termsIn } from "./analyze.ts";
import type { Language } from "./language.ts";

/** An abbreviation and its meaning, as a document defines them. */
export type Abbreviation = { short: string; long: string };

/** At least two capitals; a plural ending doesn't count. */
const SHORT = String.raw`[A-Z][A-Za-z0-9&]{0,8}[A-Z0-9]s?`;
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’\-/]*`;
/** More words than this aren't a name. */
const MOST_WORDS = 10;
const WORDS = String.raw`${WORD}(?: ${WORD}){1,${MOST_WORDS - 1}}`;
const QUOTES = String.raw`["“”'‘’]{0,2}`;
const CALLED =
  "the |hereinafter |hereafter |below |in short |for short |referred to as |abbreviated |as |or ";
/**
 * `service level agreement (SLA)`, `Officer (the “MLRO”)`, `access request, abbreviated AR,`: what follows the words, and the
 * characters to read before it.
 */
const AFTER = new RegExp(
  String.raw`(?:\((?:${CALLED}){0,4}|,? (?:abbreviated|or|in short|for short) (?:as )?)${QUOTES}(?:the )?(${SHORT})${QUOTES}(?![\p{L}\p{N}])`,
  "gu",
);
const BEFORE_CHARACTERS = 160;
const BETWEEN_CLAUSES = /[^\p{L}\p{N}'’\-/ \n]/u;
/** `UBO (ultimate beneficial owner)`, `SLA: service level agreement`, `KYC = know your customer`, `FTE means full-time equivalent` */
const BEFORE = new RegExp(
  String.raw`(?=[A-Z])(?<![\p{L}\p{N}])(${SHORT})${QUOTES}(?:\s*\(\s*|\s*[:=]\s*|\s+[–—-]\s+|\s*\|\s*|\t|\s+(?:means|refers to|denotes|stands for|is short for|is (?:an|the) abbreviation (?:of|for))\s+)(?:the |an? )?(${WORDS})`,
  "gu",
);
/** Words that an abbreviation may leave out. */
const SMALL = /^(?:of|the|and|for|to|in|on|a|an|or|with|by|your|&)$/i;

/** The abbreviations that a text defines: the letters of the short form begin the words of the long one, in order. */
export function abbreviationsIn(text: string): Abbreviation[] {
  const found = new Map<string, string>();
  const add = (form: string, words: string, isAfter: boolean) => {
    const short = form.replace(/s$/, "");
    const all = words.trim().split(/\s+/);
    const long = meaningOf(short, all, isAfter) ?? compoundOf(short, all, isAfter);
    if (long !== null && !found.has(short)) found.set(short, long);
  };
  for (const match of text.matchAll(AFTER)) {
    const before = text.slice(Math.max(0, match.index - BEFORE_CHARACTERS), match.index);
    add(match[1] ?? "", before.split(BETWEEN_CLAUSES).at(-1) ?? "", true);
  }
  for (const [, short = "", words = ""] of text.matchAll(BEFORE)) add(short, words, false);
  return [...found].map(([short, long]) => ({ short, long }));
}

/** The words whose initials are those letters; they end where the short form follows, or begin after it. */
function meaningOf(short: string, words: string[], isAfter: boolean): string | null {
  const letters = [...short.toLowerCase().replace(/[^a-z0-9]/g, "")];
  const wanted = isAfter ? letters.toReversed() : letters;
  const ordered = isAfter ? words.toReversed() : words;
  let place = 0;
  const own: string[] = [];
  for (const word of ordered) {
    if (place === wanted.length) break;
    const initials = word
      .toLowerCase()
      .split(/[-/]/)
      .map((part) => part.charAt(0));
    const next = isAfter ? initials.toReversed() : initials;
    const count = next.findIndex((initial, at) => initial !== wanted[place + at]);
    const matched = count < 0 ? next.length : count;
    if (matched === 0 && !SMALL.test(word)) return null;
    place += matched;
    own.push(word);
  }
  if (place < wanted.length || own.length < 2) return null;
  return (isAfter ? own.toReversed() : own).join(" ");
}

/** The words of which each begins with a letter of the short form and may have further ones: `lockout and tagout` for LOTO. */
function compoundOf(short: string, words: string[], isAfter: boolean): string | null {
  const letters = [...short.toLowerCase()];
  const first = isAfter ? Math.max(0, words.length - MOST_WORDS) : 0;
  const last = isAfter ? words.length - 2 : 0;
  for (let start = last; start >= first; start--) {
    const end = SMALL.test(words[start] ?? "") ? null : endOf(letters, words, start);
    const own = end === null || (isAfter && end < words.length) ? [] : words.slice(start, end);
    if (own.filter((word) => !SMALL.test(word)).length > 1) return own.join(" ");
  }
  return null;
}

/** The place after the words from `start` on that have all letters; null if they don't. */
function endOf(letters: string[], words: string[], start: number): number | null {
  if (letters.length === 0) return start;
  const word = words[start]?.toLowerCase();
  if (word === undefined) return null;
  const passed = SMALL.test(word) ? endOf(letters, words, start + 1) : null;
  if (passed !== null || word.charAt(0) !== letters[0]) return passed;
  let place = 0;
  for (const [count, letter] of letters.entries()) {
    place = word.indexOf(letter, place) + 1;
    if (place === 0) return null;
    const end = endOf(letters.slice(count + 1), words, start + 1);
    if (end !== null) return end;
  }
  return null;
}

/** The terms of both forms. */
export type Forms = { brief: string[]; full: string[] };

export function formsOf(abbreviations: readonly Abbreviation[], language: Language): Forms[] {
  return abbreviations
    .map(({ short, long }) => ({ brief: termsIn(short, language), full: termsIn(long, language) }))
    .filter(({ brief, full }) => brief.length > 0 && full.length > 0);
}

/**
 * The terms by which a text is also found, since its document defines one form of a name and the text has the other: those
 * of the long form for the short one, and the reverse.
 */
export function otherForms(terms: ReadonlySet<string>, forms: readonly Forms[]): string[] {
  return forms.flatMap(({ brief, full }) => {
    const [hasBrief, hasFull] = [brief, full].map((all) => all.every((term) => terms.has(term)));
    return hasBrief === hasFull ? [] : hasBrief === true ? full : brief;
  });
}

/** Rewrites a text with each name in the form in which a source has it, where the source has only one of both. */
export function toFormsOf(source: string, abbreviations: readonly Abbreviation[]): (text: string) => string {
  const changes = abbreviations.flatMap(({ short, long }) => {
    const [brief, full] = [
      patternOf(`${short}s?`, "gu"),
      patternOf(long.replaceAll(" ", String.raw`\s+`), "giu"),
    ];
    const [hasBrief, hasFull] = [brief, full].map((pattern) => source.search(pattern) >= 0);
    if (hasBrief === hasFull) return [];
    return [hasBrief === true ? { other: full, own: short } : { other: brief, own: long }];
  });
  return (text) => changes.reduce((said, { other, own }) => said.replace(other, own), text);
}

/** @param words letters, figures, spaces and the marks of a name (WORD, SHORT): none has a meaning in a pattern */
const patternOf = (words: string, flags: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${words}(?![\p{L}\p{N}])`, flags);

/** Whether a sentence does little more than to define an abbreviation. */
export function defines(sentence: string): boolean {
  return abbreviationsIn(sentence).some(({ short, long }) => {
    const rest = sentence.replace(long, "").replace(short, "");
    return (rest.match(/\p{L}{4,}/gu) ?? []).length < MOST_BESIDE;
  });
}
/** A sentence with as many other words of four letters or more says more than what its abbreviation means. */
const MOST_BESIDE = 3;

const MEANING =
  /\b(?:mean|means|meaning|stands? for|short for|abbreviations?|abbreviated|define|defined|definition)\b/i;
const NAMING = /^\s{0,9}(?:what|who)(?:'s| is| are) /i;
/** More words than these ask for more than a name. */
const MOST_ASKED = 9;

/** Whether a question asks for the meaning of a name: `What does SLA stand for?`, `Who is the MLRO?` */
export const asksMeaning = (question: string) =>
  MEANING.test(question) || (NAMING.test(question) && question.trim().split(/\s+/).length <= MOST_ASKED);
