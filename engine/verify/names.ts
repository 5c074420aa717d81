import { termsOf } from "#engine/text/analyze.ts";
import { remember } from "#engine/text/remember.ts";

const termsIn = remember<ReadonlySet<string>>(termsOf);

/** Names of `text` that `source` lacks, both written out and as initials. */
export function unsupportedNames(text: string, source: string): string[] {
  const names = namesOf(text);
  if (names.length === 0) return [];
  const known = termsIn(source);
  const isKnown = (part: string) => part.length < 3 || [...termsOf(part)].every((term) => known.has(term));
  return names.filter(
    (name) => !name.split(/[-&]/).every(isKnown) && !(isAcronym(name) && initialsOf(source).includes(name)),
  );
}

function isAcronym(name: string): boolean {
  return /^\p{Lu}{2,8}$/u.test(name);
}

/** 'Personal Data Protection Commission' → 'PDPC'; all such runs of a text in one line. */
function initialsOf(text: string): string {
  return [
    ...text.matchAll(
      /\p{Lu}[\p{L}-]{0,30}(?:\s{1,3}(?:(?:of|the|and|for)\s{1,3})?\p{Lu}[\p{L}-]{0,30}){1,9}/gu,
    ),
  ]
    .map(([run]) => (run.match(/\p{Lu}/gu) ?? []).join(""))
    .join(" ");
}

/** Capitalized words that don't begin the sentence or a part of it: names, months, places. */
export function namesOf(text: string): string[] {
  return (text.match(/(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{N}&-]+/gu) ?? []).filter((name) => name.length > 2);
}
