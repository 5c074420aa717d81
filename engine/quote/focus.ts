/**
 * The document tags that the user has chosen or named ('Florida', 'Summit Checking'), and the other tags of the same
 * groups: a row or section about one of those others is off target.
 */
export type Focus = { chosen: string[]; others: string[] };

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
