import { weightyIn } from "#engine/text/synonyms.ts";
import { numberInWords, numbersOf } from "#engine/text/numbers.ts";

/** A number with what follows it, up to the next one or the end of the phrase: its unit, and from when or for what it counts. */
type Tail = { number: string; unit: string; terms: ReadonlySet<string>; at: number };

const figure = new RegExp(String.raw`\d+(?:[.,]\d+)*|${numberInWords}`, "gi");

function tailsOf(text: string): Tail[] {
  const found = [...text.matchAll(figure)];
  return found.flatMap(({ 0: written, index }, place) => {
    const end = found[place + 1]?.index ?? text.length;
    const [phrase = ""] = text
      .slice(index + written.length, end)
      .split(/[,;:.()]|\b(?:and|or|unless|if so)\b/);
    const terms = weightyIn(phrase);
    const currency = /(?:\p{Sc}|\b[A-Z]{3})\s?$/u.exec(text.slice(0, index))?.[0].trim();
    const unit = currency ?? terms.shift() ?? "";
    return numbersOf(written).map((number) => ({ number, unit, terms: new Set(terms), at: index }));
  });
}

/**
 * Whether a number of `claim` counts from, or for, something else than in `words` ('30 days of payment' where they say '30
 * days of delivery'), or is said of what they say of another number of that kind.
 */
export function countsSomethingElse(claim: string, words: string): boolean {
  const [said, held] = [tailsOf(claim), tailsOf(words)];
  const terms = new Set(weightyIn(claim));
  // what stands before the first number is said of all of them
  const head = new Set(weightyIn(words.slice(0, held[0]?.at ?? 0)));
  const isSaid = (some: string[]) => some.some((term) => terms.has(term));
  return said.some((one) => {
    const same = held.filter(({ number }) => number === one.number);
    if (same.length === 0) return false;
    const behind = same.flatMap((other) => [...other.terms]);
    const isCounted = one.terms.size > 0 && same.every((other) => other.terms.size > 0);
    if (isCounted && !behind.some((term) => one.terms.has(term))) return true;
    if (isSaid(behind)) return false;
    const others = held.filter(
      ({ number, unit }) => unit === same[0]?.unit && !said.some((any) => any.number === number),
    );
    return others.some((other) => isSaid([...other.terms].filter((term) => !head.has(term))));
  });
}
