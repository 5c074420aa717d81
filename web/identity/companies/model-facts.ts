import type { OfferedModel } from "#contract/models/models.ts";

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});

export const priceText = (price: number | null) => (price === null ? "not known" : dollars.format(price));

/** Known facts about a model in one line; null if there are none. */
export function factsOf(
  model: Pick<OfferedModel, "contextTokens" | "inputPrice" | "outputPrice">,
): string | null {
  const { contextTokens, inputPrice, outputPrice } = model;
  const facts = [
    ...(contextTokens === null ? [] : [`reads up to ${contextTokens.toLocaleString("en")} tokens`]),
    ...(inputPrice === null ? [] : [`${priceText(inputPrice)} per million tokens read`]),
    ...(outputPrice === null ? [] : [`${priceText(outputPrice)} per million written`]),
  ];
  return facts.length === 0 ? null : `${facts.join(", ")}.`.replace(/^r/, "R");
}
