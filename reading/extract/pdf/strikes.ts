import type { Box } from "./paths.ts";
import { clearLetters, omitLetter, pushLetter, type Letters, type Style } from "./letters.ts";
import type { Ruling } from "./rulings.ts";

/** A line through letters crosses them at this height above their baseline, in font sizes; one under them lies lower. */
const LOWEST = 0.14;
const HIGHEST = 0.5;

/**
 * A drawn line through text ends with it, give or take this many font sizes; a border or an axis goes on. One through as many
 * letters may overshoot at one end.
 */
const OVERHANG = 0.6;
const OVERSHOT = 2;
const PHRASE = 12;
const OVERHANG_BY_HAND = 3;
/** A part of a word this short is crossed by lines of formulas. */
const SHORT = 3;

/** Areas that the file's own marks strike out, and drawn lines that may. */
export type Strikes = {
  isMarked: (box: Box) => boolean;
  /** The drawn lines that cross the letters of a style, if they are at their place. */
  linesThrough: (style: Style) => Ruling[];
};

export function lineAt(lines: Ruling[], { left, right }: Box): Ruling | undefined {
  const x = (left + right) / 2;
  return lines.find((line) => x > line.from && x < line.to);
}

export function strikesOf(marks: Box[], lines: Ruling[]): Strikes {
  const sorted = lines.toSorted((one, other) => one.at - other.at);
  return {
    isMarked: ({ left, right, bottom, top }) => {
      const [x, y] = [(left + right) / 2, (bottom + top) / 2];
      return marks.some((area) => x > area.left && x < area.right && y > area.bottom && y < area.top);
    },
    linesThrough: (style) => {
      const found: Ruling[] = [];
      if (style.turned) return found;
      const to = style.y + HIGHEST * style.size;
      for (let at = firstFrom(sorted, style.y + LOWEST * style.size); at < sorted.length; at++) {
        const line = sorted[at];
        if (line === undefined || line.at > to) break;
        found.push(line);
      }
      return found;
    },
  };
}

/**
 * Takes the letters out that a drawn line strikes through, as far as the line ends with them.
 * @param crossed the line through each letter, by its place
 * @returns whether there are any
 */
export function takeStruck(letters: Letters, crossed: Map<number, Ruling>): boolean {
  const struck = new Set<number>();
  for (const [line, own] of Map.groupBy(crossed.keys(), (at) => crossed.get(at)))
    if (line !== undefined && endsWith(letters, line, own) && isWhole(letters, own))
      for (const at of own) struck.add(at);
  if (struck.size === 0) return false;
  const { codes, lefts, rights, ys, styles, spaced, count } = letters;
  const [walled, openings] = [new Set(letters.walled), new Map(letters.openings)];
  // each letter moves to a place at or before its own, which has been read by then
  clearLetters(letters);
  for (let at = 0; at < count; at++) {
    const box = { left: lefts[at] ?? 0, right: rights[at] ?? 0, bottom: ys[at] ?? 0 };
    const style = styles[at];
    if (struck.has(at) || style === undefined) {
      omitLetter(letters, box);
      continue;
    }
    const place = letters.count;
    if (place > 0 && walled.has(at)) letters.walled.add(place);
    const opening = openings.get(at);
    if (place > 0 && opening !== undefined) letters.openings.set(place, opening);
    pushLetter(letters, codes[at] ?? 0, box, style, place > 0 && spaced[at] === true);
  }
  return true;
}

function endsWith({ lefts, rights, styles }: Letters, line: Ruling, own: number[]): boolean {
  const size = styles[own[0] ?? 0]?.size ?? 0;
  const left = own.reduce((least, at) => Math.min(least, lefts[at] ?? least), Infinity);
  const right = own.reduce((most, at) => Math.max(most, rights[at] ?? most), -Infinity);
  const over = [left - line.from, line.to - right];
  const [least, most] = [Math.min(...over), Math.max(...over)];
  if (line.isAdded === true) return most < OVERHANG_BY_HAND * size;
  return least < OVERHANG * size && most < (own.length < PHRASE ? OVERHANG : OVERSHOT) * size;
}

/** Whether the letters are more than a part of a word. */
function isWhole({ count, spaced }: Letters, own: number[]): boolean {
  if (own.length >= SHORT) return true;
  const [first = 0, last = 0] = [own[0], own.at(-1)];
  return (first === 0 || spaced[first] === true) && (last === count - 1 || spaced[last + 1] === true);
}

/** The first line at this height or above. */
function firstFrom(sorted: Ruling[], height: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}
