import type { Evidence } from "#engine/evidence.ts";
import { plainWords } from "#engine/text/analyze.ts";
import type { Carrying } from "./attribute.ts";

/**
 * Checks a sentence in another language than English against its cited passages. The rules for negations, numbers in words
 * and paraphrases are English, and applying them confirmed a sentence that had lost its 'nicht'. So only verbatim words
 * confirm a sentence; any other sentence stays open for the reader to compare.
 */
export function attributeVerbatim(claim: string, cited: Evidence[]): Carrying {
  if (cited.length === 0) return { verdict: "unsupported", by: [], condition: null };
  const said = plainWords(claim);
  const holder = cited.find(({ text }) => ` ${plainWords(text)} `.includes(` ${said} `));
  if (holder !== undefined && said !== "")
    return { verdict: "supported", by: [{ item: holder, quote: holder.text }], condition: null };
  return { verdict: "open", by: cited.map((item) => ({ item, quote: item.text })), condition: null };
}
