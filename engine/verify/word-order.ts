import { analyze } from "#engine/text/analyze.ts";
import { numbersOf } from "#engine/text/numbers.ts";
import { remember } from "#engine/text/remember.ts";

/** A word or number of a text with its neighbors, nearest first. */
type Placed = { word: string; before: string[]; behind: string[] };

/** This many words on each side identify a number's unit, or a word's referent. */
const side = 2;
/** Stands for the positions before the first word and after the last. */
const edge = "";

/**
 * Whether a number of `claim` counts something else than in `span`: it replaces another number of the span ('January 10,
 * 2023' for 'January 1, 2023'), or it has another unit or currency ('30 months' for '30 days').
 */
export function hasMisplacedNumber(claim: readonly Placed[], span: readonly Placed[]): boolean {
  return claim.some((said) => {
    if (!isNumber(said.word)) return false;
    const same = span.filter(({ word }) => word === said.word);
    // known from the headings only: the nearest two words are enough
    const width = same.length > 0 ? side : 1;
    return (
      differ(said, same, unitOf) || differ(said, same, currencyOf) || isInPlaceOfAnother(said, span, width)
    );
  });
}

/**
 * Whether a word of `claim` replaces another word of `span`: words of the span in each other's place ('the seller tells the
 * buyer'), or one of `names` in the place of another. Any other word is a paraphrase.
 */
export function hasMisplacedWord(
  claim: readonly Placed[],
  span: readonly Placed[],
  names: string[],
): boolean {
  const known = new Set([...span.map(({ word }) => word), ...names]);
  return claim.some(
    (said) => known.has(said.word) && !isNumber(said.word) && isInPlaceOfAnother(said, span, side),
  );
}

/** The span gives each such number a unit, and none has the claim's unit. */
function differ(said: Placed, same: readonly Placed[], of: (placed: Placed) => string | null): boolean {
  const own = of(said);
  const known = same.flatMap((other) => of(other) ?? []);
  return own !== null && known.length > 0 && !known.includes(own);
}

/** It is between words that have another one between them in the span, and never this one. */
function isInPlaceOfAnother(said: Placed, held: readonly Placed[], width: number): boolean {
  const places = held.filter((other) => isSamePlace(said, other, width));
  return (
    places.length > 0 &&
    !held.some((other) => other.word === said.word && isSamePlace(said, withEndsOf(said, other), width))
  );
}

/** Beyond the end of its text a word may have the neighbors of another: '… and three days' of 'ten days a month'. */
function withEndsOf(said: Placed, { word, before, behind }: Placed): Placed {
  const filled = (own: string[], others: string[]) =>
    own.map((one, at) => (one === edge ? (others[at] ?? edge) : one));
  return { word, before, behind: filled(behind, said.behind) };
}

function isSamePlace(one: Placed, other: Placed, width: number): boolean {
  if (isNumber(one.word) !== isNumber(other.word)) return false;
  for (let at = 0; at < width; at++)
    if (one.before[at] !== other.before[at] || one.behind[at] !== other.behind[at]) return false;
  return true;
}

const isNumber = (word: string) => /^\d/.test(word);

// the letter apostrophe of 'daysʼ' isn't part of the word
const tokens = /\d[\d.,]*\d|\d|[^\P{L}ʼ]+|[%$€£¥§°;:]/gu;

/** The words and numbers of a text with their positions; function words have none. */
export const placedIn = remember((text: string): readonly Placed[] => {
  const words = (text.toLowerCase().match(tokens) ?? []).map((token) => numbersOf(token)[0] ?? token);
  const wordAt = (at: number) => words[at] ?? edge;
  return words.flatMap((word, at) =>
    isNumber(word) || analyze(word).length > 0
      ? [
          {
            word,
            before: Array.from({ length: side }, (_, step) => wordAt(at - 1 - step)),
            behind: Array.from({ length: side }, (_, step) => wordAt(at + 1 + step)),
          },
        ]
      : [],
  );
});

const spellings = (lines: string[]) =>
  new Map(
    lines.flatMap((line) => {
      const [unit = edge, ...others] = line.split(" ");
      return [unit, `${unit}s`, ...others].map((word) => [word, unit] as const);
    }),
  );

const units = spellings([
  "second sec",
  "minute min mins",
  "hour hr hrs",
  "day",
  "week",
  "month",
  "quarter",
  "year yr yrs",
  "percent %",
  "thousand",
  "million mn",
  "billion bn",
  "trillion",
  "mg",
  "mcg µg",
  "kg",
  "g gram grams",
  "ml",
  "litre liter liters",
  "mm",
  "cm",
  "km",
]);
const currencies = spellings(["dollar $ usd", "euro € eur", "pound £ gbp", "yen ¥ jpy", "franc chf"]);

function currencyOf({ before, behind }: Placed): string | null {
  return currencies.get(before[0] ?? edge) ?? behind.flatMap((word) => currencies.get(word) ?? [])[0] ?? null;
}

function unitOf({ behind: [first = edge, second = edge] }: Placed): string | null {
  if (first === "per" && second === "cent") return "percent";
  if (first === "°") return `°${second}`;
  if (first === "basis") return "basis point";
  const unit = units.get(/^(?:business|working|calendar)$/.test(first) ? second : first) ?? null;
  return unit === "day" && /^(?:business|working)$/.test(first) ? "working day" : unit;
}
