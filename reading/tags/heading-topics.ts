import { BREAK, analyze } from "#engine/text/analyze.ts";
import { languageOf } from "#engine/text/language.ts";
import type { TagSource } from "./source.ts";

const MOST = 6;
const LONGEST_WORDS = 4;
/** A heading whose words don't recur in the text names a form, not a topic. */
const LEAST_MENTIONS = 2;
/** '§ 4', '3.2', 'Art. 7', 'Artikel 3:' and the like before the words of a heading. */
const NUMBERING = /^\P{L}*(?:\p{L}{1,8}\.?\s+)?\d[\d.]*\P{L}*|^\P{L}+/u;

/** Topics of a document in a language without phrase rules: its headings, those with the most used words first. */
export function findHeadingTopics({ text, headings, language }: TagSource): string[] {
  const spoken = languageOf(language);
  const mentions = new Map<string, number>();
  for (const term of analyze(text, spoken)) mentions.set(term, (mentions.get(term) ?? 0) + 1);
  const topics = new Map<string, { words: string; weight: number }>();
  for (const heading of headings) {
    const words = heading.replace(NUMBERING, "").trim();
    if (words === "" || words.split(/\s+/).length > LONGEST_WORDS) continue;
    const terms = analyze(words, spoken).filter((term) => term !== BREAK && /\p{L}{3}/u.test(term));
    if (terms.length === 0) continue;
    const weight = Math.max(...terms.map((term) => mentions.get(term) ?? 0));
    if (weight >= LEAST_MENTIONS) topics.set(terms.join(" "), { words, weight });
  }
  return [...topics.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST)
    .map(({ words }) => words.charAt(0).toLocaleUpperCase(language ?? "en") + words.slice(1));
}
