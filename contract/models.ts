import { z } from "zod";
import { ModelParameter, ProviderName } from "./providers.ts";
import { text } from "./values.ts";

/** As providers call their models: no spaces, no control characters. */
export const ModelName = text(200).refine(
  (name) => /^[\w.:/@-]+$/.test(name),
  "A model's name holds letters, digits and . : / @ _ - only.",
);

const Price = z
  .number()
  .min(0, "A price is 0 or more.")
  .max(100_000, "That is no price of a million tokens.");

/** What is known about a model. Unknown things are null. */
export const CatalogueEntry = z.object({
  provider: ProviderName,
  name: ModelName,
  kind: z.enum(["chat", "embedding"]),
  contextTokens: z.number().int().min(1).max(100_000_000).nullable(),
  inputPrice: Price.nullable().describe("US dollars for a million tokens"),
  outputPrice: Price.nullable().describe("US dollars for a million tokens"),
  retiresOn: z.iso.date().nullable().describe("The day on which the provider stops serving it"),
  successor: ModelName.nullable().describe("What the provider offers in its place"),
  thinks: z.boolean().nullable().describe("Spends output tokens on thinking before it answers"),
  refuses: z.array(ModelParameter).describe("Parameters that it answers with status 400"),
});
export type CatalogueEntry = z.output<typeof CatalogueEntry>;
