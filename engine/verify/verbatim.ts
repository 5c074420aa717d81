import type { Evidence } from "#engine/evidence.ts";
import type { ClaimVerdict } from "#engine/draft.ts";
import type { Carried } from "./attribute.ts";

/**
 * Holds a sentence in another language than English against the passages it cites. What is known of denials, numbers in
 * words and paraphrase is English, and guessing with it confirmed a sentence that had lost its 'nicht'. So only words
 * that stand in a passage as they are confirm a sentence; any other one is left open, for its reader to compare.
 */
export function attributeVerbatim(
  claim: string,
  cited: Evidence[],
): { verdict: ClaimVerdict; by: Carried[] } {
  if (cited.length === 0) return { verdict: "unsupported", by: [] };
  const said = lettersOf(claim);
  const holder = cited.find(({ text }) => lettersOf(text).includes(said));
  if (holder !== undefined && said.trim() !== "")
    return { verdict: "supported", by: [{ item: holder, quote: holder.text }] };
  return { verdict: "open", by: cited.map((item) => ({ item, quote: item.text })) };
}

/** Words and numbers between single spaces, whatever stands between them. */
function lettersOf(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}
