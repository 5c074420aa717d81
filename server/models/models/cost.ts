import type { CatalogEntry } from "#contract/models/models.ts";

const perPrice = 1_000_000;

/**
 * US dollars at list price, without providers' discounts for cached or batched text; null if a required price is
 * unknown.
 */
export function costOf(
  entry: Pick<CatalogEntry, "inputPrice" | "outputPrice"> | null,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  if (entry === null || entry.inputPrice === null) return null;
  if (outputTokens > 0 && entry.outputPrice === null) return null;
  return (inputTokens * entry.inputPrice + outputTokens * (entry.outputPrice ?? 0)) / perPrice;
}
