import { isOn } from "#engine/rules.ts";
import { termOf } from "#engine/text/analyze.ts";
import { isEnglish } from "./english-words.ts";
import { type ReadAs, WORD } from "./read-as.ts";
import { oneSlipAway } from "./slips.ts";

const LEAST_LETTERS = 5;
const MOST_LETTERS = 24;
/** A word is likelier if more passages contain it: this many e-folds of passages offset one degree of a typing error. */
const PER_DEGREE = 2;
/** Degrees added for a form that no dictionary has. */
const UNLISTED = 1;
/** Weight of a dictionary word that the theme lacks, in passages. */
const ABSENT = 0.3;
/** Below it the word stays as typed: 'viber' isn't corrected to a 'fiber' that occurs in one passage. */
const LEAST_WORTH = -4.5;
/** Checking a word takes one to two milliseconds. */
const MOST_WORDS = 6;

/**
 * The question's words that neither the theme nor a dictionary knows, each with the theme's word that is one typing error
 * away (one letter missing, extra, swapped or wrong, or a missing space). Names stay as typed: a question about LiiON must
 * not return Lion.
 * `frequency`: number of the theme's passages that contain a term.
 */
export function misspelled(question: string, frequency: (term: string) => number): ReadAs[] {
  if (!isOn("misspelled")) return [];
  const found = new Map<string, string | null>();
  for (const { 0: typed, index } of question.matchAll(WORD)) {
    const word = typed.toLowerCase();
    if (found.has(typed) || (word !== typed && !isFirst(question, index))) continue;
    const term = termOf(word);
    if (term === null || frequency(term) > 0) continue;
    if (word.length >= LEAST_LETTERS && word.length <= MOST_LETTERS && !isEnglish(word))
      found.set(typed, nearest(word, frequency));
    if (found.size === MOST_WORDS) break;
  }
  return [...found].flatMap(([typed, read]) => (read === null ? [] : [{ typed, read }]));
}

function isFirst(text: string, index: number): boolean {
  return /(?:^|[.?!:;]["'”’)]*\s)\s*["'“‘(]*$/u.test(text.slice(0, index));
}

/** The likeliest word of the theme; null if the dictionary has a likelier one that the theme lacks. */
function nearest(word: string, frequency: (term: string) => number): string | null {
  let best: string | null = null;
  let most = LEAST_WORTH;
  for (const [other, degree] of oneSlipAway(word)) {
    const held = heldBy(other, frequency);
    const atMost = Math.log(held || ABSENT) - PER_DEGREE * degree;
    if (atMost <= most) continue;
    const isListed = other.split(" ").every(isEnglish);
    const score = isListed ? atMost : atMost - PER_DEGREE * UNLISTED;
    // words the theme lacks, and pairs of words, must come from the dictionary
    if (score <= most || (!isListed && (held === 0 || other.includes(" ")))) continue;
    best = held === 0 ? null : other;
    most = score;
  }
  return best;
}

/** Number of passages that contain the rarest of the words; 0 also for function words. */
function heldBy(words: string, frequency: (term: string) => number): number {
  return Math.min(
    ...words.split(" ").map((word) => {
      const term = termOf(word);
      return term === null ? 0 : frequency(term);
    }),
  );
}
