import { headingsOf, labelOf } from "#engine/text/rows.ts";
import type { AnsweringUnit, WeighedPassage } from "./answering-units.ts";

/**
 * The document tags that the user has chosen or named ('Florida', 'Summit Checking'), and the other tags of the same
 * groups: a row or section about one of those others is off target. `regions`: the states of the documents, if the user
 * means none of them; what holds in one is a special case then.
 */
export type Focus = { chosen: string[]; others: string[]; regions: string[] };
export const noFocus: Focus = { chosen: [], others: [], regions: [] };

/** Whether a unit holds in a state that the question doesn't name: by its headings, its row or the words it begins with. */
export function isRegional(
  { evidence, unit, text, group }: AnsweringUnit<WeighedPassage>,
  regions: readonly string[],
): boolean {
  const headings = headingsOf(evidence.section);
  const beginning = unit.kind === "row" ? labelOf(text, group) : text.slice(0, longestBeginning);
  return regions.some((name) => {
    const place = placeOfName(beginning, name);
    return names(headings, name) || (place >= 0 && (unit.kind === "row" || opens.test(text.slice(0, place))));
  });
}

const longestBeginning = 80;
/** 'In the State of New York'. */
const opens = /^[^\p{L}]*(?:(?:in|for) (?:the state of )?)?$/iu;

/** Whether a heading or row is about another state or product than the chosen ones. */
export function isElsewhere(text: string, { chosen, others }: Focus): boolean {
  if (chosen.length === 0) return false;
  return others.some((name) => names(text, name)) && !chosen.some((name) => names(text, name));
}

/** The question with the chosen names that the texts mention and it doesn't: who has chosen Florida asks of Florida. */
export function withChosen(question: string, { chosen }: Focus, texts: readonly string[]): string {
  const unsaid = chosen.filter((name) => !names(question, name) && texts.some((text) => names(text, name)));
  return [question, ...unsaid].join(" ");
}

/** Whether a text contains a name as whole words, ignoring case. */
export const names = (text: string, name: string): boolean => placeOfName(text, name) >= 0;

/** Where a text names it; -1: nowhere. */
export function placeOfName(text: string, name: string): number {
  if (name === "") return -1;
  const [lower, wanted] = [text.toLowerCase(), name.toLowerCase()];
  let place = lower.indexOf(wanted);
  while (place >= 0 && (isLetter(lower[place - 1]) || isLetter(lower[place + wanted.length])))
    place = lower.indexOf(wanted, place + 1);
  return place;
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Those that a text names; in 'West Virginia' not 'Virginia' as well, if both are among them. */
export function namedAmong(text: string, all: readonly string[]): string[] {
  let rest = text;
  return all
    .toSorted((one, other) => other.length - one.length)
    .filter((name) => {
      const before = rest;
      for (let place = placeOfName(rest, name); place >= 0; place = placeOfName(rest, name))
        rest = `${rest.slice(0, place)}|${rest.slice(place + name.length)}`;
      return rest !== before;
    });
}
