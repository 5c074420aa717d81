import { numbersOf } from "./numbers.ts";

type Placed = { number: string; before: string[]; behind: string[] };

/** So many words on each side of a number say what it counts. */
const side = 2;
/** Stands for what is before the first word and behind the last. */
const edge = "";

/**
 * Whether a number of `claim` stands where `span` has another one: between the same words ('January 10, 2023' beside
 * 'January 1, 2023'), though it is known from elsewhere. For a number that the span holds itself, two words on each side
 * must be the same; for one known from the headings only, one.
 */
export function hasMisplacedNumber(claim: string, span: string): boolean {
  const held = placedIn(span);
  const own = new Set(held.map(({ number }) => number));
  return placedIn(claim).some((said) => {
    const words = own.has(said.number) ? side : 1;
    const places = held.filter((other) => isSamePlace(said, other, words));
    return places.length > 0 && !places.some(({ number }) => number === said.number);
  });
}

function isSamePlace(one: Placed, other: Placed, words: number): boolean {
  for (let at = 0; at < words; at++)
    if (one.before[at] !== other.before[at] || one.behind[at] !== other.behind[at]) return false;
  return true;
}

const tokens = /\d[\d.,]*\d|\d|\p{L}+|[%$€£§;:]/gu;

/** The numbers of a text, each with the words beside it, nearest first. */
function placedIn(text: string): Placed[] {
  const words = (text.toLowerCase().match(tokens) ?? []).map((token) => numbersOf(token)[0] ?? token);
  const wordAt = (at: number) => words[at] ?? edge;
  return words.flatMap((number, at) =>
    /^\d/.test(number)
      ? [
          {
            number,
            before: Array.from({ length: side }, (_, step) => wordAt(at - 1 - step)),
            behind: Array.from({ length: side }, (_, step) => wordAt(at + 1 + step)),
          },
        ]
      : [],
  );
}
