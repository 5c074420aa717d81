import { isOn } from "#engine/rules.ts";
import { at } from "#engine/arrays.ts";
import { type Question, distinctivenessOf } from "#engine/query/question.ts";
import { rarity } from "#engine/query/asked-terms.ts";
import type { DocumentOutline, ThemeCounts } from "#engine/index/theme-counts.ts";

/**
 * Below this share of its title's words a document isn't named: a title of twelve words shares one with most questions.
 */
const LEAST_SHARE = 0.1;
/** A document of a passage or two is as much about its title as about its text, so a shared word names nothing. */
const LEAST_PASSAGES = 3;

/**
 * How clearly a question names a document, 0 to 1: the rarest title word it contains, relative to a word that no other
 * document contains. Numbers in the title (years, file numbers) name nothing by themselves.
 */
export function namingOf(store: ThemeCounts, question: Question, document: DocumentOutline): number {
  const documents = store.places.size;
  if (!isOn("naming")) return 0;
  if (documents < 2 || document.passages < LEAST_PASSAGES) return 0;
  const asked = new Set(question.terms.map(({ term }) => term));
  let [whole, held, clearest] = [0, 0, 0];
  for (const term of document.name) {
    const weight = rarity(documents, at(store.state.titleFrequency, term));
    whole += weight;
    if (!asked.has(term)) continue;
    held += weight;
    clearest = Math.max(clearest, distinctivenessOf(store, term));
  }
  return held < whole * LEAST_SHARE ? 0 : clearest;
}
