import { numbersOf } from "./numbers.ts";

/** A number with the words beside it, nearest first, and what it counts as far as the text says so. */
type Placed = {
  number: string;
  before: string[];
  behind: string[];
  unit: string | null;
  currency: string | null;
};

/** So many words on each side of a number say what it counts. */
const side = 2;
/** Stands for what is before the first word and behind the last. */
const edge = "";

/**
 * Whether a number of `claim` counts something else than in `span`: it stands where the span has another one ('January
 * 10, 2023' beside 'January 1, 2023'), or it has another unit or currency ('30 months' beside '30 days').
 */
export function hasMisplacedNumber(claim: string, span: string): boolean {
  const held = placedIn(span);
  return placedIn(claim).some((said) => {
    const same = held.filter(({ number }) => number === said.number);
    return (
      differs(said, same, "unit") || differs(said, same, "currency") || isInPlaceOfAnother(said, held, same)
    );
  });
}

/** The span says of each such number what it counts, and of none what the claim says. */
function differs(said: Placed, same: Placed[], of: "unit" | "currency"): boolean {
  const known = same.flatMap((other) => other[of] ?? []);
  const own = said[of];
  return own !== null && known.length > 0 && !known.includes(own);
}

/**
 * It stands between the words that have another number between them in the span, and never that one. For a number that the
 * span holds somewhere, two words on each side must be the same; for one known from the headings only, one.
 */
function isInPlaceOfAnother(said: Placed, held: Placed[], same: Placed[]): boolean {
  const words = same.length > 0 ? side : 1;
  const there = (other: Placed) => isSamePlace(said, other, words);
  return held.some(there) && !same.some(there);
}

function isSamePlace(one: Placed, other: Placed, words: number): boolean {
  for (let at = 0; at < words; at++)
    if (one.before[at] !== other.before[at] || one.behind[at] !== other.behind[at]) return false;
  return true;
}

// the letter apostrophe of 'daysʼ' is no letter of the word
const tokens = /\d[\d.,]*\d|\d|[^\P{L}ʼ]+|[%$€£¥§°;:]/gu;

function placedIn(text: string): Placed[] {
  const words = (text.toLowerCase().match(tokens) ?? []).map((token) => numbersOf(token)[0] ?? token);
  const wordAt = (at: number) => words[at] ?? edge;
  return words.flatMap((number, at) => {
    if (!/^\d/.test(number)) return [];
    const before = Array.from({ length: side }, (_, step) => wordAt(at - 1 - step));
    const behind = Array.from({ length: side }, (_, step) => wordAt(at + 1 + step));
    const currency =
      currencies.get(before[0] ?? edge) ?? behind.flatMap((word) => currencies.get(word) ?? [])[0];
    return [{ number, before, behind, unit: unitOf(behind), currency: currency ?? null }];
  });
}

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

function unitOf([first = edge, second = edge]: string[]): string | null {
  if (first === "per" && second === "cent") return "percent";
  if (first === "°") return `°${second}`;
  if (first === "basis") return "basis point";
  if (/^(?:business|working)$/.test(first) && units.get(second) === "day") return "working day";
  return units.get(first === "calendar" ? second : first) ?? null;
}
