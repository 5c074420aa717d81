import { directionsDiffer } from "#engine/verify/directions.ts";
import { hasMisplacedWord, placedIn } from "#engine/verify/word-order.ts";
import { namesOf } from "#engine/verify/names.ts";
import type { Asked } from "./asked-things.ts";

/** Why two questions that share their words may still have different answers. */
export type Difference =
  | "form"
  | "number"
  | "negation"
  | "direction"
  | "small word"
  | "period"
  | "time"
  | "name"
  | "order";

/** The first difference; null if there is none. */
export function differenceOf(one: Asked, other: Asked): Difference | null {
  if (one.form !== other.form) return "form";
  if (one.numbers.join() !== other.numbers.join()) return "number";
  if (one.negations % 2 !== other.negations % 2) return "negation";
  if (directionsDiffer(one.text, other.text)) return "direction";
  if ([...one.periods].join() !== [...other.periods].join()) return "period";
  if (isPast(one.text) !== isPast(other.text)) return "time";
  if (hasOtherName(one, other) || hasOtherName(other, one)) return "name";
  if (!isRotation(one.smallWords, other.smallWords)) return "small word";
  return isReordered(one, other) ? "order" : null;
}

/** 'What was the fee', 'did it apply', 'last year', 'in 2019'. */
const past =
  /\b(?:was|were|did|used to|had been|previous(?:ly)?|former(?:ly)?|last (?:year|month|week)|ago)\b/i;
const isPast = (text: string) => past.test(text);

function hasOtherName(one: Asked, other: Asked): boolean {
  const known = new Set(other.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return namesOf(one.text).some(
    (name) =>
      name === name.toLowerCase() ||
      (isAcronym(name) && !known.has(name.toLowerCase()) && !isSpelledOut(name, other.text)),
  );
}

const isAcronym = (name: string) => /^\p{Lu}{2,8}s?$/u.test(name);

function isSpelledOut(name: string, text: string): boolean {
  const initials = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word[0] ?? "").join("");
  return initials.toLowerCase().includes(name.toLowerCase());
}

/**
 * The words that both say come in another order: 'the seller tells the buyer', 'from euros to dollars'. Moving the end of a
 * question to its beginning ('In Texas, …') is no other order.
 */
function isReordered(one: Asked, other: Asked): boolean {
  const said = new Set(other.words.map(({ family }) => family));
  const left = one.words.flatMap(({ family }) => (said.has(family) ? [family] : []));
  const known = new Set(left);
  const right = other.words.flatMap(({ family }) => (known.has(family) ? [family] : []));
  if (left.length > 2 && !isRotation(left, right)) return true;
  const [here, there] = [placedIn(one.text), placedIn(other.text)];
  return hasMisplacedWord(here, there, []) || hasMisplacedWord(there, here, []);
}

function isRotation(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  const start = right.indexOf(left[0] ?? "");
  return left.every((word, at) => word === right[(start + at) % right.length]);
}
