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
export function names(text: string, name: string): boolean {
  const where = text.toLowerCase().indexOf(name.toLowerCase());
  if (where < 0 || name === "") return false;
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  return !isLetter(text[where - 1]) && !isLetter(text[where + name.length]);
}
