import { namesOf } from "#engine/verify/names.ts";
import { isCompany, type Asked, type Side } from "./asked-things.ts";
import { areFormsAlike } from "./form.ts";
import { areRelatedOtherwise } from "./relations.ts";
import { isLight, isPastForm } from "./word-classes.ts";

/** Why two questions that share their words may still have different answers. */
export type Difference =
  | "form"
  | "number"
  | "deciding word"
  | "modality"
  | "period"
  | "time"
  | "name"
  | "speaker"
  | "conjunction"
  | "relation"
  | "order";

/** The first difference; null if there is none. */
export const differenceOf = (one: Asked, other: Asked): Difference | null =>
  differenceInWords(one, other) ?? (areExchanged(one, other) ? "order" : null);

/** The first one, whatever the order of the words. */
export function differenceInWords(one: Asked, other: Asked): Difference | null {
  if (!areFormsAlike(one.form, other.form)) return "form";
  if (one.numbers.join() !== other.numbers.join()) return "number";
  if (one.deciding.join() !== other.deciding.join()) return "deciding word";
  if (areModalitiesOpposed(one, other)) return "modality";
  if ([...one.periods].join() !== [...other.periods].join()) return "period";
  if (isPast(one.text) !== isPast(other.text)) return "time";
  if (hasOtherName(one, other) || hasOtherName(other, one)) return "name";
  if (areSidesExchanged(one.sides, other.sides)) return "speaker";
  if (areJoinedOtherwise(one.text, other.text)) return "conjunction";
  return areRelatedOtherwise(one.relations, other.relations) ? "relation" : null;
}

/** 'What was the fee', 'did it apply', 'last year', 'in 2019'. */
const past =
  /\b(?:was|were|did|used to|had been|previous(?:ly)?|former(?:ly)?|last (?:year|month|week)|ago)\b/i;
/** 'Who approved it', 'which branch sent it'. */
const deed = /^(?:who|(?:which|what) [\w-]+) (\w+)/i;
const isPast = (text: string) => past.test(text) || isPastForm(deed.exec(text)?.[1]?.toLowerCase() ?? "");

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

/** What is done is mostly permitted, and a note may ask for that; neither is a duty. */
function areModalitiesOpposed(one: Asked, other: Asked): boolean {
  if (one.modality === other.modality) return false;
  if (one.modality !== null && other.modality !== null) return true;
  return (one.form !== other.form || one.form === "whether") && (one.modality ?? other.modality) === "duty";
}

/** 'Do I call you' and 'do you call me', 'my file' and 'your file'; 'do you ship' and 'do we ship' are two views of one thing. */
function areSidesExchanged(one: readonly Side[], other: readonly Side[]): boolean {
  const views = [new Set(one), new Set(other)];
  if (views.every(({ size }) => size > 1)) return turnsOf(one) !== turnsOf(other);
  const [here, there] = views.map((view) => [...view].join());
  return (here === "i" && there === "you") || (here === "you" && there === "i");
}

const turnsOf = (sides: readonly Side[]) =>
  sides
    .map((side) => side === "you")
    .filter((isOther, index, all) => isOther !== all[index - 1])
    .join();

/** 'A passport and a visa' and 'a passport or a visa'. */
function areJoinedOtherwise(one: string, other: string): boolean {
  const joints = [one, other].map(
    (text) => new Set([...text.matchAll(/\b(?:and|or)\b/gi)].map(([joint]) => joint.toLowerCase())),
  );
  return joints.every(({ size }) => size === 1) && new Set(joints.flatMap((found) => [...found])).size > 1;
}

/** In longer questions one word, in another form, may have moved for the sake of grammar: 'is reviewed', 'to review'. */
const leastToMove = 5;

/** The words that both say come in another order, however either is read: 'the seller tells the buyer'. */
function areExchanged(one: Asked, other: Asked): boolean {
  const said = new Set(one.words.map(({ family }) => family));
  const common = new Set(other.words.flatMap(({ family }) => (said.has(family) ? [family] : [])));
  const held = (order: string) => order.split(" ").filter((word) => common.has(word) && !isLight(word));
  const lengthOf = ({ orders }: Asked) => held([...orders][0] ?? "").length;
  // a word said twice stands for another one: 'the developer agreement is assigned by the developer'
  const isEven = lengthOf(one) === lengthOf(other);
  const ordersOf = ({ orders }: Asked) =>
    [...orders].map((order) => (isEven ? held(order) : [...new Set(held(order))]));
  const mayMove = common.size >= leastToMove && isCompany(one) === isCompany(other);
  const isSame = (left: string[], right: string[]) => {
    if (left.join(" ") === right.join(" ")) return true;
    if (!mayMove) return false;
    const moved = left.filter((word) => without(left, word) === without(right, word));
    return moved.length > 0 && moved.every((word) => isInflected(word, one, other));
  };
  const others = ordersOf(other);
  return !ordersOf(one).some((left) => others.some((right) => isSame(left, right)));
}

const without = (words: readonly string[], left: string) => words.filter((word) => word !== left).join(" ");

/** 'Who reviews it' and 'who has it reviewed': never written in the same way. */
function isInflected(family: string, one: Asked, other: Asked): boolean {
  const [here, there] = [one.written.get(family), other.written.get(family)];
  return here !== undefined && there !== undefined && ![...here].some((word) => there.has(word));
}
