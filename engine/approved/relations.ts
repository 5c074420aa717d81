import { representatives } from "#engine/text/representatives.ts";
import { askedAs } from "./same-words.ts";
import type { ReadWord } from "./word-classes.ts";

/** The content word before a word, and the preposition between them. */
export type Relation = { behind: string | null; preposition: string | null };

/** Prepositions of one line say the same, or next to it, before most words; those of two lines never do. */
const prepositions = representatives(
  [
    "for in on at during within upon under among throughout per",
    "of",
    "about regarding concerning re",
    "to into onto",
    "by",
    "with",
    "from",
    "via through",
    "as like",
    "against",
  ].map((line) => line.split(" ")),
);

/** No preposition, but an article. */
export const object = "object";
const isArticle = (word: string) => /^(?:the|an?|my|your|our|this|that)$/.test(word);

/** The relations of the content words that are said once. */
export function relationsOf(parts: readonly (readonly ReadWord[])[]): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  const twice = new Set<string>();
  for (const part of parts) {
    let behind: string | null = null;
    let preposition: string | null = null;
    for (const { word, terms } of part) {
      const found = prepositions.get(word);
      preposition = found ?? preposition ?? (isArticle(word) ? object : null);
      if (found !== undefined) continue;
      for (const term of terms) {
        const family = askedAs(term);
        if (relations.has(family)) twice.add(family);
        relations.set(family, { behind, preposition });
        behind = family;
        preposition = null;
      }
    }
  }
  for (const family of twice) relations.delete(family);
  return relations;
}

/** 'The rework of a product' is its object, 'the request of a manager' isn't. */
const isKnown = ({ preposition }: Relation) => preposition !== null && preposition !== "of";

/** 'Speak to the press' and 'speak about the press', 'cancel the trial' and 'cancel during the trial'. */
export const areRelatedOtherwise = (
  one: ReadonlyMap<string, Relation>,
  other: ReadonlyMap<string, Relation>,
): boolean =>
  [...one].some(([family, here]) => {
    const there = other.get(family);
    if (there === undefined || !isKnown(here) || !isKnown(there)) return false;
    if (here.preposition === there.preposition) return false;
    if (here.preposition !== object && there.preposition !== object) return true;
    // 'sent by a member': the voice
    return (
      here.behind !== null &&
      here.behind === there.behind &&
      here.preposition !== "by" &&
      there.preposition !== "by"
    );
  });
