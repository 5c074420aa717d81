import { isOn } from "#engine/rules.ts";
import { termOf } from "#engine/text/analyze.ts";
import { isEnglish } from "./english-words.ts";
import { type ReadAs, WORD } from "./read-as.ts";
import { oneSlipAway } from "./slips.ts";

const LEAST_LETTERS = 5;
const MOST_LETTERS = 24;
/** A word of the theme is the likelier the more passages hold it: so many e-folds of them make up for one degree of a slip. */
const PER_DEGREE = 2;
/** Degrees for a word that no dictionary has in this form. */
const UNLISTED = 1;
/** What a word of the dictionary weighs that the theme does not hold, in passages. */
const ABSENT = 0.3;
/** Below it a word is left as it is: 'viber' is no slip of 'fiber' that stands in one passage. */
const LEAST_WORTH = -4.5;
/** Trying a word takes one to two milliseconds. */
const MOST_WORDS = 6;

/**
 * The words of a question that the theme does not know, each with the word of the theme that was meantwhere no dictionary knows them either: the one that is a slip away (a letter too many, too few,
 * exchanged or another one, or a space left out). Names stay as typed: whoever asks for LiiON must not be told of Lion.
 * `frequency`: in how many passages of the theme a term stands.
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

/** The likeliest word of the theme; null where the dictionary has a likelier one that the theme does not hold. */
function nearest(word: string, frequency: (term: string) => number): string | null {
  let best: string | null = null;
  let most = LEAST_WORTH;
  for (const [other, degree] of oneSlipAway(word)) {
    const held = heldBy(other, frequency);
    const atMost = Math.log(held || ABSENT) - PER_DEGREE * degree;
    if (atMost <= most) continue;
    const isListed = other.split(" ").every(isEnglish);
    const worth = isListed ? atMost : atMost - PER_DEGREE * UNLISTED;
    // what the theme does not hold, and two words for one, are believed of the dictionary's words only
    if (worth <= most || (!isListed && (held === 0 || other.includes(" ")))) continue;
    best = held === 0 ? null : other;
    most = worth;
  }
  return best;
}

/** In how many passages the least of the words stands; 0 also for words of grammar. */
function heldBy(words: string, frequency: (term: string) => number): number {
  return Math.min(
    ...words.split(" ").map((word) => {
      const term = termOf(word);
      return term === null ? 0 : frequency(term);
    }),
  );
}
