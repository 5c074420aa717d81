import type { CatalogueEntry } from "#contract/models.ts";

const perPrice = 1_000_000;

/**
 * US dollars at list price, without the discounts that providers give for repeated or batched text; null when a price
 * that is needed is not known.
 */
export function costOf(
  entry: Pick<CatalogueEntry, "inputPrice" | "outputPrice"> | null,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  if (entry === null || entry.inputPrice === null) return null;
  if (outputTokens > 0 && entry.outputPrice === null) return null;
  return (inputTokens * entry.inputPrice + outputTokens * (entry.outputPrice ?? 0)) / perPrice;
}
